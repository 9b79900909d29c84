package io.neardup.hadoop.audit;

import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.CorpusSplit;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the corpus once for each block of sampled documents, and the files of results. The record
 * reader of a file of results has no records: its mapper reads the file itself.
 */
public final class AuditInputFormat extends InputFormat<LongWritable, DocumentWritable> {

  static final String PAIRS = "pairs";

  private final CorpusInputFormat corpus = new CorpusInputFormat();

  /** Makes the format. */
  public AuditInputFormat() {}

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<InputSplit> splits = new ArrayList<>();
    int blocks = AuditTasks.blocks(conf).length;
    for (InputSplit documents : corpus.getSplits(context)) {
      for (int block = 0; block < blocks; block++) {
        splits.add(SearchSplit.of((CorpusSplit) documents, block));
      }
    }
    for (FileStatus part : PartFiles.of(conf, AuditTasks.folder(conf, PAIRS))) {
      splits.add(SearchSplit.of(part.getPath().toString(), part.getLen()));
    }
    Path removedBy =
        new Path(AuditTasks.folder(conf, DocumentStates.CLUSTERS), ClusterDocuments.REMOVED_BY);
    long length = removedBy.getFileSystem(conf).getFileStatus(removedBy).getLen();
    splits.add(SearchSplit.of(removedBy.toString(), length));
    return splits;
  }

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader(corpus.createRecordReader(split, context));
  }

  private static final class Reader extends RecordReader<LongWritable, DocumentWritable> {
    private final RecordReader<LongWritable, DocumentWritable> documents;
    private boolean open;

    private Reader(RecordReader<LongWritable, DocumentWritable> documents) {
      this.documents = documents;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context)
        throws IOException, InterruptedException {
      open = ((SearchSplit) split).isOfDocuments();
      if (open) {
        documents.initialize(((SearchSplit) split).documents(), context);
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      return open && documents.nextKeyValue();
    }

    @Override
    public LongWritable getCurrentKey() throws IOException, InterruptedException {
      return documents.getCurrentKey();
    }

    @Override
    public DocumentWritable getCurrentValue() throws IOException, InterruptedException {
      return documents.getCurrentValue();
    }

    @Override
    public float getProgress() throws IOException, InterruptedException {
      return open ? documents.getProgress() : 0;
    }

    @Override
    public void close() throws IOException {
      if (open) {
        documents.close();
      }
    }
  }
}
