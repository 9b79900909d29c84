package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Reads the records that begin in one range of a file, in order. The same range of the same file
 * always gives the same records.
 */
public abstract class RangeReader implements Closeable {

  /** What is read. */
  protected final CorpusRange range;

  /** The record that was read. */
  protected final SourceRecord record = new SourceRecord();

  protected RangeReader(CorpusRange range) {
    this.range = range;
  }

  /** Returns a reader of a file of no bytes, which has no records whatever its format. */
  public static RangeReader ofNothing(CorpusRange range) {
    return new RangeReader(range) {
      @Override
      public boolean next() {
        return false;
      }

      @Override
      public RecordFile create(Path file) throws IOException {
        throw new IOException(range.file() + " is empty: it has no format");
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }

  /** Reads the next record, good or set aside; false if there is none. */
  public abstract boolean next() throws IOException;

  /** Returns the record that was read, reused by the next call. */
  public final SourceRecord record() {
    return record;
  }

  /** Returns how many lines have been read so far; 0 for files without lines. */
  public long lines() {
    return 0;
  }

  /**
   * Returns the names of the fields of the current document, or of the schema, in their order;
   * empty if the format has no field names.
   */
  public List<String> fieldNames() {
    return List.of();
  }

  /**
   * Returns what is wrong with a field of the current document, or of the schema, if it has no
   * single value: {@code is missing} in the schema, or its type. Null if nothing is.
   */
  public String typeProblem(String field) {
    return null;
  }

  /**
   * Creates a file of the format of the reader's file (compression, header, schema), without
   * records yet.
   *
   * @throws IOException if the file exists
   */
  public abstract RecordFile create(Path file) throws IOException;

  /**
   * Creates a file like {@link #create}, whose records may also have the fields of an annotation.
   *
   * @throws UnsupportedOperationException if the records of the format have no fields to add to
   */
  public RecordFile createAnnotated(Path file) throws IOException {
    throw new UnsupportedOperationException("these records have no fields to add to");
  }
}
