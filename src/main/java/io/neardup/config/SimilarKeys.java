package io.neardup.config;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Finds the key that a misspelled or shortened name most likely stands for. Deterministic. */
public final class SimilarKeys {

  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  private SimilarKeys() {}

  /**
   * Returns the key most similar to a name, ignoring case: first a key with the same last word (the
   * part after the last dot), then one whose last word differs by at most a quarter of its letters,
   * then one whose whole name differs by at most a third of the longer name. Of several such keys,
   * it returns the one with the nearest whole name.
   *
   * @param name any text, such as {@code threshold} for {@code neardup.similarity.threshold}
   * @return the key, empty if none is similar
   */
  public static Optional<Key<?>> of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String word = lastWord(lower);
    ToIntFunction<Key<?>> wordDistance = key -> DISTANCE.apply(word, lastWord(key.name()));
    ToIntFunction<Key<?>> nameDistance = key -> DISTANCE.apply(lower, key.name());
    Optional<Key<?>> byWord =
        Keys.all().stream()
            .filter(key -> wordDistance.applyAsInt(key) <= lastWord(key.name()).length() / 4)
            .min(Comparator.comparingInt(wordDistance).thenComparingInt(nameDistance));
    return byWord.isPresent()
        ? byWord
        : Keys.all().stream()
            .filter(
                key ->
                    nameDistance.applyAsInt(key)
                        <= Math.max(name.length(), key.name().length()) / 3)
            .min(Comparator.comparingInt(nameDistance));
  }

  private static String lastWord(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
