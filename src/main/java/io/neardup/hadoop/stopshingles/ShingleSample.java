package io.neardup.hadoop.stopshingles;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * The documents whose shingles are counted, by the source in which they are: the whole corpus, or
 * each source by itself. The hash of its column decides whether a document is in the sample, so
 * that this is the same however the work is divided.
 */
interface ShingleSample {

  /** What is returned for a document that is not in the sample. */
  long NO_SOURCE = -1;

  /**
   * Returns the source in which a document is counted, {@link #NO_SOURCE} if it is in no sample.
   */
  long source(long column, DocumentWritable document);

  /** Returns in how many sampled documents of a source a stop shingle is at least. */
  long minDocuments(long source);

  /** Returns the sample of a job. */
  static ShingleSample of(Configuration conf) throws IOException {
    return SourceSample.isUsed(conf) ? SourceSample.of(conf) : CorpusSample.of(conf);
  }

  /** Returns the hash of a column, which is spread evenly over 64 bits. */
  static long hash(long column) {
    return new SampledColumns(0, -1).hash(column + 1); // that of 0 is 0, and in every sample
  }
}
