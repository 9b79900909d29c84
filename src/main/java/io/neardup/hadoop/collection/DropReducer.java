package io.neardup.hadoop.collection;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** (column, id) → lines {@code column<TAB>id}, by column. */
public final class DropReducer extends Reducer<LongWritable, Text, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(LongWritable column, Iterable<Text> ids, Context context)
      throws IOException, InterruptedException {
    for (Text id : ids) {
      line.clear().append(column.get()).append('\t').append(id.getBytes(), 0, id.getLength());
      context.write(NullWritable.get(), line.toText());
    }
  }
}
