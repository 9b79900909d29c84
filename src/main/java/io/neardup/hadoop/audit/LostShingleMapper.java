package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Document → its sampled shingles, each with {@link #KEPT} or {@link #REMOVED}. */
public final class LostShingleMapper
    extends Mapper<LongWritable, DocumentWritable, LongWritable, IntWritable> {

  /** A removed document has the shingle. */
  static final int REMOVED = 1;

  /** A kept document has it. */
  static final int KEPT = 2;

  private final LongWritable key = new LongWritable();
  private final IntWritable value = new IntWritable();
  private DocumentStates states;
  private DocumentShingler shingler;
  private int bits;

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    states = new DocumentStates(conf);
    shingler = Shinglers.of(conf, HadoopSettings.of(conf));
    bits = LostShingles.bits(conf);
  }

  @Override
  protected void map(LongWritable column, DocumentWritable document, Context context)
      throws IOException, InterruptedException {
    states.decide(column.get());
    value.set(states.kept() == column.get() ? KEPT : REMOVED);
    LongArrayList shingles =
        shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
    for (int i = 0; i < shingles.size(); i++) {
      long shingle = shingles.getLong(i);
      if (LostShingles.isSampled(shingle, bits)) {
        key.set(shingle);
        context.write(key, value);
      }
    }
    context.progress();
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    states.close();
  }
}
