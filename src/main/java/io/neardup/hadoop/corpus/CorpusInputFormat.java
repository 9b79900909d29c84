package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the documents of a corpus in column order; the key is the column. A task fails if a range
 * does not hold the number of documents that the manifest gives for it.
 */
public final class CorpusInputFormat extends CorpusInput<LongWritable, DocumentWritable> {

  @Override
  public RecordReader<LongWritable, DocumentWritable> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  @Override
  boolean maySpanBatches() {
    return true;
  }

  private static final class Reader extends CorpusRecordReader<DocumentWritable> {
    private final DocumentWritable document = new DocumentWritable();

    @Override
    public boolean nextKeyValue() throws IOException {
      while (nextOfSplit()) {
        SourceRecord record = record();
        if (!record.isSkipped()) {
          document.set(
              record.idBytes(),
              record.idLength(),
              record.textBytes(),
              record.textOffset(),
              record.textLength());
          document.setOrigin(
              range().sourceName(), range().sourceFile(), record.position(), record.fields());
          return true;
        }
      }
      return false;
    }

    @Override
    boolean textsSuffice() {
      return manifestRange().skipped() == 0; // else the range may end at damage
    }

    @Override
    void endRange(long documents, long skipped) throws CorpusChangedException {
      CorpusRange counted = manifestRange();
      if (documents != counted.documents() || skipped != counted.skipped()) {
        throw new CorpusChangedException(
            String.format(
                Locale.ROOT,
                "%s, bytes %d to %d: the manifest counts %s and %d set aside, found %d and %d;"
                    + " ingest the file again",
                counted.file(),
                counted.start(),
                counted.end(),
                Quantity.of(counted.documents(), "document"),
                counted.skipped(),
                documents,
                skipped));
      }
    }

    @Override
    public DocumentWritable getCurrentValue() {
      return document;
    }
  }
}
