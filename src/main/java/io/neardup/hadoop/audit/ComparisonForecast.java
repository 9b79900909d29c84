package io.neardup.hadoop.audit;

import io.neardup.audit.SampleIndex;
import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

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
      Configuration conf,
      Path file,
      long seed,
      long sampled,
      long columns,
      Measure measure,
      double threshold)
      throws IOException {
    int size = (int) Math.min(MAX_DOCUMENTS, sampled);
    while (size > 1 && bytes(conf, file, part(seed, size, columns)) > MAX_BYTES) {
      size /= 2;
    }
    return compare(conf, file, part(seed, size, columns), measure, threshold);
  }

  private static LongPredicate part(long seed, int size, long columns) {
    return SampledColumns.of(seed, Math.max(1, size), columns)::contains;
  }

  private static long bytes(Configuration conf, Path file, LongPredicate part) throws IOException {
    long bytes = 0;
    try (SampleFile documents = new SampleFile(conf, file)) {
      while (documents.next()) {
        bytes += part.test(documents.column()) ? documents.textLength() : 0;
      }
    }
    return bytes;
  }

  private static ComparisonForecast compare(
      Configuration conf, Path file, LongPredicate part, Measure measure, double threshold)
      throws IOException {
    DocumentShingler shingler = Shinglers.of(conf, HadoopSettings.of(conf));
    List<IndexedSet> sets = new ArrayList<>();
    long elements = 0;
    try (SampleFile documents = new SampleFile(conf, file)) {
      while (documents.next()) {
        if (part.test(documents.column())) {
          byte[] text = documents.document().text;
          LongArrayList shingles = shingler.elements(text, 0, text.length);
          IndexedSet set = IndexedSet.of(shingles.elements(), shingles.size());
          sets.add(set);
          elements += set.size();
        }
      }
    }
    SampleIndex index = new SampleIndex(measure, threshold, elements);
    sets.forEach(set -> index.count(set.elements(), set.size()));
    index.endCounts();
    sets.forEach(set -> index.add(set.elements(), set.size()));
    long pairs = 0;
    for (IndexedSet set : sets) {
      for (int place : index.candidates(set.elements(), set.size())) {
        long shingles = (long) set.size() + sets.get(place).size();
        pairs += sets.get(place) == set ? 0 : 1 + shingles / UNIT;
      }
    }
    return new ComparisonForecast(pairs, sets.size());
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
