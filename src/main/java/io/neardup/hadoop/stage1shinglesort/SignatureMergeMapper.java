package io.neardup.hadoop.stage1shinglesort;

import io.neardup.hadoop.table.ColumnSet;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Mapper;

/** Signature column → (column, the signature), unless its document was dropped. */
public final class SignatureMergeMapper
    extends Mapper<LongWritable, BytesWritable, LongWritable, BytesWritable> {

  private static final String DROPPED = "neardup-internal.dropped-signatures";

  private final LongWritable key = new LongWritable();
  private ColumnSet.Cursor dropped; // null if no document was dropped

  /** Tells the mapper which signatures it leaves out. */
  static void setDropped(Configuration conf, ColumnSet dropped) {
    conf.set(DROPPED, dropped.file().toString());
  }

  @Override
  protected void setup(Context context) throws IOException {
    Configuration conf = context.getConfiguration();
    String file = conf.getRaw(DROPPED);
    dropped = file == null ? null : new ColumnSet.Cursor(conf, new Path(file));
  }

  @Override
  protected void map(LongWritable position, BytesWritable record, Context context)
      throws IOException, InterruptedException {
    long column = SignatureColumn.column(record.getBytes(), 0);
    if (dropped == null || !dropped.contains(column)) {
      key.set(column);
      context.write(key, record);
    }
  }

  @Override
  protected void cleanup(Context context) throws IOException {
    if (dropped != null) {
      dropped.close();
    }
  }
}
