/**
 * Finds why documents are removed, and writes the output. {@link
 * io.neardup.hadoop.stage5cluster.removal.DecisionJob} finds, for each column of a pair, which
 * column is kept in its place; {@link io.neardup.hadoop.stage5cluster.removal.ClusterDocuments}
 * then reads the documents and writes clusters, removals and sources with their ids.
 */
package io.neardup.hadoop.stage5cluster.removal;
