package io.neardup.hadoop.stage1shinglesort;

import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.SignatureColumn;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Reducer;

/** Plan {@code local}: whole signatures are shuffled. */
final class LocalSignatures {

  private LocalSignatures() {}

  /** (column, document) → (column, its whole signature column). */
  public static final class Columns extends Sketching {

    private final BytesWritable record = new BytesWritable();
    private byte[] encoded;

    @Override
    protected void setup(Context context) throws IOException {
      super.setup(context);
      encoded = new byte[SignatureColumn.length(slots)];
    }

    @Override
    void send(LongWritable column, LongArrayList elements, ColumnSketcher sketched, Context context)
        throws IOException, InterruptedException {
      SignatureColumn.encode(column.get(), sketched.slots(), 0, slots, encoded);
      record.set(encoded, 0, encoded.length);
      context.write(column, record);
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
