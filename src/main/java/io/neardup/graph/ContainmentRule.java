package io.neardup.graph;

import io.neardup.config.Keys;
import io.neardup.config.Settings;

/**
 * Which documents a kept document may replace: those of which it holds at least a share of the
 * shingles. Containment is |A &cap; B| / |A| for a document A that is removed for B.
 *
 * @param least the least containment, 0 to 1; 0 allows every removal
 */
public record ContainmentRule(double least) {

  /**
   * Returns the rule of a configuration: {@code neardup.cluster.min-containment}, and at least the
   * threshold if that is meant by containment.
   */
  public static ContainmentRule of(Settings settings) {
    double least = settings.get(Keys.MIN_CONTAINMENT);
    return new ContainmentRule(
        settings.isOfContainment() ? Math.max(least, settings.get(Keys.THRESHOLD)) : least);
  }

  /**
   * Returns the rule for documents of an input that are in pairs with a collection: by containment,
   * they may also be removed because they contain one of its documents.
   */
  public static ContainmentRule againstCollection(Settings settings) {
    return new ContainmentRule(settings.get(Keys.MIN_CONTAINMENT));
  }

  /**
   * Returns whether a document may be removed.
   *
   * @param intersection how many of its shingles the kept document has
   * @param size how many shingles it has, at least 1
   */
  public boolean allows(int intersection, int size) {
    return least == 0 || (double) intersection / size >= least;
  }
}
