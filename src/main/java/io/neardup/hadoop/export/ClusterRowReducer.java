package io.neardup.hadoop.export;

import io.neardup.config.Quantity;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.LineReader;

/**
 * (cluster, column), kept → rows of the clusters table, with the ids of a part file of stage 5.
 * That has a line for each of these keys, in their order, if there are as many reduce tasks as part
 * files.
 */
final class ClusterRowReducer
    extends Reducer<GroupedKey, LongWritable, NullWritable, NullWritable> {

  /** The name of the folder of the part files beside the input of tasks. */
  static final String CLUSTERS = "clusters";

  private static final int FIELDS = 3; // of a line

  private final LineBuilder row = new LineBuilder();
  private final Text line = new Text();
  private String clusterId = "";

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    int task = context.getTaskAttemptID().getTaskID().getId();
    Path clusters = StageJob.beside(conf, CLUSTERS);
    Path part = new Path(clusters, Quantity.format("part-r-%05d", task));
    String name = Quantity.format("part-%05d", task);
    try (LineReader lines = new LineReader(part.getFileSystem(conf).open(part), conf);
        TableFile file = new TableFile(context, name)) {
      while (context.nextKey()) {
        GroupedKey key = context.getCurrentKey();
        for (LongWritable kept : context.getValues()) {
          if (lines.readLine(line) == 0 || !fits(key, kept.get())) {
            throw differs(part, key.column());
          }
          row.clear().append(key.leadingColumn()).append('\t').append(key.column()).append('\t');
          row.append(kept.get()).append('\t').append(line.getBytes(), 0, line.getLength());
          file.append(row.toText());
        }
      }
      if (lines.readLine(line) > 0) {
        throw differs(part, -1);
      }
    }
  }

  /** Returns whether the line is that of a column: in its cluster, and kept or removed as it is. */
  private boolean fits(GroupedKey key, long kept) {
    String[] fields = line.toString().split("\t", -1);
    boolean isFirst = key.leadingColumn() == key.column();
    if (isFirst) {
      clusterId = fields[0];
    }
    return fields.length == FIELDS
        && fields[0].equals(clusterId)
        && (!isFirst || fields[1].equals(clusterId))
        && fields[2].equals(kept == key.column() ? "kept" : "removed");
  }

  private static IOException differs(Path part, long column) {
    return new IOException(
        part
            + " does not agree with the columns of its clusters"
            + (column < 0 ? ": it has more lines" : " at column " + column)
            + "; make it again with cluster");
  }
}
