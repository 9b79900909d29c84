/**
 * Stage 5: verified pairs to clusters, the components of the graph whose edges are the pairs.
 *
 * <p>First every column of a pair gets the smallest column of its component, as lines {@code
 * column<TAB>smallest column}: by union–find in one task where that fits its memory ({@link
 * io.neardup.hadoop.stage5cluster.UnionFindMapper}, {@link
 * io.neardup.hadoop.stage5cluster.UnionFindReducer}), beyond it by large-star and small-star
 * operations in turn ({@link io.neardup.hadoop.stage5cluster.LargeStarReducer}, {@link
 * io.neardup.hadoop.stage5cluster.SmallStarReducer}; Kiveris et al., "Connected Components in
 * MapReduce and Beyond", SoCC 2014). Then it is found which documents are kept ({@link
 * io.neardup.hadoop.stage5cluster.BestReducer}, {@link
 * io.neardup.hadoop.stage5cluster.LinkReducer}) and decided of every column what it is removed for
 * ({@link io.neardup.hadoop.stage5cluster.DecisionReducer}). At last {@link
 * io.neardup.hadoop.stage5cluster.ClusterMapper} and {@link
 * io.neardup.hadoop.stage5cluster.ClusterReducer} bring together the ids of each cluster, those of
 * removed and kept documents, and the counts of sources.
 */
package io.neardup.hadoop.stage5cluster;
