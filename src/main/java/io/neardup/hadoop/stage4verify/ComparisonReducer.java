package io.neardup.hadoop.stage4verify;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.LineBuilder;
import io.neardup.hadoop.io.Shinglers;
import io.neardup.hadoop.io.SignatureInputFormat;
import io.neardup.hadoop.io.TaskNotes;
import io.neardup.similarity.Jaccard;
import io.neardup.text.DocumentShingler;
import io.neardup.text.Utf8Buffer;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Iterator;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The document of i, then each document j that makes a plausible pair with it → lines {@code
 * idA<TAB>idB<TAB>signature similarity<TAB>Jaccard<TAB>intersection<TAB>union} of the pairs kept,
 * by i, then j, under the key (i, j); similarities with six decimals. Notes the most similar pairs
 * of the task.
 *
 * <p>Memory: two documents and their shingles.
 */
public final class ComparisonReducer
    extends Reducer<ColumnPairKey, ComparedDocument, ColumnPairKey, Text> {

  private final Utf8Buffer idOfA = new Utf8Buffer();
  private final LongArrayList shinglesOfA = new LongArrayList();
  private final LongArrayList shinglesOfB = new LongArrayList();
  private final LineBuilder line = new LineBuilder();
  private final MostSimilar mostSimilar = new MostSimilar();
  private DocumentShingler shingler;
  private boolean exact;
  private double threshold;
  private int slots;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    shingler = Shinglers.of(conf, settings);
    exact = Verification.exact(settings);
    threshold = settings.get(Keys.THRESHOLD);
    slots = SignatureInputFormat.slots(conf);
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<ComparedDocument> documents, Context context)
      throws IOException, InterruptedException {
    if (key.second() != 0) {
      throw new IOException("document " + key.first() + " is missing");
    }
    Iterator<ComparedDocument> iterator = documents.iterator();
    takeA(iterator.next().document(), iterator.hasNext());
    while (iterator.hasNext()) {
      compare(key, iterator.next(), context); // the key moves on with the values
    }
  }

  private void takeA(DocumentWritable document, boolean hasPairs) {
    if (!hasPairs) {
      return;
    }
    idOfA.clear();
    idOfA.append(document.idBytes(), 0, document.idLength());
    if (exact) {
      shingle(document, shinglesOfA);
    }
  }

  private void shingle(DocumentWritable document, LongArrayList shingles) {
    shingler.sortedDistinct(
        document.textBytes(), document.textOffset(), document.textLength(), shingles);
  }

  private void compare(ColumnPairKey pair, ComparedDocument compared, Context context)
      throws IOException, InterruptedException {
    DocumentWritable b = compared.document();
    int intersection = 0;
    int union = 0;
    if (exact) {
      shingle(b, shinglesOfB);
      int sizeOfA = shinglesOfA.size();
      int sizeOfB = shinglesOfB.size();
      intersection =
          Jaccard.intersectionAtLeast(
              shinglesOfA.elements(),
              sizeOfA,
              shinglesOfB.elements(),
              sizeOfB,
              Jaccard.neededIntersection(sizeOfA, sizeOfB, threshold));
      if (intersection < 0) {
        context.getCounter(VerifyCounters.BELOW_THRESHOLD).increment(1);
        return;
      }
      union = sizeOfA + sizeOfB - intersection;
    }
    double agreement = (double) compared.agreement() / slots;
    line.clear().append(idOfA.bytes(), 0, idOfA.length()).append('\t');
    line.append(b.idBytes(), 0, b.idLength()).append('\t');
    line.append(sixDecimals(agreement)).append('\t');
    if (exact) {
      line.append(sixDecimals((double) intersection / union)).append('\t');
      line.append(intersection).append('\t').append(union);
    } else {
      line.append("\t\t");
    }
    Text text = line.toText();
    context.write(pair, text);
    context.getCounter(VerifyCounters.PAIRS_KEPT).increment(1);
    mostSimilar.add(exact ? (double) intersection / union : agreement, text);
  }

  private static String sixDecimals(double similarity) {
    return String.format(Locale.ROOT, "%.6f", similarity);
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (!mostSimilar.isEmpty()) {
      TaskNotes.write(context, MostSimilar.NOTE, mostSimilar.lines());
    }
  }
}
