package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.stage5cluster.keep.RankKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The documents of a cluster, first all of them to be counted, then all of them again by column →
 * for each (column, {@code documents<TAB>id of the first}). Memory: one id.
 */
public final class ClusterNameReducer extends Reducer<RankKey, Text, LongWritable, Text> {

  private final LongWritable column = new LongWritable();
  private final LineBuilder line = new LineBuilder();
  private final Text name = new Text();

  @Override
  protected void reduce(RankKey key, Iterable<Text> ids, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    for (Text id : ids) { // the key moves on with the values
      if (ClusterNameMapper.isCounted(key)) {
        documents++;
        continue;
      }
      if (key.column() == key.group()) {
        name.set(id);
      }
      column.set(key.column());
      line.clear().append(documents).append('\t').append(name.getBytes(), 0, name.getLength());
      context.write(column, line.toText());
    }
  }
}
