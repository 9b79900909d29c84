package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the documents of a corpus with the names of the files that their records are copied to, by
 * the splits of {@link SourceInputFormat}. The key is the column. The sources are not read. Behind
 * the documents of a range comes one value without a document, with the key -1, if records of the
 * range were set aside.
 */
public final class CopyInputFormat extends SourceInput<CopyInputFormat.CopyCursor> {

  @Override
  public CopyCursor createRecordReader(InputSplit split, TaskAttemptContext context) {
    return new CopyCursor();
  }

  /** A cursor at a document. */
  public static final class CopyCursor extends RecordReader<LongWritable, CopyCursor> {
    private final LongWritable column = new LongWritable();
    private final DocumentWritable document = new DocumentWritable();
    private CopyNames names;
    private CorpusSplit split;
    private CorpusBatch batch;
    private RangeReaders copies;
    private CorpusReader documents;
    private ColumnSet.Cursor dropped; // null if no document was dropped
    private CorpusManifest.Cursor manifest;
    private CorpusRange range;
    private long passed; // ranges
    private long next; // column of the range
    private long end; // the column after its last one
    private boolean setAside; // whether the range has records set aside, not told yet

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context) throws IOException {
      Configuration conf = context.getConfiguration();
      names = new CopyNames(conf);
      split = (CorpusSplit) inputSplit;
      batch = CorpusBatch.get(conf).get(split.batch());
      copies = batch.readers(conf, List.of());
      documents = new CorpusReader(conf, List.of(batch), List.of(), CorpusReader.Content.ALL);
      dropped = CorpusInput.dropped(conf);
      manifest = new CorpusManifest.Cursor(conf, batch.manifestPath(), split.offset());
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      while (true) {
        while (next < end) {
          column.set(next);
          next++;
          if (dropped == null || !dropped.contains(column.get())) {
            documents.read(column.get(), document);
            return true;
          }
        }
        if (setAside) {
          setAside = false;
          column.set(SourceRecordReader.NO_COLUMN);
          return true;
        }
        if (split.start() + passed == split.end()) {
          return false;
        }
        passed++;
        range = manifest.next();
        next = batch.firstColumn() + range.firstColumn();
        end = next + range.documents();
        setAside = range.skipped() > 0;
      }
    }

    @Override
    public LongWritable getCurrentKey() {
      return column;
    }

    @Override
    public CopyCursor getCurrentValue() {
      return this;
    }

    /** Returns the document; null behind a range of which records were set aside. */
    public DocumentWritable document() {
      return column.get() == SourceRecordReader.NO_COLUMN ? null : document;
    }

    /** Returns the name of the file that the records are copied to. */
    public String nameOfCopy() {
      return names.of(range);
    }

    /**
     * Returns whether ids say where in a file a record stands, so that they change with copying.
     */
    public boolean idsArePlaces() {
      return batch.idsArePlaces();
    }

    /**
     * Opens a file that holds records of the cursor's source.
     *
     * @throws IOException if it is damaged
     */
    public RangeReader open(FileStatus copy) throws IOException {
      return copies.open(
          CorpusRange.uncounted(
              copy.getPath().toString(),
              range.name(),
              0,
              copy.getLen(),
              copy.getLen(),
              copy.getModificationTime()));
    }

    @Override
    public float getProgress() {
      return passed / (float) (split.end() - split.start());
    }

    @Override
    public void close() {
      IOUtils.cleanupWithLogger(null, documents, dropped, manifest);
    }
  }
}
