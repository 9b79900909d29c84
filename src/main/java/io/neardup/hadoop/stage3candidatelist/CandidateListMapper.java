package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.AscendingNumbers;
import io.neardup.hadoop.table.ColumnPairKey;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line of a bucket → for each column i, the tail of columns j &gt; i to pair with i (Exercise 3.4.4
 * b). Near-duplicates share buckets in many bands, so the mapper unites the tails of many buckets
 * before it sends them, in pieces of columns of one {@link #window}: ((i, window), piece).
 *
 * <p>Memory: {@link Tails}, the columns of a line.
 */
public final class CandidateListMapper
    extends Mapper<LongWritable, Text, ColumnPairKey, AscendingNumbers> {

  /** Columns of a window: those of a tail that are united at once, so that memory is bounded. */
  static final int WINDOW = 1 << 20;

  /** Most columns of a piece. */
  static final int MAX_PIECE = 4096;

  private final ColumnPairKey key = new ColumnPairKey();
  private final AscendingNumbers piece = new AscendingNumbers();
  private final BucketLine bucket = new BucketLine();
  private final Tails tails = new Tails();
  private long pairs;

  /** Returns the window that a column is in. */
  static long window(long column) {
    return column / WINDOW;
  }

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    bucket.parse(line);
    for (int head = 0; head < bucket.heads(); head++) {
      pairs += tails.add(bucket, head);
      if (tails.isFull()) {
        send(context);
      }
    }
  }

  private void send(Context context) throws IOException, InterruptedException {
    long repeats = tails.drain((i, tail) -> send(i, tail, context));
    context.getCounter(CandidateListCounters.PAIRS_LISTED).increment(pairs);
    context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
    context.progress();
    pairs = 0;
  }

  private void send(long i, LongArrayList tail, Context context)
      throws IOException, InterruptedException {
    int to;
    for (int from = 0; from < tail.size(); from = to) {
      long window = window(tail.getLong(from));
      to = from + 1;
      while (to < tail.size() && to - from < MAX_PIECE && window(tail.getLong(to)) == window) {
        to++;
      }
      piece.list().clear();
      piece.list().addElements(0, tail.elements(), from, to - from);
      context.write(key.set(i, window), piece);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    send(context);
  }
}
