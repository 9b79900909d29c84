package io.neardup.hadoop.corpus;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.format.SourceRecord;
import java.util.HexFormat;

/** A hash of documents in their order: of their ids, unless these are numbers, and texts. */
public final class TextChecksum {

  private long value;

  /** Starts again. */
  public void clear() {
    value = 0;
  }

  /**
   * Adds a document.
   *
   * @param idIsPlace whether its id is a number in its file
   */
  public void add(SourceRecord document, boolean idIsPlace) {
    if (!idIsPlace) {
      add(document.idBytes(), 0, document.idLength());
    }
    add(document.textBytes(), document.textOffset(), document.textLength());
  }

  private void add(byte[] bytes, int offset, int length) {
    value = value * 31 + Hashing.xxh3_64().hashBytesToLong(bytes, offset, length);
  }

  /** Returns 16 hexadecimal digits. */
  public String hex() {
    return HexFormat.of().toHexDigits(value);
  }
}
