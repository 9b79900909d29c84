package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * The splits of the corpus, and the files of results as a {@link FileSplit} each. There are no
 * records: {@link AuditMapper} reads a split of documents once for each block of the sample, and
 * files itself.
 */
public final class AuditInputFormat extends InputFormat<NullWritable, NullWritable> {

  static final String PAIRS = "pairs";

  /** Makes the format. */
  public AuditInputFormat() {}

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<InputSplit> splits = new ArrayList<>(new CorpusInputFormat().getSplits(context));
    for (FileStatus part : PartFiles.of(conf, AuditTasks.folder(conf, PAIRS))) {
      splits.add(split(part));
    }
    Path clusters = AuditTasks.folder(conf, DocumentStates.CLUSTERS);
    Path removedBy = new Path(clusters, ClusterDocuments.REMOVED_BY);
    splits.add(split(removedBy.getFileSystem(conf).getFileStatus(removedBy)));
    return splits;
  }

  private static FileSplit split(FileStatus file) {
    return new FileSplit(file.getPath(), 0, file.getLen(), new String[0]);
  }

  @Override
  public RecordReader<NullWritable, NullWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new RecordReader<>() {
      @Override
      public void initialize(InputSplit same, TaskAttemptContext task) {}

      @Override
      public boolean nextKeyValue() {
        return false;
      }

      @Override
      public NullWritable getCurrentKey() {
        return NullWritable.get();
      }

      @Override
      public NullWritable getCurrentValue() {
        return NullWritable.get();
      }

      @Override
      public float getProgress() {
        return 0;
      }

      @Override
      public void close() {}
    };
  }
}
