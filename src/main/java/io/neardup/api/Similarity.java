package io.neardup.api;

import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.Overlap;
import io.neardup.text.DocumentShingler;
import io.neardup.text.Utf8;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/**
 * Compares texts exactly as the pipeline compares documents, by their sets of shingles. The results
 * are the same on every machine. Not safe for use by several threads.
 */
public final class Similarity {

  private final DocumentShingler shingler;
  private final IndexedSet setA = new IndexedSet();
  private final IndexedSet setB = new IndexedSet();

  /**
   * Reads the settings of shingles and texts, {@code neardup.shingle.*} and {@code neardup.text.*}.
   *
   * @throws io.neardup.config.UsageException if a key has a value that it does not allow, or names
   *     a file that cannot be used
   */
  public Similarity(Configuration conf) throws IOException {
    shingler = Shinglers.of(conf, HadoopSettings.of(conf));
  }

  /** Returns the Jaccard similarity, 0 to 1; 0 if a text has no shingle. */
  public double jaccard(String a, String b) {
    return overlap(Utf8.of(a), Utf8.of(b)).similarity(Measure.JACCARD);
  }

  /**
   * Returns the containment, 0 to 1: how much of the shingles of the smaller set the other has; 0
   * if a text has no shingle.
   */
  public double containment(String a, String b) {
    return overlap(Utf8.of(a), Utf8.of(b)).similarity(Measure.CONTAINMENT);
  }

  /**
   * Returns how many shingles two texts have, and how many in common.
   *
   * @param a a text in UTF-8
   * @param b another one
   */
  public Overlap overlap(byte[] a, byte[] b) {
    LongArrayList ofA = shingler.elements(a, 0, a.length).clone(); // the next text overwrites them
    LongArrayList ofB = shingler.elements(b, 0, b.length);
    setA.take(ofA.elements(), ofA.size());
    setB.take(ofB.elements(), ofB.size());
    return Overlap.of(setA, setB);
  }
}
