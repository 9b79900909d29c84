package io.neardup.hadoop.format.text;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.TrailingBytesException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A file as a document, whose id is the file's name. */
final class WholeFileParser implements RecordParser {

  private final byte[] id;
  private final Compression compression;
  private final int maxDocument;
  private final int maxId;

  /**
   * @param name the file's name below the input
   * @param compression of the file, null if it has none
   */
  WholeFileParser(String name, Compression compression, int maxDocument, int maxId) {
    this.id = name.getBytes(StandardCharsets.UTF_8);
    this.compression = compression;
    this.maxDocument = maxDocument;
    this.maxId = maxId;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long number, SourceRecord record)
      throws IOException {
    if (compression == null || length == 0) {
      set(record, bytes, offset, length);
      return;
    }
    try (InputStream in = compression.decompress(new ByteArrayInputStream(bytes, offset, length))) {
      byte[] text = in.readNBytes(maxDocument);
      set(record, text, 0, in.read() >= 0 ? maxDocument + 1 : text.length);
      in.read(); // throws if something else follows
    } catch (TrailingBytesException e) {
      record.tolerate(Tolerance.TRAILING_BYTES);
    }
  }

  private void set(SourceRecord record, byte[] text, int offset, int length) {
    if (length > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, "over " + Quantity.of(maxDocument, "byte"));
    } else if (Ids.set(record, id, 0, id.length, maxId)) {
      record.setText(text, offset, length);
    }
  }
}
