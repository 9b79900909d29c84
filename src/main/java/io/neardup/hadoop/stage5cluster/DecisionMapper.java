package io.neardup.hadoop.stage5cluster;

import io.neardup.hadoop.io.LineNumbers;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Line {@code i<TAB>j<TAB>similarity} of a pair → the pair for i and for j, with its similarity in
 * millionths; line {@code column<TAB>kept column} → what is kept for the column.
 */
public final class DecisionMapper extends Mapper<LongWritable, Text, DecisionKey, IntWritable> {

  private final LineNumbers numbers = new LineNumbers("a pair or a kept column");
  private final DecisionKey key = new DecisionKey();
  private final IntWritable similarity = new IntWritable();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long column = numbers.number();
    numbers.expect('\t');
    long other = numbers.number();
    boolean pair = numbers.accept('\t');
    similarity.set(pair ? numbers.millionths() : 0);
    numbers.expectEnd();
    if (pair) {
      context.write(key.setPair(column, other), similarity);
      context.write(key.setPair(other, column), similarity);
      context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(1);
    } else {
      context.write(key.setKept(column, other), similarity);
    }
  }
}
