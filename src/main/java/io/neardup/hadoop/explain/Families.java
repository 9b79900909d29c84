package io.neardup.hadoop.explain;

import io.neardup.graph.UnionFind;
import it.unimi.dsi.fastutil.ints.Int2DoubleOpenHashMap;

/**
 * The families of a sample: documents that plausible pairs link to each other. A corpus has a
 * family as a whole or not at all, so its pairs count as one observation of what such corpora have.
 *
 * <p>Memory: 30 bytes a document in a pair. Not safe for use by several threads.
 */
final class Families {

  private final UnionFind documents = new UnionFind(Integer.MAX_VALUE);
  private final Int2DoubleOpenHashMap weights = new Int2DoubleOpenHashMap(); // by a document

  /** Adds a pair of documents of the sample, which counts for as many pairs as its weight says. */
  void add(int i, int j, double weight) {
    documents.union(i, j);
    weights.addTo(i, weight);
  }

  /** Returns the variance of the number of pairs, if families are independent of each other. */
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
