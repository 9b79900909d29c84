package io.neardup.hadoop.corpus;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.HexFormat;

/** A hash of documents in their order: of their texts, and of their ids unless these are places. */
public final class DocumentsHash {

  private final boolean idsArePlaces;
  private long hash;
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
    if (!idsArePlaces) {
      hash = hash * 31 + Hashing.xxh3_64().hashBytesToLong(id, 0, idLength);
    }
    hash = hash * 31 + Hashing.xxh3_64().hashBytesToLong(text, offset, length);
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

  /** Returns the hash: 16 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().toHexDigits(hash);
  }
}
