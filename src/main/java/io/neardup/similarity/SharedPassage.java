package io.neardup.similarity;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The passage of a document that it has in common with another one: the run of its shingles in
 * which those that the other one has outnumber those that it lacks the most, of several the first
 * (the maximum subarray; J. Bentley, "Programming pearls: algorithm design techniques", CACM 1984).
 * So an edit does not end it, and a common phrase far away does not extend it.
 *
 * @param first the place of its first shingle in the document, from 0 on
 * @param last that of its last one; less than {@code first} if they have none in common
 */
public record SharedPassage(int first, int last) {

  /**
   * Finds the passage.
   *
   * @param shingles of the document, in its order
   * @param other those of the other one
   */
  public static SharedPassage of(LongArrayList shingles, IndexedSet other) {
    SharedPassage best = new SharedPassage(0, -1);
    int most = 0;
    int from = 0;
    int excess = 0; // of the run from there
    for (int at = 0; at < shingles.size(); at++) {
      excess += other.place(shingles.getLong(at)) >= 0 ? 1 : -1;
      if (excess < 0) {
        from = at + 1;
        excess = 0;
      } else if (excess > most) {
        most = excess;
        best = new SharedPassage(from, at);
      }
    }
    return best;
  }
}
