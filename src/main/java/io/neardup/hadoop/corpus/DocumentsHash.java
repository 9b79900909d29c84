package io.neardup.hadoop.corpus;

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

  /**
   * @param idsArePlaces whether ids change when documents are copied
   */
  public DocumentsHash(boolean idsArePlaces) {
    this.idsArePlaces = idsArePlaces;
  }

  /** Adds a document. */
  public void add(byte[] id, int idLength, byte[] text, int offset, int length) {
    documents++;
    int ofId = idsArePlaces ? 0 : idLength;
    checksum.update(lengths.clear().putInt(ofId).putInt(length).flip());
    checksum.update(id, 0, ofId);
    checksum.update(text, offset, length);
  }

  /** Adds a document. */
  public void add(DocumentWritable document) {
    add(
        document.idBytes(),
        document.idLength(),
        document.textBytes(),
        document.textOffset(),
        document.textLength());
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
