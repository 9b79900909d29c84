/**
 * Writes the output of the stage. {@link io.neardup.hadoop.stage5cluster.removal.ClusterDocuments}
 * reads the catalog and writes clusters, sources and removals with their ids. The lines of {@code
 * removed-by.tsv} are {@link io.neardup.hadoop.stage5cluster.removal.Removal}s; the 100 least
 * similar ones are also in {@code _least-similar.tsv}.
 */
package io.neardup.hadoop.stage5cluster.removal;
