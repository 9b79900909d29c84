package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.GroupedKey;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.Mapper;

/** A sampled document: its text, its signature, and which document is kept for it. Reused. */
public final class SampledDocument implements Writable {

  byte[] text = {};
  byte[] slots = {}; // of the signature; none if the document has no shingle
  long kept; // the column kept for it: its own if it is kept

  @Override
  public void write(DataOutput out) throws IOException {
    Finding.write(out, text);
    Finding.write(out, slots);
    out.writeLong(kept);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    text = Finding.read(in);
    slots = Finding.read(in);
    kept = in.readLong();
  }

  /** Document of a sampled column → its text and signature, by length, then column. */
  public static final class Sampler
      extends Mapper<LongWritable, DocumentWritable, GroupedKey, SampledDocument> {

    private final GroupedKey key = new GroupedKey();
    private final SampledDocument sampled = new SampledDocument();
    private SampledColumns sample;
    private DocumentStates states;

    @Override
    protected void setup(Context context) throws IOException {
      sample = AuditTasks.of(context.getConfiguration()).sample();
      states = new DocumentStates(context.getConfiguration());
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      long c = column.get();
      if (!sample.contains(c)) {
        return;
      }
      int from = document.textOffset();
      sampled.text = Arrays.copyOfRange(document.textBytes(), from, from + document.textLength());
      sampled.slots = states.slots(c);
      sampled.kept = states.decision(c).kept();
      key.set(sampled.text.length, c);
      context.write(key, sampled);
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      states.close();
    }
  }
}
