package io.neardup.config;

import java.util.Optional;

/** Finds the key that a misspelled or shortened name most likely stands for. Deterministic. */
public final class SimilarKeys {

  private SimilarKeys() {}

  /**
   * Returns the key whose name is {@linkplain SimilarNames most similar} to a name.
   *
   * @param name any text, such as {@code threshold} for {@code neardup.similarity.threshold}
   * @return the key, empty if none is similar
   */
  public static Optional<Key<?>> of(String name) {
    return SimilarNames.of(name, Keys.all().stream().map(Key::name).toList())
        .flatMap(
            similar -> Keys.all().stream().filter(key -> key.name().equals(similar)).findFirst());
  }
}
