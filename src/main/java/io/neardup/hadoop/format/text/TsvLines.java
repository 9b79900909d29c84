package io.neardup.hadoop.format.text;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.Lines;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;

/** Lines {@code id<TAB>text}; the text may hold further tabs. */
final class TsvLines implements Lines.LineParser {

  private final int maxId;
  private final int maxDocument;

  TsvLines(int maxId, int maxDocument) {
    this.maxId = maxId;
    this.maxDocument = maxDocument;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long lineNumber, SourceRecord record) {
    int end = offset + length;
    int tab = offset;
    while (tab < end && bytes[tab] != '\t') {
      tab++;
    }
    if (tab == end) {
      record.skip(SkipReason.NO_ID, "no tab in the line");
      return;
    }
    int textLength = end - tab - 1;
    if (textLength > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, Quantity.of(textLength, "byte"));
    } else if (Ids.set(record, bytes, offset, tab - offset, maxId)) {
      record.setText(bytes, tab + 1, textLength);
    }
  }
}
