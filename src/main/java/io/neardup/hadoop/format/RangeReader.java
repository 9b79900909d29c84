package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;

/**
 * Reads the records that begin in one range, in order. The same range of the same file always gives
 * the same records.
 */
public interface RangeReader extends Closeable {

  /** Reads the next record, good or set aside; false if there is none. */
  boolean next() throws IOException;

  /** Returns the record that was read, reused by the next call. */
  SourceRecord record();

  /** Returns how many lines have been read so far; 0 for files without lines. */
  default long lines() {
    return 0;
  }

  /** Returns whether records have addresses, for {@link #moveTo}. */
  default boolean hasAddresses() {
    return false;
  }

  /**
   * Makes a record of the range the next one, without reading those before it.
   *
   * @param address its {@link SourceRecord#address()}
   * @param number its number in the file, from 1, if it has one
   * @throws UnsupportedOperationException unless {@link #hasAddresses}
   */
  default void moveTo(long address, long number) throws IOException {
    throw new UnsupportedOperationException();
  }

  /**
   * Returns the names of the fields of the current record, or of its schema, in their order; empty
   * if the format has no field names.
   */
  default List<String> fieldNames() throws IOException {
    return List.of();
  }

  /**
   * Returns what is wrong with a field of the schema, if it has no single values: {@code is
   * missing}, or its type. Null if nothing is, or if the format has no schema.
   */
  default String typeProblem(String field) {
    return null;
  }

  /** Returns the full URI of the file that the record came from. */
  String sourceFile();

  /** Returns the name of the file that the record came from: its path below the input. */
  String sourceName();

  /**
   * Creates a file of the format of the current record's file (compression, header, schema),
   * without records yet.
   *
   * @throws IOException if the file exists
   */
  RecordFile create(Path file) throws IOException;
}
