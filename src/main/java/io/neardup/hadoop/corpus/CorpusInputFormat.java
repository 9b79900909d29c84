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
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Reads the documents of a corpus in column order; the key is the column. */
public class CorpusInputFormat extends InputFormat<LongWritable, DocumentWritable> {

  /** Returns what is read of the documents. */
  CorpusReader.Content content() {
    return CorpusReader.Content.ALL;
  }

  /** Reads the catalog: documents without their texts. */
  public static final class Catalog extends CorpusInputFormat {
    @Override
    CorpusReader.Content content() {
      return CorpusReader.Content.CATALOG;
    }
  }

  /** Reads the texts alone. */
  public static final class Texts extends CorpusInputFormat {
    @Override
    CorpusReader.Content content() {
      return CorpusReader.Content.TEXT;
    }
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<Corpus.Batch> batches = CorpusInput.batches(conf);
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(),
        batches.stream().map(Corpus.Batch::folder).toArray(Path[]::new),
        conf);
    try (ColumnLines only = CorpusInput.only(conf)) {
      return new ArrayList<>(splits(conf, batches, only, CorpusInput.evenBytes(conf)));
    }
  }

  /**
   * Divides the documents of batches, or only certain columns, among splits of about a target of
   * bytes each, in column order. A document counts as long as the mean of its part.
   */
  static List<CorpusSplit> splits(
      Configuration conf, List<Corpus.Batch> batches, ColumnLines only, double target)
      throws IOException {
    List<CorpusSplit> splits = new ArrayList<>();
    CorpusSplit split = null;
    double bytes = 0; // of the split
    double most = (double) CorpusInput.maxDocumentBytes(conf);
    try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, batches)) {
      long column = batches.get(0).firstColumn();
      for (CorpusPart part = parts.next(column); part != null; part = parts.next(column)) {
        double mean = Math.min((double) part.bytes() / part.documents(), most);
        column = Math.max(column, part.firstColumn());
        while (column < part.end()) {
          long room = Math.max(1, (long) Math.ceil((target - bytes) / mean));
          if (only != null) {
            column = only.hasAny(column, part.end()) ? only.column() : part.end();
            room = 1;
          }
          if (column == part.end()) {
            break;
          }
          if (split == null) {
            split = new CorpusSplit(column, hosts(conf, parts.batch(), part, column));
            splits.add(split);
          }
          // Room is the largest number where all texts are empty.
          split.end = column + Math.min(part.end() - column, room);
          bytes += (split.end - column) * mean;
          split.bytes = (long) bytes;
          column = split.end;
          if (bytes >= target) {
            split = null;
            bytes = Math.max(0, bytes - target); // so that the splits are even
          }
        }
      }
    }
    return splits;
  }

  private static String[] hosts(
      Configuration conf, Corpus.Batch batch, CorpusPart part, long column) throws IOException {
    Path texts = CorpusPart.data(part.file(batch.folder(), CorpusPart.TEXTS));
    FileSystem fs = texts.getFileSystem(conf);
    FileStatus status = fs.getFileStatus(texts);
    double share = (double) (column - part.firstColumn()) / part.documents();
    long start = (long) (status.getLen() * share);
    return CorpusInput.hosts(fs.getFileBlockLocations(status, start, 1));
  }

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private final class Reader extends CorpusSplit.Reader<DocumentWritable> {
    private final DocumentWritable document = new DocumentWritable();
    private CorpusReader documents;
    private ColumnLines only; // null if all documents are read
    private ColumnSet.Cursor dropped; // null if no document was dropped

    @Override
    void open(Configuration conf) throws IOException {
      documents = new CorpusReader(conf, CorpusInput.batches(conf), content());
      only = CorpusInput.only(conf);
      dropped = CorpusInput.dropped(conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (next < split.end) {
        if (only != null) {
          next = only.hasAny(next, split.end) ? only.column() : split.end;
          if (next == split.end) {
            return false;
          }
        }
        key.set(next);
        next++;
        if (dropped == null || !dropped.contains(key.get())) {
          documents.read(key.get(), document);
          return true;
        }
      }
      return false;
    }

    @Override
    public DocumentWritable getCurrentValue() {
      return document;
    }

    @Override
    public void close() {
      IOUtils.closeStreams(documents, only, dropped);
    }
  }
}
