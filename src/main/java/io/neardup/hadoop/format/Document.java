package io.neardup.hadoop.format;

import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.apache.hadoop.io.Text;

/**
 * The id and the text of a document, as bytes of UTF-8 (the text may hold invalid sequences).
 * Reused; its arrays are valid until the next document.
 */
public abstract class Document {

  /** The id. */
  protected final Text id = new Text();

  private byte[] text = new byte[0];
  private int textOffset;
  private int textLength;

  /** Returns the array that begins with the id. */
  public final byte[] idBytes() {
    return id.getBytes();
  }

  /** Returns the length of the id in bytes. */
  public final int idLength() {
    return id.getLength();
  }

  /** Returns the id as text. */
  public final String idText() {
    return id.toString();
  }

  /** Refers to the bytes of the text, without a copy. */
  public final void setText(byte[] bytes, int offset, int length) {
    text = bytes;
    textOffset = offset;
    textLength = length;
  }

  /** Returns what a shingler makes of the text, in a list that its next call overwrites. */
  public final LongArrayList elements(DocumentShingler shingler) {
    return shingler.elements(text, textOffset, textLength);
  }

  /** Returns the array that holds the text. */
  public final byte[] textBytes() {
    return text;
  }

  /** Returns where the text begins in {@link #textBytes()}. */
  public final int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes. */
  public final int textLength() {
    return textLength;
  }
}
