package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.hadoop.io.HadoopSettings;
import io.neardup.hadoop.io.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.VIntWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Plan {@code sort}, map side: (column, document) → ((block, shingle, column), last round in which
 * the pair is needed). With pruning only the pairs that give a minimum, at most n a document;
 * without, all distinct shingles of the document.
 */
public final class ShingleSortMapper
    extends Mapper<LongWritable, DocumentWritable, ShinglePairKey, VIntWritable> {

  private final ShinglePairKey pair = new ShinglePairKey();
  private final VIntWritable lastRound = new VIntWritable();
  private MinimumPairs minimumPairs;
  private Sketching sketching;
  private int blockSize;
  private boolean pruning;
  private long pairsOfDocument;

  @Override
  protected void setup(Context context) throws IOException {
    Settings settings = HadoopSettings.of(context.getConfiguration());
    sketching = new Sketching(context, settings);
    minimumPairs = new MinimumPairs(SignatureInputFormat.slots(context.getConfiguration()));
    blockSize = Blocks.of(context.getConfiguration()).size();
    pruning = settings.get(Keys.SIGNATURE_PRUNING);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    if (!sketching.shingle(document, context)) {
      return;
    }
    pairsOfDocument = 0;
    long block = column.get() / blockSize;
    int columnInBlock = (int) (column.get() % blockSize);
    ColumnSketcher sketched = sketching.sketch();
    if (pruning) {
      int pairs = minimumPairs.find(sketched);
      for (int i = 0; i < pairs; i++) {
        emit(block, minimumPairs.shingle(i), columnInBlock, minimumPairs.lastRound(i), context);
      }
    } else {
      LongArrayList elements = sketching.elements();
      Arrays.sort(elements.elements(), 0, elements.size());
      for (int i = 0; i < elements.size(); i++) {
        if (i == 0 || elements.getLong(i) != elements.getLong(i - 1)) {
          emit(block, elements.getLong(i), columnInBlock, sketched.lastRound(), context);
        }
      }
    }
    context.getCounter(ShingleSortCounters.PAIRS_SORTED).increment(pairsOfDocument);
  }

  private void emit(long block, long shingle, int columnInBlock, int round, Context context)
      throws IOException, InterruptedException {
    pair.set(block, shingle, columnInBlock);
    lastRound.set(round);
    context.write(pair, lastRound);
    pairsOfDocument++;
  }
}
