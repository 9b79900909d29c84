package io.neardup.hadoop.explain;

import io.neardup.graph.UnionFind;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;

/**
 * The families of a sample: groups of documents linked by plausible pairs. A corpus contains a
 * family as a whole or not at all, so the variance treats all pairs of a family as one observation.
 *
 * <p>Memory: 30 bytes a document in a pair. Not safe for use by several threads.
 */
final class Families {

  private final UnionFind documents = new UnionFind(Integer.MAX_VALUE);
  private final Int2DoubleOpenHashMap weights = new Int2DoubleOpenHashMap(); // by a document

  /** Adds a pair of sampled documents; its weight is the number of pairs that it stands for. */
  void add(int i, int j, double weight) {
    documents.union(i, j);
    weights.addTo(i, weight);
  }

  /** Returns the variance of the number of pairs, if families are independent. */
  double variance() {
    Int2DoubleOpenHashMap ofFamily = new Int2DoubleOpenHashMap();
    weights
        .int2DoubleEntrySet()
        .forEach(
            entry ->
                ofFamily.addTo((int) documents.find(entry.getIntKey()), entry.getDoubleValue()));
    return ofFamily.values().doubleStream().map(weight -> weight * weight).sum();
  }
}
