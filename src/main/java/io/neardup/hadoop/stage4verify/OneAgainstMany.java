package io.neardup.hadoop.stage4verify;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;

/**
 * Computes the similarities of texts to one text: what {@link PairSimilarities} computes, for a
 * task that has the texts. The one text is shingled when it is first compared.
 *
 * <p>Memory: both texts and their elements. Not safe for use by several threads.
 */
public final class OneAgainstMany {

  private final DocumentElements elements;
  private final boolean exact;
  private final Measure measure;
  private final int slots;
  private final SetComparison comparison = new SetComparison();
  private final DocumentWritable document = new DocumentWritable();
  private final LineBuilder number = new LineBuilder();
  private final NumberParser parser = new NumberParser("a similarity");
  private final IndexedSet other = new IndexedSet();
  private byte[] one = {};
  private IndexedSet oneSet; // null until it is needed

  /** Makes a comparison by the settings of a task. */
  public OneAgainstMany(Configuration conf) throws IOException {
    Settings settings = HadoopSettings.of(conf);
    exact = Verification.exact(settings);
    measure = HadoopSettings.measure(settings);
    slots = DocumentElements.numberOfSlots(settings);
    elements =
        exact ? DocumentElements.shingles(conf, settings) : DocumentElements.slots(conf, settings);
  }

  /** Sets the one text: {@code length} bytes of an array, which are copied. */
  public void setOne(byte[] bytes, int offset, int length) {
    one = Arrays.copyOfRange(bytes, offset, offset + length);
    oneSet = null;
  }

  /** Returns the similarity of a text to the one text, in millionths. */
  public int millionths(byte[] bytes, int offset, int length) throws IOException {
    if (oneSet == null) {
      LongArrayList list = elements(one, 0, one.length);
      oneSet = IndexedSet.of(list.elements(), list.size());
    }
    LongArrayList list = elements(bytes, offset, length);
    other.take(list.elements(), list.size());
    if (!comparison.reaches(oneSet, other.elements(), other.size(), 0)) {
      throw new AssertionError("every pair reaches 0");
    }
    int intersection = comparison.intersection();
    number
        .clear()
        .appendQuotient(
            intersection, exact ? measure.whole(intersection, oneSet.size(), other.size()) : slots);
    return parser.start(number.toText()).millionths();
  }

  private LongArrayList elements(byte[] bytes, int offset, int length) {
    document.set(bytes, 0, bytes, offset, length);
    return elements.of(document);
  }
}
