package io.neardup.hadoop.format.text;

import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.LineFormat;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SourceFormat;

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
              return decoding(new Lines(new TsvLines(maxId, maxDocument)));
            }
          };
      case LINES ->
          new LineFormat(settings, maxDocument) {
            @Override
            public RecordParser parser(String sourceName, byte[] head) {
              return decoding(new Lines(new NumberedLines(sourceName, maxId)));
            }
          };
      case FILES -> new WholeFiles(settings);
      default -> throw new IllegalArgumentException(format.key() + " is not plain text");
    };
  }
}
