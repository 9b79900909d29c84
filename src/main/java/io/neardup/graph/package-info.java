/**
 * Components of the graph whose nodes are columns and whose edges are verified pairs, and which
 * documents are preferred to others, and may replace them. A component is named by its smallest
 * column.
 *
 * <p>The union–find is for graphs that fit the memory of one process. For larger ones the jobs of
 * stage 5 alternate large-star and small-star operations: R. Kiveris, S. Lattanzi, V. Mirrokni, V.
 * Rastogi, S. Vassilvitskii, "Connected Components in MapReduce and Beyond", SoCC 2014,
 * doi:10.1145/2670979.2670997. Both name a component alike, so their results are the same.
 */
package io.neardup.graph;
