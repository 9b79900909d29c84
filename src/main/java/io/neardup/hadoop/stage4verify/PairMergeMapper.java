package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.PairsInputFormat;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** A record of {@link PairsInputFormat} → ((i, j), the line of the pair). */
public final class PairMergeMapper extends Mapper<LongWritable, Text, ColumnPairKey, Text> {

  private final NumberParser numbers = new NumberParser("a pair with its columns");
  private final ColumnPairKey key = new ColumnPairKey();
  private final Text line = new Text();

  @Override
  protected void map(LongWritable number, Text record, Context context)
      throws IOException, InterruptedException {
    numbers.start(record);
    long i = numbers.number();
    numbers.expect('\t');
    long j = numbers.number();
    numbers.expect('\t');
    numbers.skipField(); // the similarity
    int at = numbers.position();
    line.set(record.getBytes(), at, record.getLength() - at);
    context.getCounter(PairMergeCounters.PAIRS_READ).increment(1);
    context.write(key.set(i, j), line);
  }
}
