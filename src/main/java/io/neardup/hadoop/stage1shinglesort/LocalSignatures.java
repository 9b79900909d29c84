package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Plan {@code local}: whole signatures are shuffled. */
final class LocalSignatures {

  private LocalSignatures() {}

  /** (column, document) → (column, its whole signature column). */
  public static final class Columns
      extends Mapper<LongWritable, DocumentWritable, LongWritable, BytesWritable> {

    private final BytesWritable record = new BytesWritable();
    private Sketching sketching;
    private int slots;
    private byte[] encoded;

    @Override
    protected void setup(Context context) throws IOException {
      sketching = new Sketching(context, HadoopSettings.of(context.getConfiguration()));
      slots = SignatureInputFormat.slots(context.getConfiguration());
      encoded = new byte[SignatureColumn.length(slots)];
    }

    @Override
    protected void map(LongWritable column, DocumentWritable document, Context context)
        throws IOException, InterruptedException {
      if (sketching.shingle(document, context)) {
        SignatureColumn.encode(column.get(), sketching.sketch().slots(), 0, slots, encoded);
        record.set(encoded, 0, encoded.length);
        context.write(column, record);
      }
    }

    @Override
    protected void cleanup(Context context) throws IOException {
      sketching.writeNotes(context);
    }
  }

  /** Writes the signature columns as they arrive, in order. */
  public static final class Writer
      extends Reducer<LongWritable, BytesWritable, NullWritable, BytesWritable> {

    @Override
    protected void reduce(LongWritable column, Iterable<BytesWritable> records, Context context)
        throws IOException, InterruptedException {
      int count = 0;
      for (BytesWritable record : records) {
        context.write(NullWritable.get(), record);
        count++;
      }
      if (count != 1) {
        throw new IOException("column " + column + " has " + count + " signatures");
      }
      context.getCounter(ShingleSortCounters.SIGNATURES).increment(1);
    }
  }
}
