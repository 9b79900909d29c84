package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.ColumnPairKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line of a bucket → for each column i, the tail of columns j &gt; i to pair with i, in pieces:
 * ((i, first j), piece) (Exercise 3.4.4 b). Near-duplicates share buckets in many bands, each with
 * few other columns. So the mapper gathers the pairs of short tails and drops repeats before it
 * sends them; it sends a long tail at once.
 *
 * <p>Memory: {@link GatheredPairs}, the columns of a line.
 */
public final class CandidateListMapper extends Mapper<LongWritable, Text, ColumnPairKey, Tail> {

  /** Maximum columns of a short tail, whose pairs are gathered. */
  static final int SHORT = 256;

  private final ColumnPairKey key = new ColumnPairKey();
  private final Tail piece = new Tail();
  private final BucketLine bucket = new BucketLine();
  private final GatheredPairs gathered = new GatheredPairs();
  private long pairs;

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    bucket.parse(line);
    for (int head = 0; head < bucket.heads(); head++) {
      list(head, context);
    }
  }

  private void list(int head, Context context) throws IOException, InterruptedException {
    LongArrayList columns = bucket.columns();
    long i = columns.getLong(head);
    int from = bucket.firstPartner(head);
    int to = columns.size();
    if (to - from <= SHORT) {
      for (int at = from; at < to; at++) {
        gather(i, columns.getLong(at), context);
      }
      return;
    }
    for (int start = from; start < to; start += Tail.MAX_COLUMNS) {
      piece.columns().clear();
      piece
          .columns()
          .addElements(0, columns.elements(), start, Math.min(Tail.MAX_COLUMNS, to - start));
      pairs += piece.columns().size();
      send(i, piece, context);
    }
  }

  private void gather(long i, long j, Context context) throws IOException, InterruptedException {
    if (gathered.isFull()) {
      sendGathered(context);
    }
    gathered.add(i, j);
    pairs++;
  }

  private void sendGathered(Context context) throws IOException, InterruptedException {
    long repeats = gathered.drain((i, tail) -> send(i, tail, context));
    context.getCounter(CandidateListCounters.PAIRS_LISTED).increment(pairs);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
    context.progress();
    pairs = 0;
  }

  private void send(long i, Tail tail, Context context) throws IOException, InterruptedException {
    context.write(key.set(i, tail.columns().getLong(0)), tail);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    sendGathered(context);
  }
}
