package io.neardup.hadoop.stopshingles;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.lsh.HashShare;
import org.apache.hadoop.conf.Configuration;

/**
 * A sample of about {@value #DOCUMENTS} documents of a corpus, or all if there are fewer. How many
 * it has is known only when they have been counted.
 *
 * @param hashes of the columns that are in it
 * @param least how many documents are surely more than the largest share that is allowed
 */
record CorpusSample(HashShare hashes, long least) implements ShingleSample {

  /** How many documents there are in it, about. */
  static final long DOCUMENTS = 4096;

  /** Part of the expected number of documents that the sample surely has. */
  private static final double SURELY = 0.8;

  private static final String SHARE = "neardup-internal.sampled-share";
  private static final String LEAST = "neardup-internal.min-sampled-documents";
  private static final long CORPUS = 0;

  /**
   * Returns the sample of a corpus.
   *
   * @param documents of the corpus
   * @param maxShare the largest share of documents in which a shingle is no stop shingle
   */
  static CorpusSample of(long documents, double maxShare) {
    HashShare hashes =
        documents <= DOCUMENTS ? HashShare.ALL : new HashShare((double) DOCUMENTS / documents);
    return new CorpusSample(
        hashes, Math.max(1, (long) (SURELY * maxShare * hashes.share() * documents)));
  }

  /** Returns the sample of a job. */
  static CorpusSample of(Configuration conf) {
    return new CorpusSample(new HashShare(conf.getDouble(SHARE, 1)), conf.getLong(LEAST, 1));
  }

  /** Makes it the sample of a job. */
  void configure(Configuration conf) {
    conf.setDouble(SHARE, hashes.share());
    conf.setLong(LEAST, least);
  }

  @Override
  public long source(long column, DocumentWritable document) {
    return hashes.contains(ShingleSample.hash(column)) ? CORPUS : NO_SOURCE;
  }

  @Override
  public long minDocuments(long source) {
    return least;
  }
}
