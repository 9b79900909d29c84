package io.neardup.hadoop.corpus;

import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Reads the documents of a corpus in column order; the key is the column. */
public class CorpusInputFormat extends InputFormat<LongWritable, DocumentWritable> {

  private final CorpusReader.Content content;

  /** Reads whole documents. */
  public CorpusInputFormat() {
    this(CorpusReader.Content.ALL);
  }

  private CorpusInputFormat(CorpusReader.Content content) {
    this.content = content;
  }

  /** Reads the catalog: documents without their texts. */
  public static final class Catalog extends CorpusInputFormat {
    /** Makes the format, for Hadoop. */
    public Catalog() {
      super(CorpusReader.Content.CATALOG);
    }
  }

  /** Reads the texts alone. */
  public static final class Texts extends CorpusInputFormat {
    /** Makes the format, for Hadoop. */
    public Texts() {
      super(CorpusReader.Content.TEXT);
    }
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<CorpusBatch> batches = CorpusBatch.get(conf);
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(),
        batches.stream().map(CorpusBatch::folderPath).toArray(Path[]::new),
        conf);
    try (ColumnLines only = CorpusInput.only(conf)) {
      return new ArrayList<>(splits(conf, batches, only, CorpusInput.evenBytes(conf)));
    }
  }

  /**
   * Divides the documents of batches among splits of about equal bytes, in column order. A document
   * counts as long as the mean of its part.
   *
   * @param only the columns that are read, null for all
   * @param target the bytes of a split
   */
  static List<CorpusSplit> splits(
      Configuration conf, List<CorpusBatch> batches, ColumnLines only, double target)
      throws IOException {
    List<CorpusSplit> splits = new ArrayList<>();
    double bytes = 0; // of the current split
    long start = -1; // of it; -1 if there is none
    long end = 0;
    String[] hosts = null;
    for (CorpusBatch batch : batches) {
      try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, batch.folderPath())) {
        for (CorpusPart part = parts.next(); part != null; part = parts.next()) {
          long first = batch.firstColumn() + part.firstColumn();
          double mean = (double) part.bytes() / part.documents();
          for (long column = first; column < first + part.documents(); column = end) {
            long room = Math.max(1, (long) Math.ceil((target - bytes) / mean));
            if (only != null) {
              if (!only.hasAny(column, first + part.documents())) {
                break;
              }
              column = only.column();
              room = 1;
            }
            if (start < 0) {
              start = column;
              hosts = hosts(conf, batch, part, column - first);
            }
            // Room is the largest number where all texts are empty.
            end = column + Math.min(first + part.documents() - column, room);
            bytes += (end - column) * mean;
            if (bytes >= target) {
              splits.add(new CorpusSplit(start, end, (long) bytes, hosts));
              start = -1;
              bytes = Math.max(0, bytes - target); // so that the splits are even
            }
          }
        }
        if (parts.columns() != batch.documents()) {
          throw parts.damaged();
        }
      }
    }
    if (start >= 0) {
      splits.add(new CorpusSplit(start, end, (long) bytes, hosts));
    }
    return splits;
  }

  private static String[] hosts(Configuration conf, CorpusBatch batch, CorpusPart part, long place)
      throws IOException {
    Path texts = new Path(part.file(batch.folderPath(), CorpusPart.TEXTS), MapFile.DATA_FILE_NAME);
    FileSystem fs = texts.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(texts);
    long start = (long) ((double) status.getLen() * place / part.documents());
    return CorpusInput.hosts(fs.getFileBlockLocations(status, start, 1));
  }

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader(content);
  }

  private static final class Reader extends RecordReader<LongWritable, DocumentWritable> {
    private final CorpusReader.Content content;
    private final LongWritable column = new LongWritable();
    private final DocumentWritable document = new DocumentWritable();
    private CorpusReader documents;
    private ColumnLines only; // null if all documents are read
    private ColumnSet.Cursor dropped; // null if no document was dropped
    private long start;
    private long end;
    private long next;

    private Reader(CorpusReader.Content content) {
      this.content = content;
    }

    @Override
    public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      start = ((CorpusSplit) split).start();
      end = ((CorpusSplit) split).end();
      next = start;
      documents = new CorpusReader(conf, CorpusBatch.get(conf), CorpusInput.fields(conf), content);
      only = CorpusInput.only(conf);
      dropped = CorpusInput.dropped(conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (next < end) {
        if (only != null) {
          next = only.hasAny(next, end) ? only.column() : end;
          if (next == end) {
            return false;
          }
        }
        column.set(next);
        next++;
        if (dropped == null || !dropped.contains(column.get())) {
          documents.read(column.get(), document);
          return true;
        }
      }
      return false;
    }

    @Override
    public LongWritable getCurrentKey() {
      return column;
    }

    @Override
    public DocumentWritable getCurrentValue() {
      return document;
    }

    @Override
    public float getProgress() {
      return (next - start) / (float) (end - start);
    }

    @Override
    public void close() {
      IOUtils.cleanupWithLogger(null, documents, only, dropped);
    }
  }
}
