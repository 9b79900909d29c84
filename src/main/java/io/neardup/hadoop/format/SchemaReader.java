package io.neardup.hadoop.format;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.BadConfigurationException;

/**
 * Reads files with a schema and compressed blocks. Turns the exceptions of their libraries into an
 * {@link IOException} that names the unreadable part of the file.
 */
abstract class SchemaReader extends RangeReader {

  /** What values can be used for, the most useful first. */
  enum Kind {
    /** Strings: for everything. */
    STRING,
    /** Integers, decimals, UUIDs, timestamps: for all but the text. */
    ID,
    /** Other single values: as a further field. */
    VALUE,
    /** Lists, records, bytes: for nothing. */
    NONE
  }

  /**
   * The type of a field in a schema: what its values can be used for, and its name for messages.
   */
  record Type(Kind kind, String name) {

    /** Returns whether a field, by its position among the wanted ones, can have such values. */
    boolean fits(int field) {
      Kind other = field == FormatSettings.ID ? Kind.ID : Kind.VALUE;
      return kind.compareTo(field == FormatSettings.TEXT ? Kind.STRING : other) <= 0;
    }

    /** Returns the type of a field that has values of this type and of another. */
    Type or(Type other) {
      return new Type(
          kind.compareTo(other.kind) < 0 ? kind : other.kind,
          List.of(name.split(" or ")).contains(other.name) ? name : name + " or " + other.name);
    }
  }

  final FormatSettings settings;

  /** The values of the wanted fields in the current record. */
  final byte[][] values;

  private Map<String, Type> types = Map.of();

  /** Reads a range; the constructor of a format opens its file and calls {@link #setTypes}. */
  SchemaReader(FormatSettings settings, CorpusRange range) {
    super(range);
    this.settings = settings;
    this.values = new byte[settings.wanted.size()][];
  }

  /**
   * Starts the next record, sets the values of its wanted fields, which are null before, and
   * returns its number, from 1; 0 if there is none. Any exception, or a lack of memory, means that
   * the block cannot be read.
   */
  abstract long read() throws IOException;

  /** Returns the name of the current block, for messages. */
  abstract String block();

  /**
   * Sets the types of the schema's fields, nested ones by their full names;
   * UnsupportedSourceException if records cannot have an id and a text.
   */
  final void setTypes(Map<String, Type> newTypes) throws UnsupportedSourceException {
    types = newTypes;
    String id = problem(FormatSettings.ID, FormatSettings.IDS);
    String text = problem(FormatSettings.TEXT, "string");
    settings.require(range.file(), id, text, fieldNames(), "");
  }

  private String problem(int field, String what) {
    Type type = types.get(settings.wanted.get(field));
    return type == null ? "" : type.fits(field) ? null : what + ", but " + type.name();
  }

  @Override
  public final List<String> fieldNames() {
    return List.copyOf(types.keySet());
  }

  @Override
  public final String typeProblem(String field) {
    Type type = types.get(field);
    return type == null
        ? "is missing"
        : type.kind() == Kind.NONE ? "has the type " + type.name() : null;
  }

  @Override
  public final boolean next() throws IOException {
    long number;
    try {
      Arrays.fill(values, null);
      number = read();
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      throw failure(block(), e);
    }
    if (number > 0) {
      settings.makeDocument(values, record, range.name(), number);
    }
    return number > 0;
  }

  /**
   * Returns the exception to throw for a part of the file that cannot be read. Libraries report
   * damage with exceptions of many types: null pointers, illegal arguments and states.
   */
  final IOException failure(String part, Throwable e) {
    if (e instanceof UnsupportedSourceException unsupported) {
      return unsupported;
    }
    if (e instanceof OutOfMemoryError) {
      return new UnsupportedSourceException(
          e,
          "%s: %s needs more memory than the task has, or the file is damaged",
          range.file(),
          part);
    }
    if (e instanceof ParquetCryptoRuntimeException) {
      return new UnsupportedSourceException(e, "%s is encrypted", range.file());
    }
    if (e instanceof LinkageError
        || e instanceof BadConfigurationException // Parquet's
        || String.valueOf(e.getMessage()).startsWith("Unrecognized codec")) { // Avro's
      return new UnsupportedSourceException(
          e, "%s: its codec is not available: %s", range.file(), e);
    }
    boolean ends = e instanceof EOFException || e instanceof BufferUnderflowException;
    String what = e.getMessage() == null ? " is damaged" : ": " + e.getMessage();
    return new IOException(part + (ends ? " ends too early" : what), e);
  }

  /**
   * Checks that there is memory for a block, before it is allocated: its size in bytes, or a lower
   * bound, against the largest that a task with this memory can read.
   */
  final void requireMemory(long bytes, long most) throws UnsupportedSourceException {
    if (bytes > most) {
      throw new UnsupportedSourceException(
          "%s: %s has %,d bytes or more, but a task of this memory can read %,d; give map tasks more"
              + " memory (-Xmx in mapreduce.map.java.opts; inside one process, in JAVA_OPTS), or"
              + " write the file with smaller blocks",
          range.file(), block(), bytes, most);
    }
  }
}
