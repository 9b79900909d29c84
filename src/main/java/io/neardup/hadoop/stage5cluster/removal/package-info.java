/**
 * Finds why documents are removed, and writes the output. {@link
 * io.neardup.hadoop.stage5cluster.removal.ClusterDocuments} reads the documents and writes
 * clusters, removals and sources with their ids. If not the first document of each component is
 * kept, {@link io.neardup.hadoop.stage5cluster.removal.DecisionJob} finds before that which column
 * is kept in place of each column of a pair.
 */
package io.neardup.hadoop.stage5cluster.removal;
