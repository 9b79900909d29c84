package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.table.ColumnPartition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The ids of all documents → a line {@code id<TAB>documents} for each id of more than one. A key is
 * a hash of the id (8 bytes) and the id.
 */
public final class IngestReducer extends Reducer<BytesWritable, NullWritable, NullWritable, Text> {

  /** Where the id begins in a key. */
  static final int ID_OFFSET = Long.BYTES;

  private final Text line = new Text();

  static void setKey(BytesWritable key, byte[] id, int length) {
    key.setSize(ID_OFFSET + length);
    long hash = Hashing.xxh3_64().hashBytesToLong(id, 0, length);
    ByteBuffer.wrap(key.getBytes()).putLong(hash).put(id, 0, length);
  }

  /** Sends ids to all reducers by ascending ranges of their hash. */
  public static final class HashRangePartitioner extends Partitioner<BytesWritable, NullWritable> {
    @Override
    public int getPartition(BytesWritable key, NullWritable value, int parts) {
      return ColumnPartition.part(ByteBuffer.wrap(key.getBytes()).getLong(), parts);
    }
  }

  @Override
  protected void reduce(BytesWritable key, Iterable<NullWritable> ids, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    for (NullWritable ignored : ids) {
      documents++;
    }
    if (documents > 1) {
      int length = key.getLength() - ID_OFFSET;
      line.set(
          new String(key.getBytes(), ID_OFFSET, length, StandardCharsets.UTF_8) + "\t" + documents);
      context.write(NullWritable.get(), line);
      context.getCounter(IngestCounters.REPEATED_IDS).increment(1);
    }
  }
}
