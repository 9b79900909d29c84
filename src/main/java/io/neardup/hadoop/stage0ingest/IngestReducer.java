package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.io.CorpusManifest;
import io.neardup.hadoop.io.CorpusRange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Writes the lines of the manifest (the planned ranges with their counts and first columns), of the
 * records set aside, {@code file<TAB>position<TAB>reason<TAB>detail}, and of the ids that more than
 * one document has, {@code id<TAB>documents}.
 */
public final class IngestReducer extends Reducer<BytesWritable, Text, Text, Text> {

  static final Text MANIFEST = new Text("manifest");
  static final Text SKIPPED = new Text("skipped");
  static final Text REPEATED = new Text("repeated-ids");

  private static final String PLAN = "neardup-internal.plan";

  private final Text line = new Text();
  private Path planPath;
  private CorpusManifest.Cursor plan;
  private CorpusRange range;
  private long rangeOrdinal = -1;
  private long nextColumn;
  private long linesBefore;
  private boolean listingSkipped;

  /** Tells the reducer where the planned ranges are. */
  static void setPlan(Configuration conf, Path plan) {
    conf.set(PLAN, plan.toString());
  }

  @Override
  protected void setup(Context context) {
    planPath = new Path(context.getConfiguration().get(PLAN));
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<Text> values, Context context)
      throws IOException, InterruptedException {
    switch (IngestKey.kind(key)) {
      case IngestKey.RANGE -> writeRange(key, values.iterator().next(), context);
      case IngestKey.SKIPPED -> writeSkipped(key, values, context);
      default -> writeIfRepeated(key, values, context);
    }
  }

  private void writeRange(BytesWritable key, Text counts, Context context)
      throws IOException, InterruptedException {
    long ordinal = IngestKey.ordinal(key);
    if (ordinal != rangeOrdinal + 1) {
      throw new IOException("range " + (rangeOrdinal + 1) + " of " + planPath + " was not read");
    }
    String before = range == null ? null : range.file();
    moveTo(ordinal, context);
    String[] numbers = counts.toString().split("\t", -1);
    long documents = Long.parseLong(numbers[0]);
    if (!range.file().equals(before)) {
      linesBefore = 0;
    }
    line.set(
        CorpusManifest.line(
            range.counted(nextColumn, documents, Long.parseLong(numbers[1]), linesBefore)));
    context.write(MANIFEST, line);
    context.getCounter(IngestCounters.RANGES).increment(1);
    nextColumn += documents;
    linesBefore += Long.parseLong(numbers[2]);
  }

  private void writeSkipped(BytesWritable key, Iterable<Text> reasons, Context context)
      throws IOException, InterruptedException {
    if (!listingSkipped) {
      listingSkipped = true;
      closePlan();
    }
    moveTo(IngestKey.ordinal(key), context);
    for (Text reason : reasons) {
      line.set(range.file() + "\t" + IngestKey.position(key) + "\t" + reason);
      context.write(SKIPPED, line);
    }
  }

  private void writeIfRepeated(BytesWritable key, Iterable<Text> places, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    for (Text ignored : places) {
      documents++;
    }
    if (documents > 1) {
      String id =
          new String(
              key.getBytes(),
              IngestKey.idOffset(),
              key.getLength() - IngestKey.idOffset(),
              StandardCharsets.UTF_8);
      line.set(id + "\t" + documents);
      context.write(REPEATED, line);
      context.getCounter(IngestCounters.REPEATED_IDS).increment(1);
    }
  }

  /** Reads the plan up to a range, which is not before the current one. */
  private void moveTo(long ordinal, Context context) throws IOException {
    if (plan == null) {
      plan = new CorpusManifest.Cursor(context.getConfiguration(), planPath);
      rangeOrdinal = -1;
    }
    for (; rangeOrdinal < ordinal; rangeOrdinal++) {
      range = plan.next();
    }
  }

  private void closePlan() throws IOException {
    if (plan != null) {
      plan.close();
      plan = null;
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    closePlan();
  }
}
