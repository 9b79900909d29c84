package io.neardup.hadoop.stopshingles;

import org.apache.hadoop.conf.Configuration;

/**
 * A sample of about {@value #DOCUMENTS} documents, or all if there are fewer. The hash of its
 * column decides whether a document is in it, so that it is the same however the work is divided.
 *
 * @param part of all documents that are in it, in units of 2⁻⁵³
 */
record DocumentSample(long part) {

  /** How many documents there are in it, about. */
  static final long DOCUMENTS = 4096;

  private static final String PART = "neardup-internal.sampled-part";
  private static final int BITS = 53;
  private static final long ALL = 1L << BITS;

  /** Returns the sample of so many documents. */
  static DocumentSample of(long documents) {
    return new DocumentSample(
        documents <= DOCUMENTS ? ALL : (long) ((double) DOCUMENTS / documents * ALL));
  }

  /** Returns the sample of a job. */
  static DocumentSample of(Configuration conf) {
    return new DocumentSample(conf.getLong(PART, ALL));
  }

  /** Makes it the sample of a job. */
  void configure(Configuration conf) {
    conf.setLong(PART, part);
  }

  /** Returns its share of all documents. */
  double share() {
    return (double) part / ALL;
  }

  /** Returns whether the document of a column is in it. */
  boolean contains(long column) {
    long z = (column + 1) * 0x9E3779B97F4A7C15L; // SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return z >>> (Long.SIZE - BITS) < part;
  }
}
