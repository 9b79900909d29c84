package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * A line {@code i<TAB>j<TAB>similarity<TAB>…} of a pair → the pair for i and for j, with its
 * similarity in millionths. A line {@code column<TAB>kept column} → the kept column of the column.
 */
public final class DecisionMapper extends Mapper<LongWritable, Text, DecisionKey, IntWritable> {

  private final NumberParser numbers = new NumberParser("a pair or a kept column");
  private final DecisionKey key = new DecisionKey();
  private final IntWritable similarity = new IntWritable();

  @Override
  protected void map(LongWritable position, Text line, Context context)
      throws IOException, InterruptedException {
    numbers.start(line);
    long first = numbers.number();
    numbers.expect('\t');
    long second = numbers.number();
    boolean pair = numbers.accept('\t');
    if (!pair) {
      numbers.expectEnd();
      similarity.set(0);
      context.write(key.setKept(first, second), similarity);
      return;
    }
    similarity.set(numbers.millionths());
    numbers.expect('\t'); // what follows is of no use here
    context.write(key.setPair(first, second), similarity);
    context.write(key.setPair(second, first), similarity);
    context.getCounter(ClusterCounters.PAIRS_DECIDED).increment(1);
  }
}
