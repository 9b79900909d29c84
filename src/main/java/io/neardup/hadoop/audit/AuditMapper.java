package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.config.Stage;
import io.neardup.hadoop.audit.Finding.Kind;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.util.LineReader;

/**
 * Documents → their near-duplicates in the sample; or a file of results → what it says of sampled
 * documents. Documents are read once for each block of the sample.
 */
public final class AuditMapper extends Mapper<LongWritable, DocumentWritable, GroupedKey, Finding> {

  /** The splits of the corpus, and the files of results as a {@link FileSplit} each. */
  public static final class Splits extends CorpusInputFormat {

    @Override
    public List<InputSplit> getSplits(JobContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      List<InputSplit> splits = super.getSplits(context);
      AuditTasks tasks = AuditTasks.of(conf);
      List<FileStatus> files = new ArrayList<>(PartFiles.of(conf, tasks.folder(Stage.VERIFY)));
      Path removedBy = new Path(tasks.folder(Stage.CLUSTER), ClusterDocuments.REMOVED_BY);
      files.add(removedBy.getFileSystem(conf).getFileStatus(removedBy));
      for (FileStatus file : files) {
        splits.add(new FileSplit(file.getPath(), 0, file.getLen(), new String[0]));
      }
      return splits;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // no record is read: the mapper opens files itself
    public RecordReader<LongWritable, DocumentWritable> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      return split instanceof FileSplit
          ? (RecordReader) new LineRecordReader()
          : super.createRecordReader(split, context);
    }
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    InputSplit split = context.getInputSplit();
    if (split instanceof FileSplit results) {
      Path file = results.getPath();
      if (file.getName().startsWith(PartFiles.PREFIX)) {
        ReportedPairs.read(file, context);
      } else {
        readRemovals(file, context);
      }
      return;
    }
    int blocks = AuditTasks.of(context.getConfiguration()).blocks().size();
    for (int block = 0; block < blocks; block++) {
      try (DocumentSearch search = new DocumentSearch(block, context);
          RecordReader<LongWritable, DocumentWritable> documents =
              new CorpusInputFormat().createRecordReader(split, context)) {
        documents.initialize(split, context);
        while (documents.nextKeyValue()) {
          search.search(documents.getCurrentKey().get(), documents.getCurrentValue());
          context.progress();
        }
      }
    }
  }

  /** Reads removed-by.tsv and writes the lines of sampled documents. */
  private static void readRemovals(Path file, Context context)
      throws IOException, InterruptedException {
    SampledColumns sample = AuditTasks.of(context.getConfiguration()).sample();
    Finding finding = new Finding();
    try (LineReader in = open(context, file)) {
      while (in.readLine(finding.line) > 0) {
        Removal removal = parse(file, finding.line);
        if (sample.contains(removal.column()) && removal.keptColumn() != Removal.NONE) {
          context.write(
              finding.about(Kind.REMOVED_BY, removal.column(), removal.keptColumn()), finding);
        }
      }
    }
  }

  private static Removal parse(Path file, Text line) throws IOException {
    try {
      return Removal.parse(line.toString());
    } catch (IllegalArgumentException e) {
      throw new IOException("not a line of " + file + ": " + line, e);
    }
  }

  /**
   * Opens a file of results. A local file is read even if it has changed since its checksum was
   * written: the audit finds out what is wrong with it.
   */
  static LineReader open(JobContext context, Path file) throws IOException {
    FileSystem fs = file.getFileSystem(context.getConfiguration());
    FileSystem raw = fs instanceof ChecksumFileSystem local ? local.getRawFileSystem() : fs;
    return new LineReader(raw.open(file), 1 << 16);
  }
}
