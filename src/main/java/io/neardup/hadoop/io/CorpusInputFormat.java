package io.neardup.hadoop.io;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the documents of a corpus in the order of their columns, which are the keys. A range that
 * does not hold the documents the manifest counted there fails the task.
 */
public final class CorpusInputFormat extends CorpusInput<LongWritable, DocumentWritable> {

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends RecordReader<LongWritable, DocumentWritable> {
    private final LongWritable column = new LongWritable();
    private final DocumentWritable document = new DocumentWritable();
    private CorpusSplit split;
    private RangeReaders readers;
    private int index = -1;
    private RangeReader range;
    private long documents;
    private long skipped;

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) {
      split = (CorpusSplit) inputSplit;
      readers = CorpusInput.readers(context.getConfiguration());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (true) {
        if (range == null && !openNext()) {
          return false;
        }
        if (!range.next()) {
          closeRange();
          continue;
        }
        SourceRecord record = range.record();
        if (record.isSkipped()) {
          skipped++;
          continue;
        }
        column.set(current().firstColumn() + documents);
        documents++;
        document.set(
            record.idBytes(),
            record.idLength(),
            record.textBytes(),
            record.textOffset(),
            record.textLength());
        return true;
      }
    }

    private CorpusRange current() {
      return split.ranges().get(index);
    }

    private boolean openNext() throws IOException {
      if (index + 1 == split.ranges().size()) {
        return false;
      }
      index++;
      range = readers.open(current());
      documents = 0;
      skipped = 0;
      return true;
    }

    private void closeRange() throws IOException {
      range.close();
      range = null;
      if (documents != current().documents() || skipped != current().skipped()) {
        throw new CorpusChangedException(
            String.format(
                "%s, bytes %d to %d: the manifest counts %d documents and %d set aside, found %d and"
                    + " %d; ingest the file again",
                current().file(),
                current().start(),
                current().end(),
                current().documents(),
                current().skipped(),
                documents,
                skipped));
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
      return split.ranges().isEmpty() ? 1 : Math.max(0, index) / (float) split.ranges().size();
    }

    @Override
    public void close() throws IOException {
      if (range != null) {
        range.close();
      }
    }
  }
}
