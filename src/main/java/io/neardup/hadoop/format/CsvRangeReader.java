package io.neardup.hadoop.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Keys;
import io.neardup.text.Utf8;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.fs.Path;

/**
 * Reads CSV (RFC 4180) with a header that names the columns, one for the id and one for the text. A
 * quote opens only at the beginning of a field, a doubled quote stands for one quote, and LF
 * outside quotes ends a record. The head is a byte order mark and the header.
 *
 * <p>Many tab-separated files do not quote fields, so a quote at the beginning of a field may be
 * text. It is text if each line up to the closing quote could be a record, if the closing quote
 * does not end a field, or if the record is too long. The record is then one line.
 */
public class CsvRangeReader extends ByteRangeReader {

  private static final int MAX_HEADER_BYTES = 1 << 20;

  private CSVFormat format; // null before open
  char delimiter;
  private List<String> names = List.of(); // of all columns
  private int[] columns; // of the wanted fields, -1 where there is none

  private boolean quoted; // between quotes
  private boolean mayOpen = true; // a quote here would open, or is the second of a doubled one
  private int firstLine; // length of the first line if it ends inside quotes, else 0
  private boolean ofLines; // the record is one line, though its quote is closed on a later one

  /** Takes a range that is all of a file. */
  CsvRangeReader(FormatSettings settings, CorpusRange range) {
    // Quotes may make two bytes of one; there are other fields.
    super(settings, range, 2 * settings.maxDocument + (1 << 16));
  }

  /** Returns whether a line names, between tabs, some columns among others. */
  public static boolean isTabbedHeader(byte[] line, List<String> columns) {
    try {
      List<String> names = names(line, format('\t'));
      return names.size() > 1 && names.containsAll(columns);
    } catch (IOException e) {
      return false;
    }
  }

  // The header

  @Override
  void findFirst() throws IOException {
    int line = 0;
    while (line < MAX_HEADER_BYTES && fillTo(line + 1) && bytes[start + line] != '\n') {
      line++;
    }
    requireText();
    delimiter = delimiter(new String(bytes, start, line, StandardCharsets.ISO_8859_1));
    format = format(delimiter);
    scan(Utf8.byteOrderMark(bytes, start, start + available()), MAX_HEADER_BYTES);
    if (tooLong) {
      throw new UnsupportedSourceException(
          "%s: no CSV header: the first record has over %d bytes", range.name(), MAX_HEADER_BYTES);
    }
    passHead(held);
    held = 0;
    Decoding.refuseUtf16(head, 0, head.length, range.name());
    byte[] decoded = Decoding.utf8(charset, head, 0, head.length, record);
    findColumns(decoded == null ? head : decoded);
  }

  private char delimiter(String line) {
    String name = settings.compressions.plainName(range.name()).toLowerCase(Locale.ROOT);
    boolean tabs = name.endsWith(".tsv") || name.endsWith(".tab");
    return switch (settings.settings.get(Keys.CSV_DELIMITER)) {
      case "comma" -> ',';
      case "tab" -> '\t';
      case "semicolon" -> ';';
      default ->
          tabs
              ? '\t'
              : (char) ",\t;".chars().filter(c -> line.indexOf(c) >= 0).findFirst().orElse(',');
    };
  }

  /**
   * Finds the columns in a header, which is empty for a file without records.
   * UnsupportedSourceException if there is not one column for the id and one for the text.
   */
  void findColumns(byte[] header) throws UnsupportedSourceException {
    if (header.length == Utf8.byteOrderMark(header, 0, header.length)) {
      return;
    }
    try {
      names = names(header, format);
    } catch (IOException e) {
      throw new UnsupportedSourceException(
          "%s: the header is not CSV: %s", range.name(), e.getMessage());
    }
    columns = settings.wanted.stream().mapToInt(names::indexOf).toArray();
    settings.require(
        range.name(),
        columns[FormatSettings.ID] < 0 ? "" : null,
        columns[FormatSettings.TEXT] < 0 ? "" : null,
        names,
        ". Is " + Keys.CSV_DELIMITER + " right?");
    for (String name : settings.wanted.subList(0, FormatSettings.TEXT + 1)) {
      if (names.lastIndexOf(name) != names.indexOf(name)) {
        throw new UnsupportedSourceException("%s has several columns %s", range.name(), name);
      }
    }
  }

  /** Returns the names in a header, which may have a byte order mark before it. */
  private static List<String> names(byte[] header, CSVFormat format) throws IOException {
    int mark = Utf8.byteOrderMark(header, 0, header.length);
    int length = withoutEnd(header, mark, header.length - mark);
    return fields(header, mark, length, format).stream()
        .map(name -> new String(bytes(name), UTF_8))
        .toList();
  }

  @Override
  public List<String> fieldNames() {
    return names;
  }

  // Where records end

  /**
   * Finds the next record; IOException if a quote in an oversized record is still open at the end
   * of the file: any number of records may be lost.
   */
  @Override
  boolean findRecord() throws IOException {
    if (tooLong && quoted && delimiter != '\t' && !fillTo(1)) {
      throw new IOException("a quote is not closed in the record at byte " + record.position());
    }
    quoted = false;
    mayOpen = true;
    firstLine = 0;
    ofLines = false;
    return super.findRecord();
  }

  @Override
  int recordEnd(int from) {
    if (tooLong && delimiter == '\t') {
      return super.recordEnd(from);
    }
    int end = start + available();
    for (int i = start + from; i < end; i++) {
      byte b = bytes[i];
      if (firstLine > 0 && !quoted && isBehindQuote(bytes[i - 1], b)) {
        return firstLine;
      }
      if (quoted) {
        if (b == '\n' && delimiter == '\t' && firstLine == 0) {
          firstLine = i + 1 - start;
        }
        quoted = b != '"';
        mayOpen = true;
      } else if (b == '\n') {
        int length = i + 1 - start;
        return hasLines(length) ? firstLine : length;
      } else {
        quoted = mayOpen && b == '"';
        mayOpen = b == delimiter;
      }
    }
    return 0;
  }

  /** Returns whether a byte follows a closing quote that does not end a field. */
  private boolean isBehindQuote(byte previous, byte b) {
    return mayOpen && previous == '"' && b != '"' && b != delimiter && b != '\r' && b != '\n';
  }

  @Override
  int earlierEnd() {
    return quoted || hasLines(available()) ? firstLine : 0;
  }

  /** Finds out whether quotes go over lines that could each be a record, with an id, or empty. */
  private boolean hasLines(int length) {
    int tabs = 0;
    boolean hasId = false;
    boolean empty = true;
    ofLines = firstLine > 0 && columns != null;
    for (int i = start; ofLines && i < start + length; i++) {
      byte b = bytes[i];
      if (b != '\r' && b != '\n') {
        hasId |= b != '\t' && tabs == columns[FormatSettings.ID];
        tabs += b == '\t' ? 1 : 0;
        empty = false;
      }
      if (b == '\n' || i + 1 == start + length) {
        ofLines = empty || ((hasId || columns[FormatSettings.ID] < 0) && tabs == names.size() - 1);
        tabs = 0;
        hasId = false;
        empty = true;
      }
    }
    return ofLines;
  }

  // What is in a record

  static CSVFormat format(char delimiter) {
    return CSVFormat.RFC4180.builder().setDelimiter(delimiter).get();
  }

  /**
   * Parses a record without its end; IOException if it is not one. Each character of its fields
   * stands for one byte, so that bytes that are not UTF-8 are preserved.
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
  void parse(byte[] utf8, int offset, int length) {
    if (ofLines) {
      record.tolerate(Tolerance.QUOTES);
    }
    CSVRecord csv;
    try {
      csv = fields(utf8, offset, length, format);
    } catch (IOException e) {
      int end = offset + length;
      int lines = 1 + (int) IntStream.range(offset, end).filter(i -> utf8[i] == '\n').count();
      record.skip(SkipReason.BAD_CSV, e.getMessage(), lines);
      return;
    }
    if (csv.size() != names.size()) {
      record.skip(SkipReason.BAD_CSV, csv.size() + " fields, the header has " + names.size());
      return;
    }
    byte[][] values = new byte[columns.length][];
    for (int i = 0; i < columns.length; i++) {
      values[i] = columns[i] < 0 ? null : bytes(csv.get(columns[i]));
    }
    settings.makeDocument(values, record, range.name(), number());
  }

  // Copies with annotations: further fields at the end of each record

  @Override
  public OutputStream create(Path file, boolean annotated) throws IOException {
    if (!annotated) {
      return super.create(file, false);
    }
    for (String field : Annotation.FIELDS) {
      if (names.contains(field)) {
        throw new IOException("cannot annotate " + range.file() + ": it has a column " + field);
      }
    }
    int length = withoutEnd(head, 0, head.length);
    byte[] first = ArrayUtils.insert(length, head, further(Annotation.FIELDS));
    return new AnnotatedFile(new BufferedOutputStream(create(file, first)));
  }

  private byte[] further(List<?> values) throws IOException {
    // A first field would be quoted if it is empty.
    String fields = format.format(ArrayUtils.addFirst(values.toArray(), "first")).substring(5);
    Charset of = charset.equals(Decoding.DETECT) ? UTF_8 : Charset.forName(charset);
    if (!of.newEncoder().canEncode(fields)) {
      throw new IOException(
          "cannot annotate " + range.file() + ": " + charset + " cannot represent " + fields);
    }
    return fields.getBytes(of);
  }

  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    super.copy(to, null);
    if (to instanceof AnnotatedFile file) {
      file.endRecord(further(Annotation.values(annotation)));
    }
  }

  /** Holds the end of the last record back, so that it may follow further fields. */
  private static final class AnnotatedFile extends FilterOutputStream {

    private final byte[] held = new byte[2]; // the last bytes of a record
    private int count;

    AnnotatedFile(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int b) throws IOException {
      if (count == held.length) {
        out.write(held[0]);
        held[0] = held[1];
        count--;
      }
      held[count++] = (byte) b;
    }

    /** Writes further fields, then the end of the record. */
    void endRecord(byte[] fields) throws IOException {
      int length = withoutEnd(held, 0, count);
      out.write(held, 0, length);
      out.write(fields);
      out.write(held, length, count - length);
      count = 0;
    }
  }
}
