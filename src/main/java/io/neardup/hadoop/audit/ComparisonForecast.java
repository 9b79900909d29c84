package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.similarity.IndexedSet;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Predicts how much work a sample is: a part of the sample is compared with itself, and the number
 * of comparisons scaled up. The work is measured in comparisons of short documents: one of longer
 * documents counts as one more for each {@value #UNIT} shingles of both, and reading the corpus
 * once more as one for each {@value #UNIT} bytes.
 *
 * @param pairs work of comparing sampled documents with others, in the part
 * @param part how many documents the part has
 */
record ComparisonForecast(long pairs, long part) {

  private static final int UNIT = 1 << 12;
  private static final int MAX_DOCUMENTS = 2_000;
  private static final long MAX_BYTES = 16L << 20;

  /** Compares a part of the sample with itself. */
  static ComparisonForecast of(
      Configuration conf, SampleFile file, long seed, long sampled, long columns)
      throws IOException {
    int size = (int) Math.min(MAX_DOCUMENTS, sampled);
    while (size > 1 && file.bytes(part(seed, size, columns)) > MAX_BYTES) {
      size /= 2;
    }
    SampleBlock block =
        new SampleBlock(conf, file.path(), 0, Integer.MAX_VALUE, part(seed, size, columns));
    long pairs = 0;
    for (int place = 0; place < block.size(); place++) {
      IndexedSet set = block.set(place);
      for (int other : block.index().candidates(set.elements(), set.size())) {
        long shingles = (long) set.size() + block.index().sizeAt(other);
        pairs += other == place ? 0 : 1 + shingles / UNIT;
      }
    }
    return new ComparisonForecast(pairs, block.size());
  }

  private static SampledColumns part(long seed, int size, long columns) {
    return SampledColumns.of(seed, Math.max(1, size), columns, column -> false);
  }

  /**
   * Returns the predicted work.
   *
   * @param sampled how many documents are compared with all
   * @param columns how many there are
   * @param blocks in how many parts the sampled documents are compared
   * @param bytes of the corpus, which is read for each part
   */
  long work(long sampled, long columns, int blocks, long bytes) {
    double comparing = part < 2 ? 0 : (double) pairs / part * sampled * (columns - 1) / (part - 1);
    return Math.round(comparing + (blocks - 1.0) * bytes / UNIT);
  }
}
