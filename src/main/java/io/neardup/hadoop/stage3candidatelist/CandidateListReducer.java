package io.neardup.hadoop.stage3candidatelist;

import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.AscendingNumbers;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Unites the pieces of the tail of column i, window by window, into its candidate list {@code
 * i<TAB>j₁ j₂ …}: the columns that share enough buckets with it. A list of more than {@value
 * #MAX_COLUMNS} columns goes on in further lines of the same i.
 *
 * <p>Most pieces are short. So Hadoop sorts one record for many of them, those of a range of
 * columns, and the reducer sorts these.
 *
 * <pre>
 * offset  length  content of a piece
 * 0       5       column i
 * 5       3       window
 * 8       1 to n  the columns, as {@link AscendingNumbers}
 * </pre>
 *
 * <p>Memory: 8 to 16 bytes for each of {@value #MAX_UNSORTED} columns, and {@value #SORT_BYTES}
 * bytes; more pieces are sorted on the local disk.
 */
public final class CandidateListReducer
    extends Reducer<LongWritable, BytesWritable, NullWritable, Text> {

  /** Columns of a window: those of a tail that are united at once, so that memory is bounded. */
  static final int WINDOW = 1 << 18;

  /** Ranges of columns, of each of which a record has pieces. */
  public static final int RANGES = 4096;

  /** Columns, with repeats, that are gathered before repeats are removed, or more. */
  private static final int MAX_UNSORTED = 1 << 21;

  /** Most columns of a line. */
  static final int MAX_COLUMNS = 65_536;

  private static final int SORT_BYTES = 32 << 20;
  private static final int WINDOW_BITS = 24;

  private RecordSort sort;
  private final DataInputBuffer in = new DataInputBuffer();
  private final AscendingNumbers piece = new AscendingNumbers();
  private final LongArrayList tail = new LongArrayList(); // of the open window
  private long place; // its column and window; open while the tail is not empty
  private long repeats; // in it
  private final LineBuilder line = new LineBuilder();
  private int lineColumns;
  private int least;
  private long column = -1; // of the list
  private long lists;
  private long candidates;

  @Override
  protected void setup(Context context) {
    least = leastBuckets(HadoopSettings.of(context.getConfiguration()));
    sort = new RecordSort(Disk.of(context), SORT_BYTES);
  }

  /** Returns how many buckets a candidate shares at least. */
  private static int leastBuckets(Settings settings) {
    return settings.isOfContainment() ? settings.anchors().leastShared() : 1;
  }

  @Override
  protected void reduce(LongWritable range, Iterable<BytesWritable> runs, Context context)
      throws IOException, InterruptedException {
    for (BytesWritable run : runs) {
      byte[] pieces = run.getBytes();
      for (int at = 0, length; at < run.getLength(); at += length) {
        int numbers = at + Long.BYTES;
        length =
            Long.BYTES
                + WritableUtils.decodeVIntSize(pieces[numbers])
                + WritableComparator.readVInt(pieces, numbers);
        sort.add(pieces, at, length);
      }
    }
    sort.<InterruptedException>drainTo((sorted, length) -> take(sorted, length, context));
    endWindow(context);
  }

  private void take(byte[] sorted, int length, Context context)
      throws IOException, InterruptedException {
    long its = BigEndian.getLong(sorted, 0);
    if (its != place) {
      endWindow(context);
      place = its;
    }
    in.reset(sorted, Long.BYTES, length - Long.BYTES);
    piece.readFields(in);
    tail.addAll(piece.list());
    if (tail.size() >= MAX_UNSORTED) {
      repeats += Tails.removeRepeats(tail, least);
    }
  }

  private void endWindow(Context context) throws IOException, InterruptedException {
    if (tail.isEmpty()) {
      return;
    }
    repeats += Tails.removeRepeats(tail, least);
    int listed = tail.size();
    Tails.removeRare(tail, least);
    int found = tail.size();
    if (found > 0) {
      add(place >>> WINDOW_BITS, context);
    }
    context
        .getCounter(CandidateListCounters.PAIRS_REPEATED)
        .increment(repeats + (least - 1L) * found);
    context
        .getCounter(CandidateListCounters.PAIRS_IN_FEW_BUCKETS)
        .increment(listed - least * found);
    tail.clear();
    repeats = 0;
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
    sort.close();
    endLine(context);
    context.getCounter(CandidateListCounters.LISTS).increment(lists);
    context.getCounter(CandidateListCounters.CANDIDATES).increment(candidates);
  }

  /**
   * Line of a bucket → for each column i, the tail of columns j &gt; i to pair with i (Exercise
   * 3.4.4 b). Near-duplicates share buckets in many bands, so the mapper unites the tails of many
   * buckets before it sends them, in pieces of columns of one {@link #window}: (first column of a
   * range, pieces of columns i in it).
   *
   * <p>Memory: {@link Tails}, the columns of a line, {@value #MAX_BYTES} bytes of pieces.
   */
  public static final class Buckets
      extends Mapper<LongWritable, Text, LongWritable, BytesWritable> {

    /** Most columns of a piece. */
    static final int MAX_PIECE = 4096;

    private static final int MAX_BYTES = 1 << 16;

    private final LongWritable range = new LongWritable();
    private final BytesWritable value = new BytesWritable();
    private final DataOutputBuffer pieces = new DataOutputBuffer(); // of the range
    private final AscendingNumbers piece = new AscendingNumbers();
    private final BucketLine bucket = new BucketLine();
    private int least;
    private Tails tails;
    private long columns; // of a range
    private long pairs;

    static long window(long column) {
      return column / WINDOW;
    }

    @Override
    protected void setup(Context context) {
      Configuration conf = context.getConfiguration();
      least = leastBuckets(HadoopSettings.of(conf));
      tails = new Tails(least);
      columns = ColumnPartition.columns(conf) / RANGES + 1;
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
      sendPieces(context);
      context.getCounter(CandidateListCounters.PAIRS_LISTED).increment(pairs);
      context.getCounter(CandidateListCounters.PAIRS_REPEATED).increment(repeats);
      context.progress();
      pairs = 0;
    }

    private void send(long i, LongArrayList tail, Context context)
        throws IOException, InterruptedException {
      long first = i - i % columns;
      int to;
      for (int from = 0; from < tail.size(); from = to) {
        if (first != range.get() || pieces.getLength() > MAX_BYTES) {
          sendPieces(context);
          range.set(first);
        }
        long window = window(tail.getLong(from));
        to = from + 1;
        while (to < tail.size() && to - from < MAX_PIECE && window(tail.getLong(to)) == window) {
          to++;
        }
        piece.list().clear();
        piece.list().addElements(0, tail.elements(), from, to - from);
        pieces.writeLong(i << WINDOW_BITS | window);
        piece.write(pieces);
      }
    }

    private void sendPieces(Context context) throws IOException, InterruptedException {
      if (pieces.getLength() > 0) {
        value.set(pieces.getData(), 0, pieces.getLength());
        context.write(range, value);
        pieces.reset();
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      send(context);
    }
  }
}
