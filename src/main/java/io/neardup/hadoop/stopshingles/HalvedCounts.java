package io.neardup.hadoop.stopshingles;

import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;

/**
 * Counts documents of a source by how many halvings of the sample they survive: the number of
 * leading zeros of the hashes of their columns.
 */
final class HalvedCounts {

  private static final int MAX = Long.SIZE; // of the hash 0
  private static final int COUNT_BITS = 48;

  private final long[] documents = new long[MAX + 1];

  /** Returns a count of documents that survive so many halvings, as one number. */
  static long count(int halvings, long documents) {
    return (long) halvings << COUNT_BITS | documents;
  }

  /** Counts the documents of a source. */
  HalvedCounts set(Iterable<LongWritable> counts) {
    Arrays.fill(documents, 0);
    for (LongWritable count : counts) {
      documents[(int) (count.get() >>> COUNT_BITS)] += count.get() & (1L << COUNT_BITS) - 1;
    }
    return this;
  }

  /** Returns how many documents survive exactly so many halvings. */
  long exactly(int halvings) {
    return documents[halvings];
  }

  /** Returns how many documents survive at least so many halvings. */
  long atLeast(int halvings) {
    return Arrays.stream(documents, halvings, documents.length).sum();
  }

  /** Returns the most halvings that a document survives. */
  static int max() {
    return MAX;
  }

  /**
   * Returns the fewest halvings after which at most so many documents are left; one fewer if too
   * few would be.
   */
  int halvings(long most, long least) {
    int halvings = 0;
    while (atLeast(halvings) > most) {
      halvings++;
    }
    return halvings > 0 && atLeast(halvings) < least ? halvings - 1 : halvings;
  }
}
