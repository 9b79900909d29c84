package io.neardup.hadoop.io;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A document: id and text, as bytes of UTF-8 (the text may hold invalid sequences). Reused; its
 * arrays are valid until the next record.
 */
public final class DocumentWritable implements Writable {

  private byte[] id = new byte[0];
  private int idLength;
  private byte[] text = new byte[0];
  private int textOffset;
  private int textLength;

  /** Refers to the given bytes, without a copy. */
  public void set(
      byte[] newId, int newIdLength, byte[] newText, int newTextOffset, int newTextLength) {
    id = newId;
    idLength = newIdLength;
    text = newText;
    textOffset = newTextOffset;
    textLength = newTextLength;
  }

  /** Returns the array that begins with the id. */
  public byte[] idBytes() {
    return id;
  }

  /** Returns the length of the id in bytes. */
  public int idLength() {
    return idLength;
  }

  /** Returns the array that holds the text. */
  public byte[] textBytes() {
    return text;
  }

  /** Returns where the text begins in {@link #textBytes()}. */
  public int textOffset() {
    return textOffset;
  }

  /** Returns the length of the text in bytes. */
  public int textLength() {
    return textLength;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, idLength);
    out.write(id, 0, idLength);
    WritableUtils.writeVInt(out, textLength);
    out.write(text, textOffset, textLength);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    idLength = WritableUtils.readVInt(in);
    id = room(id, idLength);
    in.readFully(id, 0, idLength);
    textOffset = 0;
    textLength = WritableUtils.readVInt(in);
    text = room(text, textLength);
    in.readFully(text, 0, textLength);
  }

  private static byte[] room(byte[] bytes, int length) {
    return bytes.length >= length ? bytes : new byte[length + length / 4];
  }
}
