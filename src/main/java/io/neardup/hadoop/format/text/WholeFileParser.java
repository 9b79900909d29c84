package io.neardup.hadoop.format.text;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import java.nio.charset.StandardCharsets;

/** A file as a document, whose id is the file's name. */
final class WholeFileParser implements RecordParser {

  private final byte[] id;
  private final int maxDocument;
  private final int maxId;

  /**
   * @param name the file's name below the input
   */
  WholeFileParser(String name, int maxDocument, int maxId) {
    this.id = name.getBytes(StandardCharsets.UTF_8);
    this.maxDocument = maxDocument;
    this.maxId = maxId;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long number, SourceRecord record) {
    if (length > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, "over " + Quantity.of(maxDocument, "byte"));
    } else if (Ids.set(record, id, 0, id.length, maxId)) {
      record.setText(bytes, offset, length);
    }
  }
}
