package io.neardup.hadoop.format.sequence;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;

/**
 * Reads the records in a range of a SequenceFile whose keys are ids and whose values are texts, as
 * Text or BytesWritable.
 *
 * <p>A record belongs to the range that contains the sync mark before it; records before the first
 * mark belong to the range that contains the end of the header.
 */
public class SequenceRangeReader extends RangeReader {

  /** Those of the batch. */
  protected final FormatSettings settings;

  private final DocumentFields fields;
  private final FSDataInputStream stream;
  private final SequenceFile.Reader in;
  private final Writable key;
  private final Writable value;
  private final FieldValue[] values;
  private boolean done;
  private boolean broken;
  private long position;

  /** Opens a range, as {@link io.neardup.hadoop.format.FileFormat#open} says. */
  public SequenceRangeReader(
      FormatSettings settings, Path file, CorpusRange range, DocumentFields fields)
      throws IOException {
    super(range);
    this.settings = settings;
    this.fields = fields;
    this.values = fields.values();
    this.stream = SourceStream.open(settings.conf(), file);
    try {
      in = open();
      key = writable(in.getKeyClassName());
      value = writable(in.getValueClassName());
      if (range.start() > in.getPosition()) {
        in.sync(range.start());
      }
      done = in.getPosition() >= range.end();
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private SequenceFile.Reader open() throws IOException {
    try {
      return new SequenceFile.Reader(
          settings.conf(),
          SequenceFile.Reader.stream(stream),
          SequenceFile.Reader.length(range.length()));
    } catch (LinkageError e) {
      throw UnsupportedSourceException.of(range.file(), "its codec does not work here", e);
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the header", e);
    } catch (IndexOutOfBoundsException | NullPointerException e) {
      throw new IOException("the header is damaged: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      // A class is not there (an IllegalArgumentException if it is the codec's, else a plain
      // RuntimeException), or the codec's native library.
      if (e.getCause() instanceof ClassNotFoundException
          || e.getClass() == RuntimeException.class) {
        throw UnsupportedSourceException.of(
            range.file(), "its codec, or the class of its keys or values, is not available", e);
      }
      throw e;
    }
  }

  private Writable writable(String className) throws UnsupportedSourceException {
    if (className.equals(Text.class.getName())) {
      return new Text();
    }
    if (className.equals(BytesWritable.class.getName())) {
      return new BytesWritable();
    }
    throw new UnsupportedSourceException(
        String.format(
            Locale.ROOT,
            "%s is a SequenceFile of %s and %s; id and text must be Text or BytesWritable",
            range.file(),
            in.getKeyClassName(),
            in.getValueClassName()));
  }

  @Override
  public boolean next() throws IOException {
    if (done) {
      return false;
    }
    broken = true;
    try {
      done = !read();
      broken = false;
    } catch (IndexOutOfBoundsException e) {
      // What Hadoop throws for lengths that are negative, and its Snappy for other damage.
      throw new IOException("the record after byte " + position + ": " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(
          range.file(), "the record or block after byte " + position, e);
    }
    return !done;
  }

  private boolean read() throws IOException {
    long before = in.getPosition();
    if (!in.next(key)) {
      // A block that is cut off looks like the end of the file.
      if (in.isBlockCompressed() && before < range.length()) {
        throw new EOFException("the file is cut off in the block at byte " + before);
      }
      return false;
    }
    if (before >= range.end() && in.syncSeen()) {
      return false;
    }
    in.getCurrentValue(value);
    if (in.syncSeen() || !in.isBlockCompressed()) {
      position = before;
    }
    record.start(position);
    take(key, values[DocumentFields.ID]);
    take(value, values[DocumentFields.TEXT]);
    fields.take(values, record, range.name(), 0); // the key is the id
    return true;
  }

  private static void take(Writable from, FieldValue to) {
    BinaryComparable bytes = (BinaryComparable) from;
    to.set(bytes.getBytes(), 0, bytes.getLength());
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    FSDataOutputStream raw = settings.fileSystems().of(file).create(file, false);
    SequenceFile.Writer out;
    try {
      out =
          SequenceFile.createWriter(
              settings.conf(),
              SequenceFile.Writer.stream(raw), // a file's would be overwritten
              SequenceFile.Writer.keyClass(key.getClass()),
              SequenceFile.Writer.valueClass(value.getClass()),
              SequenceFile.Writer.compression(in.getCompressionType(), in.getCompressionCodec()),
              SequenceFile.Writer.metadata(in.getMetadata()));
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
    return new RecordFile() {
      @Override
      public void append(RangeReader reader) throws IOException {
        SequenceRangeReader from = (SequenceRangeReader) reader;
        out.append(from.key, from.value);
      }

      @Override
      public void close() throws IOException {
        try (raw) {
          out.close();
        }
      }
    };
  }

  @Override
  public void close() throws IOException {
    if (broken) {
      // Not the reader: its decompressor must not get back into the pool, since some fail for ever
      // once they have failed.
      stream.close();
    } else {
      in.close();
    }
  }
}
