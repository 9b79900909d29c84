package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The settings that all formats need: the fields of a record that make a document, and the limits
 * of its id and text. The values of a record's fields are UTF-8 in the order of the wanted names,
 * null where there is none.
 */
public final class FormatSettings {

  /** The name of the id's field if there is none and records are numbered. */
  public static final String NUMBER = "#number";

  /** What an id may be in formats whose fields have types. */
  static final String IDS = "string, integer, decimal, UUID or timestamp";

  /** The position of the id among the wanted fields. */
  static final int ID = 0;

  /** The position of the text among the wanted fields. */
  static final int TEXT = 1;

  private static final int MAX_NAMED = 20; // fields in a message
  private static final int MAX_NAME = 40; // characters of a field's name in a message

  final Configuration conf;
  final Settings settings;
  final Compressions compressions;

  /** The names of id, text, others; in nested records the names from the outermost, with dots. */
  final List<String> wanted;

  /** The longest id in bytes. */
  final int maxId;

  /** The longest text in bytes. */
  final int maxDocument;

  private URI uri = URI.create(""); // of the file before
  private FileSystem files; // that holds it

  /** Takes the settings of a batch, and the fields that are wanted besides id and text. */
  public FormatSettings(Configuration conf, Settings settings, List<String> others) {
    this.conf = conf;
    this.settings = settings;
    this.compressions = new Compressions(conf);
    this.wanted =
        Stream.concat(
                Stream.of(settings.get(Keys.ID_FIELD), settings.get(Keys.TEXT_FIELD)),
                others.stream())
            .toList();
    this.maxId = settings.getInt(Keys.MAX_ID_BYTES);
    this.maxDocument = settings.getInt(Keys.MAX_DOCUMENT_BYTES);
  }

  /**
   * Returns a reader positioned before the first record of a range.
   *
   * @param format not sets
   * @throws UnsupportedSourceException if the file lacks a field that the settings name, if a codec
   *     is missing, or if memory is too small
   * @throws StorageException if the storage fails
   * @throws IOException if the file is damaged
   */
  public RangeReader open(SourceFormat format, FileStatus file, CorpusRange range)
      throws IOException {
    boolean nothing = format.isStructured() && range.length() == 0; // no header, so no records
    return switch (nothing ? SourceFormat.LINES : format) {
      case TSV -> new TextRangeReader(this, range, false).open(file);
      case LINES -> new TextRangeReader(this, range, true).open(file);
      case FILES -> new WholeFileReader(this, range).open(file);
      case JSONL -> new JsonRangeReader(this, range).open(file);
      case CSV -> new CsvRangeReader(this, range).open(file);
      case WARC -> new WarcRangeReader(this, range).open(file);
      case AVRO -> new AvroRangeReader(this, file, range);
      case PARQUET -> new ParquetRangeReader(this, file, range);
      case SETS -> throw new IllegalArgumentException("sets are read from the corpus");
    };
  }

  /**
   * Returns the file system of a file; one is remembered, as Hadoop takes as long to find it as to
   * open a small file.
   */
  public FileSystem fileSystem(Path file) throws IOException {
    URI its = file.toUri();
    if (files == null
        || !Objects.equals(its.getScheme(), uri.getScheme())
        || !Objects.equals(its.getAuthority(), uri.getAuthority())) {
      files = file.getFileSystem(conf);
      uri = its;
    }
    return files;
  }

  /** Opens a file of which about so many bytes are read, at its first byte. */
  FSDataInputStream open(FileStatus file, long bytes) throws IOException {
    return SourceStream.open(fileSystem(file.getPath()), file, bytes);
  }

  /** Returns whether ids are made of the file's name and the number of the record. */
  public boolean numbersRecords() {
    return wanted.get(ID).equals(NUMBER);
  }

  /**
   * Makes a document of the values of a record, or sets the record aside; its number in the file
   * counts from 1.
   */
  void makeDocument(byte[][] values, SourceRecord record, String source, long number) {
    String[] fields = new String[values.length - TEXT - 1];
    Arrays.setAll(fields, i -> string(values[TEXT + 1 + i]));
    record.setFields(fields);
    byte[] id = values[ID];
    byte[] text = values[TEXT];
    String noText = text != null ? "" : "no string in field " + named(TEXT);
    if (id == null && !numbersRecords()) {
      String noId = "no string or number in field " + named(ID);
      record.skip(SkipReason.NO_ID, noText.isEmpty() ? noId : noId + ", " + noText);
    } else if (text == null) {
      record.skip(SkipReason.NO_TEXT, noText);
    } else if (text.length > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(text.length, "byte"));
    } else if (id != null
        ? record.setId(id, 0, id.length, maxId)
        : record.setNumberedId(source, number, maxId)) {
      record.setText(text, 0, text.length);
    }
  }

  private static String string(byte[] value) {
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  /**
   * Checks that records can have an id and a text.
   *
   * @param idType what the field of the id should be and is not; empty if there is no such field,
   *     null if nothing is wrong with it
   * @param textType the same of the text
   * @param names names of the existing fields
   * @param hint ends the message
   * @throws UnsupportedSourceException if they cannot; the message names the missing fields
   */
  void require(String file, String idType, String textType, List<String> names, String hint)
      throws UnsupportedSourceException {
    List<String> missing = new ArrayList<>();
    if (idType != null && !numbersRecords()) {
      missing.add(named(ID) + (idType.isEmpty() ? "" : " that is a " + idType));
    }
    if (textType != null) {
      missing.add(named(TEXT) + (textType.isEmpty() ? "" : " that is a " + textType));
    }
    if (!missing.isEmpty()) {
      throw new UnsupportedSourceException(
          "%s has no field %s%s%s",
          file, String.join(" and no field ", missing), seen(names), hint);
    }
  }

  /** Returns the name of the field of the id or of the text, with the key that sets it. */
  private String named(int field) {
    return wanted.get(field)
        + (field == TEXT
            ? " (" + Keys.TEXT_FIELD + ")"
            : " (" + Keys.ID_FIELD + "; " + NUMBER + " numbers the records)");
  }

  /** Returns the end of a message: the names of the first existing fields. */
  public static String seen(Collection<String> names) {
    String some =
        names.stream()
            .limit(MAX_NAMED)
            .map(name -> name.replaceAll("[\\s\\p{Cntrl}]+", " "))
            .map(name -> name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "..." : name)
            .collect(Collectors.joining(", "));
    return "; the fields there: "
        + (some.isEmpty() ? "none" : some)
        + (names.size() > MAX_NAMED ? " and others" : "");
  }

  /** Returns the UTF-8 of a text without unpaired surrogates. */
  static byte[] utf8(String value) {
    return value.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns a time since 1970 in milli-, micro- or nanoseconds as ISO 8601 has it, such as {@code
   * 2026-01-02T03:04:05.678Z}; without Z if it is not UTC but a local time.
   */
  static byte[] time(long time, ChronoUnit unit, boolean utc) {
    String text = Instant.EPOCH.plus(time, unit).toString();
    return utf8(utc ? text : text.substring(0, text.length() - 1));
  }
}
