package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * The ids of all documents → a line {@code id<TAB>documents} for each id of more than one. A key is
 * a hash of the id (8 bytes) and the id.
 */
public final class IngestReducer extends Reducer<GroupedKey, NullWritable, NullWritable, Text> {

  private final Text line = new Text();

  static void setKey(GroupedKey key, byte[] id, int length) {
    long hash = Hashing.xxh3_64().hashBytesToLong(id, 0, length);
    key.start(Long.BYTES + length).number(hash).bytes(id, length);
  }

  @Override
  protected void reduce(GroupedKey key, Iterable<NullWritable> ids, Context context)
      throws IOException, InterruptedException {
    long documents = 0;
    for (NullWritable ignored : ids) {
      documents++;
    }
    if (documents > 1) {
      line.set(new String(key.from(Long.BYTES), StandardCharsets.UTF_8) + "\t" + documents);
      context.write(NullWritable.get(), line);
      context.getCounter(IngestCounters.REPEATED_IDS).increment(1);
    }
  }
}
