package io.neardup.hadoop.format.csv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Returns the fields of a CSV record (RFC 4180) as bytes. Quotes in a line with tabs that are not
 * as they should be are characters of texts.
 */
final class CsvFields {

  private final CSVFormat format;
  private final CSVFormat withoutQuotes; // null unless the delimiter is a tab
  private CSVRecord record;
  private String problem = "";

  CsvFields(byte delimiter) {
    this.format = CSVFormat.RFC4180.builder().setDelimiter((char) delimiter).get();
    this.withoutQuotes = delimiter == '\t' ? format.builder().setQuote(null).get() : null;
  }

  /** Parses a record without its end; false if it is none. */
  boolean parse(byte[] bytes, int offset, int length) {
    // A byte is a character here, so that bytes that are not UTF-8 stay what they are.
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    return parse(text, format)
        || (withoutQuotes != null && text.indexOf('\n') < 0 && parse(text, withoutQuotes));
  }

  private boolean parse(String text, CSVFormat as) {
    try (CSVParser parser = CSVParser.parse(text, as)) {
      Iterator<CSVRecord> records = parser.iterator();
      if (!records.hasNext()) {
        problem = "no field";
        return false;
      }
      record = records.next();
      if (records.hasNext()) {
        problem = "CR without LF outside quotes";
        return false;
      }
      return true;
    } catch (IOException | UncheckedIOException e) {
      problem = "a quote that is not closed, or has something behind it";
      return false;
    }
  }

  /** Returns what was wrong with a record that could not be parsed. */
  String problem() {
    return problem;
  }

  /** Returns the number of fields. */
  int size() {
    return record.size();
  }

  /** Returns a field. */
  byte[] bytes(int index) {
    return record.get(index).getBytes(StandardCharsets.ISO_8859_1);
  }
}
