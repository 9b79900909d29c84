package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.table.ColumnPartition;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.mapreduce.Partitioner;

/** Sends all lines of a set to the same reducer. */
public final class SetMemberPartitioner extends Partitioner<SetMemberKey, BytesWritable> {

  @Override
  public int getPartition(SetMemberKey key, BytesWritable element, int parts) {
    return ColumnPartition.part(
        Hashing.xxh3_64().hashBytesToLong(key.id().getBytes(), 0, key.id().getLength()), parts);
  }
}
