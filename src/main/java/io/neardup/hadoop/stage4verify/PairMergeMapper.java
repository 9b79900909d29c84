package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.PairsInputFormat;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A record of {@link PairsInputFormat} → ((i, j), the line of the pair), unless a document of the
 * pair was dropped. Memory: {@link ColumnBits} of the dropped columns.
 */
public final class PairMergeMapper extends Mapper<LongWritable, Text, ColumnPairKey, Text> {

  private static final String DROPPED = "neardup-internal.dropped-from-pairs";

  private final NumberParser numbers = new NumberParser("a pair with its columns");
  private final ColumnPairKey key = new ColumnPairKey();
  private final Text line = new Text();
  private ColumnBits dropped; // null if no document was dropped

  /** Tells the mapper which pairs it leaves out: those of dropped columns. */
  static void setDropped(Configuration conf, ColumnSet dropped) {
    conf.set(DROPPED, dropped.file().toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    String file = conf.getRaw(DROPPED);
    dropped = file == null ? null : ColumnBits.read(conf, new Path(file));
  }

  @Override
  protected void map(LongWritable number, Text record, Context context)
      throws IOException, InterruptedException {
    numbers.start(record);
    long i = numbers.number();
    numbers.expect('\t');
    long j = numbers.number();
    numbers.expect('\t');
    for (int field = 0; field < PairsInputFormat.NUMBERS_OF_COLUMNS; field++) {
      numbers.skipField();
    }
    int at = numbers.position();
    line.set(record.getBytes(), at, record.getLength() - at);
    context.getCounter(PairMergeCounters.PAIRS_READ).increment(1);
    if (dropped != null && (dropped.contains(i) || dropped.contains(j))) {
      context.getCounter(PairMergeCounters.PAIRS_DROPPED).increment(1);
      return;
    }
    context.write(key.set(i, j), line);
  }
}
