package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.table.ColumnPartition;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * Sends ranges and records set aside to the first reducer, and ids to all reducers by ascending
 * ranges of their hash.
 */
public final class IngestPartitioner extends Partitioner<BytesWritable, Text> {

  @Override
  public int getPartition(BytesWritable key, Text value, int parts) {
    return IngestKey.kind(key) == IngestKey.ID
        ? ColumnPartition.part(IngestKey.idHash(key), parts)
        : 0;
  }
}
