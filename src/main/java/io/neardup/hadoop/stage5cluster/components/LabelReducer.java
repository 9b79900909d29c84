package io.neardup.hadoop.stage5cluster.components;

import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * A column and the centre of its star, possibly several times → one line {@code column<TAB>centre
 * centre}. Fails if a column has two centres, because the edges are then not stars.
 */
public final class LabelReducer extends Reducer<ColumnPairKey, NullWritable, NullWritable, Text> {

  private final LineBuilder line = new LineBuilder();

  @Override
  protected void reduce(ColumnPairKey key, Iterable<NullWritable> repetitions, Context context)
      throws IOException, InterruptedException {
    long column = key.first();
    long centre = key.second();
    for (NullWritable unused : repetitions) { // the key moves on with the values
      if (key.second() != centre) {
        throw new IOException(
            "column " + column + " belongs to " + centre + " and to " + key.second());
      }
    }
    line.clear().append(column).append('\t').append(centre).append(' ').append(centre);
    context.write(NullWritable.get(), line.toText());
    context.getCounter(ClusterCounters.COLUMNS).increment(1);
    if (column == centre) {
      context.getCounter(ClusterCounters.COMPONENTS).increment(1);
    }
  }
}
