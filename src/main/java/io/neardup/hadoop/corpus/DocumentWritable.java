package io.neardup.hadoop.corpus;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A document: id and text, as bytes of UTF-8 (the text may hold invalid sequences). Reused; its
 * arrays are valid until the next record. As it is read from a corpus it also knows its file and
 * the fields that were asked for, which are not serialized. A reader of the catalog alone sets
 * everything but the bytes of the text, a reader of texts alone only the text.
 */
public final class DocumentWritable implements Writable {

  private static final byte[] NO_TEXT = new byte[0];

  private byte[] id = new byte[0];
  private int idLength;
  private byte[] text = new byte[0];
  private int textOffset;
  private int textLength;
  private String fileName = "";
  private String filePath = "";
  private long position;
  private String[] fields = new String[0];

  /** Refers to the given bytes, without a copy. */
  public void set(
      byte[] newId, int newIdLength, byte[] newText, int newTextOffset, int newTextLength) {
    setId(newId, newIdLength);
    setText(newText, newTextOffset, newTextLength);
  }

  /** Refers to the bytes of the id, without a copy. */
  void setId(byte[] newId, int length) {
    id = newId;
    idLength = length;
  }

  /** Refers to the bytes of the text, without a copy. */
  void setText(byte[] newText, int offset, int length) {
    text = newText;
    textOffset = offset;
    textLength = length;
  }

  /** Sets the length of a text that is not read. */
  void setTextLength(int length) {
    setText(NO_TEXT, 0, length);
  }

  /** Sets the origin of the document. */
  void setOrigin(String name, String path, long newPosition, String[] newFields) {
    fileName = name;
    filePath = path;
    position = newPosition;
    fields = newFields;
  }

  /** Returns the path of the document's file below the input; empty if unknown. */
  public String fileName() {
    return fileName;
  }

  /** Returns the full path of the document's file; empty if unknown. */
  public String filePath() {
    return filePath;
  }

  /**
   * Returns the position of the document in its file: the byte offset in the decompressed content.
   * For Avro files it is the offset of the block, for Parquet files the row number from 0.
   */
  public long position() {
    return position;
  }

  /**
   * Returns the value of a requested field, by its place in {@link CorpusInput#setFields}, or null.
   */
  public String field(int index) {
    return index < fields.length ? fields[index] : null;
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
