/**
 * Finds why documents are removed, and writes the output. {@link
 * io.neardup.hadoop.stage5cluster.removal.ClusterDocuments} reads the documents and writes
 * clusters, removals and sources with their ids. If not the first document of each component is
 * kept, {@link io.neardup.hadoop.stage5cluster.removal.DecisionJob} finds before that which column
 * is kept in place of each column of a pair. If chains remove documents, {@link
 * io.neardup.hadoop.stage5cluster.removal.RemovedByFile} has those compared with the kept ones, in
 * a job of stage 4's package, and completes {@code removed-by.tsv}, whose lines are {@link
 * io.neardup.hadoop.stage5cluster.removal.Removal}s. The 100 least similar removals are in the file
 * {@code _least-similar.tsv}, which {@link io.neardup.hadoop.stage5cluster.removal.LeastSimilar}
 * reads.
 */
package io.neardup.hadoop.stage5cluster.removal;
