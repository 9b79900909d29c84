package io.neardup.hadoop.format;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads files with a schema and compressed blocks. Turns the exceptions of their libraries into an
 * {@link IOException} that names the unreadable part of the file.
 */
public abstract class SchemaReader extends RangeReader {

  /** The settings of the batch. */
  protected final FormatSettings settings;

  /** The values of the wanted fields in the current record. */
  protected final FieldValue[] values;

  private Map<String, FieldType> types = Map.of();

  /** Reads a range; the constructor of a format opens its file and calls {@link #setTypes}. */
  protected SchemaReader(FormatSettings settings, CorpusRange range) {
    super(range);
    this.settings = settings;
    this.values = settings.fields().values();
  }

  /**
   * Starts the next record and sets the values of its wanted fields, which are empty before. Any
   * exception, or a lack of memory, means that the block cannot be read.
   *
   * @return the number of the record, from 1; 0 if there is none
   */
  protected abstract long read() throws IOException;

  /** Returns the name of the current block, for messages. */
  protected abstract String block();

  /**
   * Sets the types of the schema's fields, nested ones by their full names, and checks that records
   * can have an id and a text.
   *
   * @throws UnsupportedSourceException if the schema lacks a field; the message names it
   */
  protected final void setTypes(Map<String, FieldType> newTypes) throws UnsupportedSourceException {
    types = newTypes;
    String id = problem(DocumentFields.ID, DocumentFields.IDS);
    String text = problem(DocumentFields.TEXT, "string");
    settings.fields().require(range.file(), id, text, fieldNames(), "");
  }

  private String problem(int field, String what) {
    FieldType type = types.get(settings.fields().wanted(field));
    return type == null ? "" : type.fits(field) ? null : what + ", but " + type.name();
  }

  @Override
  public final List<String> fieldNames() {
    return List.copyOf(types.keySet());
  }

  @Override
  public final String typeProblem(String field) {
    FieldType type = types.get(field);
    return type == null
        ? "is missing"
        : type.kind() == FieldType.Kind.NONE ? "has the type " + type.name() : null;
  }

  @Override
  public final boolean next() throws IOException {
    long number;
    try {
      for (FieldValue value : values) {
        value.clear();
      }
      number = read();
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      throw failure(block(), e);
    }
    if (number > 0) {
      settings.fields().take(values, record, range.name(), number);
    }
    return number > 0;
  }

  /**
   * Returns the exception to throw for a part of the file that cannot be read. Libraries report
   * damage with exceptions of many types: null pointers, illegal arguments and states.
   */
  protected final IOException failure(String part, Throwable e) {
    if (e instanceof UnsupportedSourceException unsupported) {
      return unsupported;
    }
    if (e instanceof OutOfMemoryError memory) {
      return UnsupportedSourceException.tooLarge(range.file(), part, memory);
    }
    if (e instanceof LinkageError) {
      return UnsupportedSourceException.of(range.file(), "its codec is not available", e);
    }
    String what = e.getMessage() == null ? e.toString() : e.getMessage();
    return new IOException(part + (e instanceof EOFException ? " ends too early" : ": " + what), e);
  }

  /**
   * Checks that there is memory for a block, before it is allocated.
   *
   * @param bytes its size, or a lower bound, compressed or not
   * @param most the largest size that a task with this memory can read
   */
  protected final void requireMemory(long bytes, long most) throws UnsupportedSourceException {
    if (bytes > most) {
      throw new UnsupportedSourceException(
          String.format(
              Locale.ROOT,
              "%s: %s has %,d bytes or more, but a task of this memory can read %,d; give map tasks"
                  + " more memory (mapreduce.map.java.opts), or write the file with smaller blocks",
              range.file(),
              block(),
              bytes,
              most));
    }
  }
}
