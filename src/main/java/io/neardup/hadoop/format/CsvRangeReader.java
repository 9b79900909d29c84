package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.text.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.hadoop.fs.Path;

/**
 * Reads CSV (RFC 4180) with a header that names the columns, one for the id and one for the text.
 * Quotes in a line with tabs that are not as they should be are characters of texts.
 */
public final class CsvRangeReader extends ByteRangeReader {

  private final DocumentFields fields;
  private final FieldValue[] values;
  private final int[] columns; // of the values, -1 where there is none
  private CSVFormat format; // null before open
  private List<String> names = List.of(); // of all columns

  /** Takes the settings of a batch, and a range that is all of a file. */
  public CsvRangeReader(FormatSettings settings, CorpusRange range) {
    // Quotes may make two bytes of one; there are other fields.
    super(settings, range, lineLimit(settings, 2 * settings.maxDocument() + (1 << 16)));
    this.fields = settings.fields();
    this.values = fields.values();
    this.columns = new int[values.length];
  }

  /** Returns whether a line names, between tabs, some columns among others. */
  public static boolean isTabbedHeader(byte[] line, List<String> columns) {
    try {
      List<String> names = names(line, format((byte) '\t'));
      return names.size() > 1 && names.containsAll(columns);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  protected Frames frames(Path file) throws IOException {
    String name = settings.compressions().plainName(range.name()).toLowerCase(Locale.ROOT);
    String setting = settings.settings().get(Keys.CSV_DELIMITER);
    boolean tabs = setting.equals("auto") && (name.endsWith(".tsv") || name.endsWith(".tab"));
    CsvFrames frames =
        new CsvFrames(decompressed(file), tabs ? "tab" : setting, range.name(), limit.bytes());
    format = format(frames.delimiter());
    byte[] head = frames.head();
    Decoding.refuseUtf16(head, 0, head.length, range.name());
    byte[] decoded = Decoding.utf8(charset, head, 0, head.length, record);
    readHeader(decoded == null ? head : decoded);
    return frames;
  }

  /**
   * Finds the columns.
   *
   * @param head the file's header; empty for a file without records
   * @throws UnsupportedSourceException if there is no column for the id, or none for the text, or
   *     several
   */
  private void readHeader(byte[] head) throws UnsupportedSourceException {
    if (head.length == Utf8.byteOrderMark(head, head.length)) {
      return;
    }
    try {
      names = names(head, format);
    } catch (IOException e) {
      throw new UnsupportedSourceException(
          range.name() + ": the header is not CSV: " + e.getMessage());
    }
    Arrays.setAll(columns, i -> names.indexOf(fields.wanted(i)));
    fields.require(
        range.name(),
        columns[DocumentFields.ID] < 0 ? "" : null,
        columns[DocumentFields.TEXT] < 0 ? "" : null,
        names,
        ". Is " + Keys.CSV_DELIMITER + " right?");
    for (String name : List.of(fields.id(), fields.text())) {
      if (names.lastIndexOf(name) != names.indexOf(name)) {
        throw new UnsupportedSourceException(range.name() + " has several columns " + name);
      }
    }
  }

  /** Returns the names in a header, which may have a byte order mark before it. */
  private static List<String> names(byte[] head, CSVFormat format) throws IOException {
    int mark = Utf8.byteOrderMark(head, head.length);
    int length = Frames.withoutEnd(head, mark, head.length - mark);
    return fields(head, mark, length, format).stream()
        .map(name -> new String(bytes(name), StandardCharsets.UTF_8))
        .toList();
  }

  static CSVFormat format(byte delimiter) {
    return CSVFormat.RFC4180.builder().setDelimiter((char) delimiter).get();
  }

  /**
   * Parses a record without its end. Each character of its fields stands for one byte, so that
   * bytes that are not UTF-8 are preserved.
   *
   * @throws IOException if it is not one record
   */
  static CSVRecord fields(byte[] bytes, int offset, int length, CSVFormat format)
      throws IOException {
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    try (CSVParser parser = CSVParser.parse(text, format)) {
      Iterator<CSVRecord> records = parser.iterator();
      CSVRecord record = records.hasNext() ? records.next() : null;
      if (record == null || records.hasNext()) {
        throw new IOException(record == null ? "no field" : "CR without LF outside quotes");
      }
      return record;
    } catch (UncheckedIOException e) {
      boolean mayBeText = format.getDelimiterString().equals("\t") && format.isQuoteCharacterSet();
      if (mayBeText && text.indexOf('\n') < 0) {
        return fields(bytes, offset, length, format.builder().setQuote(null).get());
      }
      throw new IOException("a quote is not closed, or text follows it", e);
    }
  }

  private static byte[] bytes(String field) {
    return field.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public List<String> fieldNames() {
    return names;
  }

  @Override
  protected void parse(byte[] bytes, int offset, int length) {
    CSVRecord csv;
    try {
      csv = fields(bytes, offset, length, format);
    } catch (IOException e) {
      int end = offset + length;
      int lines = 1 + (int) IntStream.range(offset, end).filter(i -> bytes[i] == '\n').count();
      record.skip(SkipReason.BAD_CSV, e.getMessage(), lines);
      return;
    }
    if (csv.size() != names.size()) {
      record.skip(SkipReason.BAD_CSV, csv.size() + " fields, the header has " + names.size());
      return;
    }
    for (int i = 0; i < columns.length; i++) {
      values[i].clear();
      if (columns[i] >= 0) {
        byte[] value = bytes(csv.get(columns[i]));
        values[i].set(value, 0, value.length);
      }
    }
    fields.take(values, record, range.name(), number());
  }
}
