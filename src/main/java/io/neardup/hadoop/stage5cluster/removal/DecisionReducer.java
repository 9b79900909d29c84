package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.keep.Partner;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * What decides on a column → a line {@code column<TAB>kept cluster}, and one that also has the
 * reason if the column is removed: {@link DecisionJob}. Of several kept columns the smallest
 * counts, of several partners the best. A column with neither is kept.
 */
public final class DecisionReducer extends Reducer<DecisionKey, Partner, Text, Text> {

  private static final long NONE = -1;

  private final LineBuilder line = new LineBuilder();
  private final Partner best = new Partner();

  @Override
  protected void reduce(DecisionKey key, Iterable<Partner> values, Context context)
      throws IOException, InterruptedException {
    long column = key.column();
    long component = NONE;
    long kept = NONE;
    long other = NONE; // of the best partner or pair
    for (Partner value : values) { // the key moves on with the values
      long next = key.other();
      switch (key.kind()) {
        case COMPONENT -> component = next;
        case KEPT -> kept = kept == NONE ? next : kept; // the smallest one comes first
        case PARTNER -> {
          if (kept == NONE || value.isBetter(best)) {
            kept = next;
            other = next;
            best.set(value);
          }
        }
        case PAIR -> {
          if (other == NONE || next == kept || (other != kept && value.isBetter(best))) {
            other = next;
            best.set(value);
          }
        }
      }
    }
    write(column, component, kept == NONE ? column : kept, other, context);
  }

  private void write(long column, long component, long kept, long other, Context context)
      throws IOException, InterruptedException {
    if (component == NONE) {
      throw new IOException("column " + column + " is in no component");
    }
    line.clear().append(column).append('\t').append(kept).append(' ').append(component);
    context.write(DecisionJob.COLUMNS, line.toText());
    if (kept != column) {
      if (other == NONE) {
        throw new IOException("column " + column + " is removed, but in no pair");
      }
      line.append(' ').append(other).append(' ').append(best.similarity());
      context.getCounter(ClusterCounters.SHINGLES_OF_REMOVED).increment(best.size());
      context.getCounter(ClusterCounters.SHINGLES_NOT_IN_KEPT).increment(best.missing());
    }
    context.write(DecisionJob.DECISIONS, line.toText());
    context.getCounter(ClusterCounters.COLUMNS_DECIDED).increment(1);
  }
}
