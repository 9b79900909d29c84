package io.neardup.hadoop.export;

import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.NumberParser;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Lines {@code column<TAB>kept cluster} → (cluster, column), kept. */
final class ClusterColumnMapper extends Mapper<LongWritable, Text, GroupedKey, LongWritable> {

  private final NumberParser line = new NumberParser("a column, its kept one and its cluster");
  private final GroupedKey key = new GroupedKey();
  private final LongWritable value = new LongWritable();

  @Override
  protected void map(LongWritable offset, Text text, Context context)
      throws IOException, InterruptedException {
    long column = line.start(text).numberField();
    value.set(line.number());
    line.expect(' ');
    key.set(line.number(), column);
    line.expectEnd();
    context.write(key, value);
  }
}
