package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.LineNumbers;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line of a bucket → for each of its columns i the tail of columns j &gt; i to pair it with, in
 * pieces: ((i, first j), piece).
 */
public final class CandidateListMapper extends Mapper<LongWritable, Text, ColumnPairKey, Tail> {

  private final ColumnPairKey key = new ColumnPairKey();
  private final Tail piece = new Tail();
  private final LineNumbers numbers = new LineNumbers("a bucket");
  private final LongArrayList columns = new LongArrayList();
  private long pairs;

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    int heads = parse(line);
    pairs = 0;
    if (heads == 1) {
      emitStar(context);
    } else {
      for (int head = 0; head < heads; head++) {
        emit(columns.getLong(head), columns.elements(), head + 1, columns.size(), context);
      }
    }
    context.getCounter(CandidateListCounters.PAIRS_LISTED).increment(pairs);
  }

  /** Reads the columns of a line and returns its number of heads. */
  private int parse(Text line) throws IOException {
    numbers.start(line);
    numbers.skipField(); // band
    numbers.skipField(); // hash
    long heads = numbers.number();
    numbers.expect('\t');
    columns.clear();
    do {
      columns.add(numbers.number());
    } while (numbers.accept(' '));
    numbers.expectEnd();
    if (heads < 1 || heads >= columns.size()) { // the last column has none behind it
      throw numbers.broken();
    }
    return (int) heads;
  }

  /** One column with all others, which may be smaller or larger and in any order. */
  private void emitStar(Context context) throws IOException, InterruptedException {
    long centre = columns.getLong(0);
    long[] others = columns.elements();
    LongArrays.quickSort(others, 1, columns.size());
    int larger = 1;
    while (larger < columns.size() && others[larger] < centre) {
      piece.columns().clear();
      piece.columns().add(centre);
      write(others[larger], context);
      larger++;
    }
    emit(centre, others, larger, columns.size(), context);
  }

  private void emit(long i, long[] ascending, int from, int to, Context context)
      throws IOException, InterruptedException {
    for (int start = from; start < to; start += Tail.MAX_COLUMNS) {
      piece.columns().clear();
      piece.columns().addElements(0, ascending, start, Math.min(Tail.MAX_COLUMNS, to - start));
      write(i, context);
    }
  }

  private void write(long i, Context context) throws IOException, InterruptedException {
    key.set(i, piece.columns().getLong(0));
    context.write(key, piece);
    pairs += piece.columns().size();
  }
}
