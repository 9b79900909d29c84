package io.neardup.hadoop.corpus;

import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/** Reads the documents of a corpus in column order; the key is the column. */
public class CorpusInputFormat extends InputFormat<LongWritable, DocumentWritable> {

  private final PartReader.Content content;

  /** Reads whole documents. */
  public CorpusInputFormat() {
    this(PartReader.Content.ALL);
  }

  private CorpusInputFormat(PartReader.Content content) {
    this.content = content;
  }

  /** Reads the catalog: documents without their texts. */
  public static final class Catalog extends CorpusInputFormat {
    /** Makes the format, for Hadoop. */
    public Catalog() {
      super(PartReader.Content.CATALOG);
    }
  }

  /** Reads the texts alone. */
  public static final class Texts extends CorpusInputFormat {
    /** Makes the format, for Hadoop. */
    public Texts() {
      super(PartReader.Content.TEXT);
    }
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<CorpusBatch> batches = CorpusBatch.get(conf);
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(),
        batches.stream().map(CorpusBatch::folder).toArray(Path[]::new),
        conf);
    try (ColumnLines only = CorpusInput.only(conf)) {
      CorpusSplits splits = new CorpusSplits(conf, only, CorpusInput.evenBytes(conf));
      for (CorpusBatch batch : batches) {
        splits.add(batch);
      }
      return splits.finish();
    }
  }

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader(content);
  }

  private static final class Reader extends RecordReader<LongWritable, DocumentWritable> {
    private final PartReader.Content content;
    private final LongWritable column = new LongWritable();
    private final DocumentWritable document = new DocumentWritable();
    private Configuration conf;
    private List<CorpusBatch> batches;
    private CorpusSplit split;
    private long documents; // of the split
    private ColumnLines only; // null if all documents are read
    private ColumnSet.Cursor dropped; // null if no document was dropped
    private int sections; // opened so far
    private CorpusSplit.Section section; // null before the first
    private PartReader part;
    private long place; // in the part, of the document that comes next
    private long passed; // documents of the sections before

    private Reader(PartReader.Content content) {
      this.content = content;
    }

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) throws IOException {
      conf = context.getConfiguration();
      batches = CorpusBatch.get(conf);
      split = (CorpusSplit) inputSplit;
      documents = split.documents(); // Hadoop asks for the progress at each record
      only = CorpusInput.only(conf);
      dropped = CorpusInput.dropped(conf);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (isInSection() || openSection()) {
        long found = place;
        place++;
        column.set(section.firstColumn() + found);
        if (dropped == null || !dropped.contains(column.get())) {
          part.read(found, document);
          return true;
        }
      }
      return false;
    }

    /** Goes to the next document that is wanted; returns false if the section has none. */
    private boolean isInSection() throws IOException {
      if (section == null || place == section.end()) {
        return false;
      }
      if (only != null) {
        long first = section.firstColumn();
        if (!only.hasAny(first + place, first + section.end())) {
          return false;
        }
        place = only.column() - first;
      }
      return true;
    }

    private boolean openSection() throws IOException {
      do {
        closePart();
        if (sections == split.sections().size()) {
          return false;
        }
        section = split.sections().get(sections);
        sections++;
        place = section.start();
        CorpusBatch batch = batches.get(section.batch());
        part =
            new PartReader(
                conf,
                batch.folder(),
                section.part(),
                section.firstLine(),
                batch.positions(CorpusInput.fields(conf)),
                content);
      } while (!isInSection());
      return true;
    }

    private void closePart() throws IOException {
      if (part != null) {
        passed += section.end() - section.start();
        section = null;
        part.close();
        part = null;
      }
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
      long here = section == null ? 0 : place - section.start();
      return (passed + here) / (float) documents;
    }

    @Override
    public void close() throws IOException {
      closePart();
      if (only != null) {
        only.close();
      }
      if (dropped != null) {
        dropped.close();
      }
    }
  }
}
