package io.neardup.hadoop.stage3candidatelist;

import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.AscendingNumbers;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Unites the pieces of the tail of column i, window by window, into its candidate list {@code
 * i<TAB>j₁ j₂ …}: the columns that share enough buckets with it. A list of more than {@value
 * #MAX_COLUMNS} columns goes on in further lines of the same i.
 *
 * <p>Memory: 8 to 16 bytes for each of {@value #MAX_UNSORTED} columns.
 */
public final class CandidateListReducer
    extends Reducer<ColumnPairKey, AscendingNumbers, NullWritable, Text> {

  /** Columns of a window: those of a tail that are united at once, so that memory is bounded. */
  static final int WINDOW = 1 << 18;

  /** Columns, with repeats, that are gathered before repeats are removed, or more. */
  private static final int MAX_UNSORTED = 1 << 21;

  /** Most columns of a line. */
  static final int MAX_COLUMNS = 65_536;

  private final LongArrayList tail = new LongArrayList();
  private final LineBuilder line = new LineBuilder();
  private int lineColumns;
  private int least;
  private long column = -1; // of the list
  private long lists;
  private long candidates;

  @Override
  protected void setup(Context context) {
    least = leastBuckets(HadoopSettings.of(context.getConfiguration()));
  }

  /** Returns how many buckets a candidate shares at least. */
  private static int leastBuckets(Settings settings) {
    return settings.isOfContainment() ? settings.anchors().leastShared() : 1;
  }

  @Override
  protected void reduce(ColumnPairKey key, Iterable<AscendingNumbers> pieces, Context context)
      throws IOException, InterruptedException {
    tail.clear();
    long repeats = 0;
    for (AscendingNumbers piece : pieces) {
      tail.addAll(piece.list());
      if (tail.size() >= MAX_UNSORTED) {
        repeats += Tails.removeRepeats(tail, least);
      }
    }
    repeats += Tails.removeRepeats(tail, least);
    int listed = tail.size();
    Tails.removeRare(tail, least);
    int found = tail.size();
    if (found > 0) {
      add(key.first(), context);
    }
    context
        .getCounter(CandidateListCounters.PAIRS_REPEATED)
        .increment(repeats + (least - 1L) * found);
    context
        .getCounter(CandidateListCounters.PAIRS_IN_FEW_BUCKETS)
        .increment(listed - least * found);
  }

  /** Adds the tail to the list of column i, whose columns are smaller. */
  private void add(long i, Context context) throws IOException, InterruptedException {
    if (i != column) {
      endLine(context);
      column = i;
      lists++;
    }
    for (int at = 0; at < tail.size(); at++) {
      if (lineColumns == MAX_COLUMNS) {
        endLine(context);
      }
      if (lineColumns == 0) {
        line.clear().append(i).append('\t');
      } else {
        line.append(' ');
      }
      line.append(tail.getLong(at));
      lineColumns++;
    }
    candidates += tail.size();
  }

  private void endLine(Context context) throws IOException, InterruptedException {
    if (lineColumns > 0) {
      context.write(NullWritable.get(), line.toText());
      context.progress();
      lineColumns = 0;
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    endLine(context);
    context.getCounter(CandidateListCounters.LISTS).increment(lists);
    context.getCounter(CandidateListCounters.CANDIDATES).increment(candidates);
  }

  /**
   * Line of a bucket → for each column i, the tail of columns j &gt; i to pair with i (Exercise
   * 3.4.4 b). Near-duplicates share buckets in many bands, so the mapper unites the tails of many
   * buckets before it sends them, in pieces of columns of one {@link #window}: ((i, window),
   * piece).
   *
   * <p>Memory: {@link Tails}, the columns of a line.
   */
  public static final class Buckets
      extends Mapper<LongWritable, Text, ColumnPairKey, AscendingNumbers> {

    /** Most columns of a piece. */
    static final int MAX_PIECE = 4096;

    private final ColumnPairKey key = new ColumnPairKey();
    private final AscendingNumbers piece = new AscendingNumbers();
    private final BucketLine bucket = new BucketLine();
    private int least;
    private Tails tails;
    private long pairs;

    static long window(long column) {
      return column / WINDOW;
    }

    @Override
    protected void setup(Context context) {
      least = leastBuckets(HadoopSettings.of(context.getConfiguration()));
      tails = new Tails(least);
    }

    @Override
    protected void map(LongWritable position, Text line, Context context)
        throws IOException, InterruptedException {
      bucket.parse(line);
      int times = bucket.band() == 0 ? least : 1; // that of equal sets suffices
      for (int head = 0; head < bucket.heads(); head++) {
        for (int time = 0; time < times; time++) {
          pairs += tails.add(bucket, head);
        }
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
}
