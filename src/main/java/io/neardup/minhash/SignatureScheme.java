package io.neardup.minhash;

/**
 * A minhash scheme: how the n slots of a column are computed from its set of elements.
 *
 * <p>Schemes are immutable and deterministic: the same name, number of slots and seed give the same
 * slots on every machine. The sketchers and hashers that a scheme creates are for one thread.
 */
public interface SignatureScheme {

  /** Working value of a slot that no element has reached yet; larger than every real value. */
  long EMPTY = Long.MAX_VALUE;

  /** Returns the scheme of a name, {@code fast} or {@code universal}. */
  static SignatureScheme of(String name, int slots, long seed) {
    return switch (name) {
      case "fast" -> new FastSimilaritySketch(slots, seed);
      case "universal" -> new UniversalMinHash(new MersenneHashFamily(slots, seed));
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** Returns a sketcher that computes the signature of one whole set at a time. */
  ColumnSketcher newColumnSketcher();

  /** Returns a hasher that updates the minima of many columns row by row (MMDS 3.3.5). */
  RowHasher newRowHasher();
}
