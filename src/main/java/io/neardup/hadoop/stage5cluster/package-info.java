/**
 * Stage 5: groups the documents of verified pairs into clusters. {@link
 * io.neardup.hadoop.stage5cluster.ClusterStage} runs the jobs of three packages in turn: {@code
 * components} finds the clusters, {@code keep} chooses the documents to keep, and {@code removal}
 * finds for each other document the kept one, and adds ids and sources.
 */
package io.neardup.hadoop.stage5cluster;
