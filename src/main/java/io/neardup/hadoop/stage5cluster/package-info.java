/**
 * Stage 5: verified pairs to clusters. {@link io.neardup.hadoop.stage5cluster.ClusterStage} runs
 * the jobs of three packages in turn: {@code components} finds the clusters, {@code keep} which of
 * their documents are kept, and {@code removal} what each other one is removed for, with ids and
 * sources.
 */
package io.neardup.hadoop.stage5cluster;
