package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.ColumnPairKey;
import io.neardup.hadoop.io.TaskNotes;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The lines of the pairs kept, by (i, j), as they are. Notes the most similar pairs of the task.
 */
public final class OrderReducer extends Reducer<ColumnPairKey, Text, ColumnPairKey, Text> {

  private final MostSimilar mostSimilar = new MostSimilar();

  @Override
  protected void reduce(ColumnPairKey pair, Iterable<Text> lines, Context context)
      throws IOException, InterruptedException {
    for (Text line : lines) {
      context.write(pair, line);
      mostSimilar.add(line);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (!mostSimilar.isEmpty()) {
      TaskNotes.write(context, MostSimilar.NOTE, mostSimilar.lines());
    }
  }
}
