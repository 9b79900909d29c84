package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.Document;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A document that tasks send. As it is read from a corpus it also knows its file and its fields,
 * which are not serialized. A reader of the catalog alone sets everything but the bytes of the
 * text, a reader of texts alone only the text.
 */
public final class DocumentWritable extends Document implements Writable {

  private static final byte[] NO_TEXT = new byte[0];

  /** What the catalog says. */
  final CatalogEntry entry = new CatalogEntry(id);

  private List<String> fieldNames = List.of(); // of the entry

  /** Copies the bytes of the id, and refers to those of the text. */
  public void set(
      byte[] newId, int newIdLength, byte[] newText, int newTextOffset, int newTextLength) {
    entry.setId(newId, newIdLength);
    setText(newText, newTextOffset, newTextLength);
  }

  /** Sets the names of the fields that the catalog has. */
  void setFieldNames(List<String> names) {
    fieldNames = names;
  }

  /** Takes over what was read of the catalog; the text is not read. */
  void setRead(long firstLine) {
    entry.numberLine(firstLine);
    setText(NO_TEXT, 0, entry.textLength);
  }

  /** Returns the path of the document's file below the input; empty if unknown. */
  public String fileName() {
    return entry.name;
  }

  /** Returns the full path of the document's file; empty if unknown. */
  public String filePath() {
    return entry.file;
  }

  /**
   * Returns the position of the document in its file: the byte offset in the decompressed content.
   * For Avro files it is the offset of the block, for Parquet files the row number from 0.
   */
  public long position() {
    return entry.position;
  }

  /** Returns the value of a field; null if the document has none, or it was not ingested. */
  public String field(String name) {
    return entry.field(fieldNames.indexOf(name));
  }

  @Override
  public void write(DataOutput out) throws IOException {
    id.write(out);
    WritableUtils.writeVInt(out, textLength());
    out.write(textBytes(), textOffset(), textLength());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    id.readFields(in);
    int length = WritableUtils.readVInt(in);
    byte[] last = textBytes();
    setText(last.length >= length ? last : new byte[length + length / 4], 0, length);
    in.readFully(textBytes(), 0, length);
  }
}
