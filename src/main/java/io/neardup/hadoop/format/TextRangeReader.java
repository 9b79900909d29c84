package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import io.neardup.text.Utf8;
import java.nio.charset.StandardCharsets;

/**
 * Reads lines {@code id<TAB>text}, whose texts may hold further tabs, or a document a line, whose
 * id is {@code name:line}, counted from 1.
 */
public final class TextRangeReader extends ByteRangeReader {

  private final boolean numbered;
  private final byte[] prefix; // of numbered ids

  /**
   * @param numbered whether the lines have no ids
   */
  public TextRangeReader(FormatSettings settings, CorpusRange range, boolean numbered) {
    super(
        settings,
        range,
        lineLimit(settings, settings.maxDocument() + (numbered ? 0 : settings.maxId() + 1)));
    this.numbered = numbered;
    this.prefix = (range.name() + ":").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected void parse(byte[] bytes, int offset, int length) {
    if (numbered) {
      if (record.setNumberedId(prefix, number(), settings.maxId())) {
        record.setText(bytes, offset, length);
      }
      return;
    }
    int end = offset + length;
    int tab = Utf8.indexOf(bytes, offset, end, '\t');
    int textLength = end - tab - 1;
    if (tab == end) {
      record.skip(SkipReason.NO_ID, "no tab in the line");
    } else if (textLength > settings.maxDocument()) {
      record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(textLength, "byte"));
    } else if (record.setId(bytes, offset, tab - offset, settings.maxId())) {
      record.setText(bytes, tab + 1, textLength);
    }
  }
}
