package io.neardup.similarity;

/** Makes sets. */
public final class Sets {

  private Sets() {}

  /** Returns the set of the first {@code length} elements of an array, which may repeat. */
  public static IndexedSet of(long[] occurrences, int length) {
    IndexedSet set = new IndexedSet();
    set.take(occurrences.clone(), length);
    return set;
  }
}
