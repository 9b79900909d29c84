package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Plan {@code local}, map side: (column, document) → (column, its whole signature column). */
public final class LocalSignatureMapper
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
