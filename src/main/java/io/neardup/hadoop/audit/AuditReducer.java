package io.neardup.hadoop.audit;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapreduce.Reducer;

/** What was found about a sampled document → a judgement. Leaves the {@link Tallies} as a note. */
public final class AuditReducer extends Reducer<GroupedKey, Finding, NullWritable, Text> {

  private Judgement judgement;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    judgement =
        new Judgement(
            conf, HadoopSettings.of(conf), counter -> context.getCounter(counter).increment(1));
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<Finding> findings, Context context)
      throws IOException {
    judgement.begin(key.groupColumn());
    for (Finding finding : findings) { // the key changes with each value
      judgement.add(key.column(), WritableUtils.clone(finding, context.getConfiguration()));
      context.progress();
    }
    judgement.end();
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    TaskNotes.write(context, Tallies.NOTE, judgement.tallies().lines());
    judgement.close();
  }
}
