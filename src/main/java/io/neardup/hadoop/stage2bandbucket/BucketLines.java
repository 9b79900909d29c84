package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/** Writes what is listed of buckets as lines. */
public class BucketLines implements RankedPairs.Sink {

  final TaskInputOutputContext<?, ?, NullWritable, Text> context;
  final HexFormat hex = HexFormat.of();
  private final LineBuilder line = new LineBuilder();
  int band;
  long hash;

  /** Writes lines as the output of a task. */
  public BucketLines(TaskInputOutputContext<?, ?, NullWritable, Text> context) {
    this.context = context;
  }

  /**
   * Begins a bucket.
   *
   * @param newBand the first field of its lines
   * @param newHash the second
   */
  public final void start(int newBand, long newHash) {
    band = newBand;
    hash = newHash;
  }

  /**
   * Writes a line {@code band<TAB>hash<TAB>heads<TAB>columns} of the bucket; {@code old/heads}
   * instead of {@code heads} if the first {@code old} columns are not paired with each other.
   */
  @Override
  public final void list(int old, int heads, long[] columns, int from, int to)
      throws IOException, InterruptedException {
    line.clear().append(band).append('\t').append(hex.toHexDigits(hash)).append('\t');
    if (old > 0) {
      line.append(old).append('/');
    }
    line.append(heads);
    for (int at = from; at < to; at++) {
      line.append(at == from ? '\t' : ' ').append(RankedPairs.unmarked(columns[at]));
      if (columns[at] < 0) {
        line.append('-');
      }
    }
    context.write(NullWritable.get(), line.toText());
  }
}
