package io.neardup.hadoop.format;

import io.neardup.config.Quantity;
import io.neardup.text.Utf8;

/**
 * Reads lines {@code id<TAB>text}, whose texts may hold further tabs, or a document a line, whose
 * id is {@code name:line}, counted from 1.
 */
final class TextRangeReader extends ByteRangeReader {

  private final boolean numbered;

  /** Takes whether the lines have no ids. */
  TextRangeReader(FormatSettings settings, CorpusRange range, boolean numbered) {
    super(settings, range, settings.maxDocument + (numbered ? 0 : settings.maxId + 1));
    this.numbered = numbered;
  }

  @Override
  void parse(byte[] utf8, int offset, int length) {
    int end = offset + length;
    int tab = numbered ? offset - 1 : Utf8.indexOf(utf8, offset, end, '\t');
    int textLength = end - tab - 1;
    if (tab == end) {
      record.skip(SkipReason.NO_ID, "no tab in the line");
    } else if (!numbered && textLength > settings.maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(textLength, "byte"));
    } else if (numbered
        ? record.setNumberedId(range.name(), number(), settings.maxId)
        : record.setId(utf8, offset, tab - offset, settings.maxId)) {
      record.setText(utf8, tab + 1, textLength);
    }
  }
}
