package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** (column, {@code documents<TAB>id}) → the line {@code column<TAB>documents<TAB>id}. */
public final class AnnotationLineReducer extends Reducer<LongWritable, Text, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(LongWritable column, Iterable<Text> clusters, Context context)
      throws IOException, InterruptedException {
    for (Text cluster : clusters) {
      line.clear().append(column.get()).append('\t');
      line.append(cluster.getBytes(), 0, cluster.getLength());
      context.write(NullWritable.get(), line.toText());
    }
  }
}
