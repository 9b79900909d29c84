package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.Document;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * A checksum (CRC-32C) of documents in their order: of their texts, and of their ids unless these
 * are places. Java computes it at the speed of memory, compiled or not.
 */
public final class DocumentsHash {

  private final boolean idsArePlaces;
  private final CRC32C checksum = new CRC32C();
  private final ByteBuffer lengths = ByteBuffer.allocate(2 * Integer.BYTES);
  private long documents;

  /** Takes whether ids change when documents are copied. */
  public DocumentsHash(boolean idsArePlaces) {
    this.idsArePlaces = idsArePlaces;
  }

  public void add(Document document) {
    documents++;
    int ofId = idsArePlaces ? 0 : document.idLength();
    checksum.update(lengths.clear().putInt(ofId).putInt(document.textLength()).flip());
    checksum.update(document.idBytes(), 0, ofId);
    checksum.update(document.textBytes(), document.textOffset(), document.textLength());
  }

  /** Returns how many documents were added. */
  public long documents() {
    return documents;
  }

  /** Returns the checksum: 8 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
