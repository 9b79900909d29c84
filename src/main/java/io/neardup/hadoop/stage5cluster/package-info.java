/**
 * Stage 5: groups the documents of verified pairs into clusters. {@link
 * io.neardup.hadoop.stage5cluster.ClusterStage} runs the jobs of three packages in turn: {@code
 * components} finds the clusters, {@code keep} chooses the documents to keep and finds for each
 * other one the kept one, and {@code removal} adds ids and sources.
 */
package io.neardup.hadoop.stage5cluster;
