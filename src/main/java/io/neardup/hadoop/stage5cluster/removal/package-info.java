/**
 * Why documents are removed. {@link io.neardup.hadoop.stage5cluster.removal.DecisionJob} finds, for
 * each column of a pair, what it is removed for; {@link
 * io.neardup.hadoop.stage5cluster.removal.ClusterDocuments} then reads the documents and writes
 * clusters, removals and sources with their ids.
 */
package io.neardup.hadoop.stage5cluster.removal;
