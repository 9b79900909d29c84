package io.neardup.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * Finds, among dotted names, the one that a misspelled or shortened name most likely stands for.
 * Deterministic.
 */
public final class SimilarNames {

  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  private SimilarNames() {}

  /**
   * Returns the name most similar to another, ignoring case: first a name with the same last word
   * (the part after the last dot), then one whose last word differs by at most a quarter of its
   * letters, then one that differs by at most a third of the longer name. Of several such names, it
   * returns the nearest; of equally near ones, the first.
   *
   * @param name any text
   * @param names the names to choose from, in a fixed order
   * @return empty if none is similar
   */
  public static Optional<String> of(String name, Collection<String> names) {
    String lower = lower(name);
    String word = lastWord(lower);
    ToIntFunction<String> wordDistance = other -> DISTANCE.apply(word, lastWord(lower(other)));
    ToIntFunction<String> nameDistance = other -> DISTANCE.apply(lower, lower(other));
    Optional<String> byWord =
        names.stream()
            .filter(other -> wordDistance.applyAsInt(other) <= lastWord(other).length() / 4)
            .min(Comparator.comparingInt(wordDistance).thenComparingInt(nameDistance));
    return byWord.isPresent()
        ? byWord
        : names.stream()
            .filter(
                other ->
                    nameDistance.applyAsInt(other) <= Math.max(name.length(), other.length()) / 3)
            .min(Comparator.comparingInt(nameDistance));
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static String lastWord(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
