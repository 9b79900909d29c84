package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads the documents of a corpus with the names of the files that their records are copied to, by
 * the splits of {@link SourceInputFormat}. The key is the column. The sources are not read. Behind
 * the documents of a range comes one value without a document if records of the range were set
 * aside; its key is {@link SourceInputFormat#NO_COLUMN}.
 */
public final class CopyInputFormat extends InputFormat<LongWritable, CopyInputFormat.CopyCursor> {

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    return new SourceInputFormat().getSplits(context);
  }

  @Override
  public RecordReader<LongWritable, CopyCursor> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new CopyCursor();
  }

  /** A cursor at a document. */
  public static final class CopyCursor extends RecordReader<LongWritable, CopyCursor> {
    private final LongWritable none = new LongWritable(SourceInputFormat.NO_COLUMN);
    private Configuration conf;
    private PartNames names;
    private SourceSplit split;
    private CorpusBatch batch;
    private RangeReaders copies;
    private CorpusManifest.Cursor manifest;
    private RecordReader<LongWritable, DocumentWritable> documents;
    private boolean hasDocument; // whether one was read that is not given yet, or just given
    private boolean given; // whether the current value is that document
    private CorpusRange range;
    private long passed; // ranges

    @Override
    public void initialize(InputSplit inputSplit, TaskAttemptContext context)
        throws IOException, InterruptedException {
      conf = context.getConfiguration();
      names = new PartNames(SourceInputFormat.partBytes(conf));
      split = (SourceSplit) inputSplit;
      batch = CorpusBatch.get(conf).get(split.batch());
      copies = batch.readers(conf, List.of());
      documents = new CorpusInputFormat().createRecordReader(split, context);
      documents.initialize(CorpusSplits.of(conf, split.batch(), batch, columns()), context);
      manifest = new CorpusManifest.Cursor(conf, batch.manifestPath(), split.offset());
    }

    /** Returns the first column of the ranges, and the one after the last, in the batch. */
    private long[] columns() throws IOException {
      try (CorpusManifest.Cursor ranges =
          new CorpusManifest.Cursor(conf, batch.manifestPath(), split.offset())) {
        CorpusRange first = ranges.next();
        CorpusRange last = first;
        for (long i = 1; i < split.ranges(); i++) {
          last = ranges.next();
        }
        return new long[] {first.firstColumn(), last.firstColumn() + last.documents()};
      }
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
      if (given || passed == 0) {
        hasDocument = documents.nextKeyValue();
      }
      given = false;
      while (true) {
        if (range != null && hasDocument && documents.getCurrentKey().get() < end(range)) {
          given = true;
          return true;
        }
        boolean setAside = range != null && range.skipped() > 0;
        if (setAside) {
          range = range.counted(range.firstColumn(), range.documents(), 0, 0, "");
          return true;
        }
        if (passed == split.ranges()) {
          return false;
        }
        range = manifest.next();
        passed++;
      }
    }

    private long end(CorpusRange of) {
      return batch.firstColumn() + of.firstColumn() + of.documents();
    }

    @Override
    public LongWritable getCurrentKey() throws IOException, InterruptedException {
      return given ? documents.getCurrentKey() : none;
    }

    @Override
    public CopyCursor getCurrentValue() {
      return this;
    }

    /** Returns the document; null behind a range of which records were set aside. */
    public DocumentWritable document() throws IOException, InterruptedException {
      return given ? documents.getCurrentValue() : null;
    }

    /** Returns the name of the file that the records are copied to. */
    public String nameOfCopy() {
      return names.of(range.name(), range);
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
      return passed / (float) split.ranges();
    }

    @Override
    public void close() throws IOException {
      manifest.close();
      documents.close();
    }
  }
}
