package io.neardup.hadoop.format.text;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.LineFormat;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import java.nio.charset.StandardCharsets;

/** Makes the formats of plain text. */
public final class TextFormats {

  private TextFormats() {}

  /** Returns one of {@code TSV}, {@code LINES}, {@code FILES}. */
  public static ByteFormat of(SourceFormat format, FormatSettings settings) {
    int maxId = settings.maxId();
    int maxDocument = settings.maxDocument();
    return switch (format) {
      case TSV ->
          new LineFormat(settings, maxDocument + maxId + 1) {
            @Override
            public RecordParser parser(String sourceName, byte[] head) {
              return decoding(tsv(maxId, maxDocument));
            }
          };
      case LINES ->
          new LineFormat(settings, maxDocument) {
            @Override
            public RecordParser parser(String sourceName, byte[] head) {
              return decoding(numbered(sourceName, maxId));
            }
          };
      case FILES -> new WholeFiles(settings);
      default -> throw new IllegalArgumentException(format.key() + " is not plain text");
    };
  }

  /** Parses lines {@code id<TAB>text}; the text may hold further tabs. */
  static RecordParser tsv(int maxId, int maxDocument) {
    return (bytes, offset, length, number, record) -> {
      int end = offset + length;
      int tab = offset;
      while (tab < end && bytes[tab] != '\t') {
        tab++;
      }
      int textLength = end - tab - 1;
      if (tab == end) {
        record.skip(SkipReason.NO_ID, "no tab in the line");
      } else if (textLength > maxDocument) {
        record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(textLength, "byte"));
      } else if (Ids.set(record, bytes, offset, tab - offset, maxId)) {
        record.setText(bytes, tab + 1, textLength);
      }
    };
  }

  /** Parses a document a line; the id is {@code name:line}, counted from 1. */
  static RecordParser numbered(String name, int maxId) {
    byte[] prefix = (name + ":").getBytes(StandardCharsets.UTF_8);
    return (bytes, offset, length, line, record) -> {
      if (Ids.setNumbered(record, prefix, line, maxId)) {
        record.setText(bytes, offset, length);
      }
    };
  }
}
