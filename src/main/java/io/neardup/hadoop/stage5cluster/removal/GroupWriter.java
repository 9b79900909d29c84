package io.neardup.hadoop.stage5cluster.removal;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** Writes the lines of the groups of one kind of {@link ClusterKey}. */
interface GroupWriter {

  /** Writes the lines of a group. The key changes while the values are read. */
  void write(
      BytesWritable key,
      Iterable<Text> values,
      Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException, InterruptedException;

  /** Leaves notes for the client, after the last group. */
  default void writeNotes(Reducer<BytesWritable, Text, Text, Text>.Context context)
      throws IOException {}
}
