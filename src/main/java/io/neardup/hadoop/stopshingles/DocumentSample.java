package io.neardup.hadoop.stopshingles;

import io.neardup.audit.SampledColumns;
import io.neardup.lsh.HashShare;
import org.apache.hadoop.conf.Configuration;

/**
 * A sample of about {@value #DOCUMENTS} documents, or all if there are fewer. The hash of its
 * column decides whether a document is in it, so that it is the same however the work is divided.
 *
 * @param hashes of the columns that are in it
 */
record DocumentSample(HashShare hashes) {

  /** How many documents there are in it, about. */
  static final long DOCUMENTS = 4096;

  private static final String SHARE = "neardup-internal.sampled-share";
  private static final SampledColumns ALL = new SampledColumns(0, -1);

  /** Returns the sample of so many documents. */
  static DocumentSample of(long documents) {
    return new DocumentSample(
        documents <= DOCUMENTS ? HashShare.ALL : new HashShare((double) DOCUMENTS / documents));
  }

  /** Returns the sample of a job. */
  static DocumentSample of(Configuration conf) {
    return new DocumentSample(new HashShare(conf.getDouble(SHARE, 1)));
  }

  /** Makes it the sample of a job. */
  void configure(Configuration conf) {
    conf.setDouble(SHARE, share());
  }

  /** Returns its share of all documents. */
  double share() {
    return hashes.share();
  }

  /** Returns whether the document of a column is in it. */
  boolean contains(long column) {
    return hashes.contains(ALL.hash(column + 1)); // that of 0 is 0, and in every sample
  }
}
