package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.table.ColumnPartition;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/** Ranges and records set aside go to the first reducer, ids by their hash, in its order. */
public final class IngestPartitioner extends Partitioner<BytesWritable, Text> {

  @Override
  public int getPartition(BytesWritable key, Text value, int parts) {
    return IngestKey.kind(key) == IngestKey.ID
        ? ColumnPartition.part(IngestKey.idHash(key), parts)
        : 0;
  }
}
