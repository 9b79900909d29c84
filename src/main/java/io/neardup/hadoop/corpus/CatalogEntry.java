package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.SourceRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * What the catalog says of a document: its id, where it came from, the length of its text, and the
 * values of the fields that were asked for. Reused for every document.
 */
public final class CatalogEntry implements Writable {

  final Text id;
  String name = ""; // of the file below the input
  String file = ""; // its full path
  long position;
  int textLength;

  private long line;
  private String[] fields = {};

  public CatalogEntry() {
    this(new Text());
  }

  /** Makes an entry that holds the id of a document. */
  CatalogEntry(Text id) {
    this.id = id;
  }

  /**
   * Sets the origin of a document: the path of its file below the input, the full path, where it
   * begins there, and the values of the fields, null where there is none.
   */
  public void setOrigin(String newName, String newFile, long newPosition, String[] newFields) {
    name = newName;
    file = newFile;
    position = newPosition;
    fields = newFields;
  }

  public void setId(byte[] bytes, int length) {
    id.set(bytes, 0, length);
    line = 0;
  }

  /** Returns the number with which the id of a record of the origin ends. */
  public long numberIn(SourceRecord record) {
    String numbered = record.idText();
    return Long.parseLong(numbered.substring(numbered.lastIndexOf(':') + 1));
  }

  /**
   * Makes the id the name of the file and the number of a line or record, from 1; negative if it is
   * counted from the first line of the part.
   */
  public void setLine(long newLine) {
    id.clear();
    line = newLine;
  }

  /**
   * Makes the id of the name and the number of a line, if it is one. So many lines of the file of
   * the part's first document stand before the part.
   */
  void numberLine(long firstLine) {
    if (line != 0) {
      id.set(name + ":" + (line > 0 ? line : firstLine - line));
      line = 0; // the id is known now
    }
  }

  /** Returns the value of a field by its place; null if there is none. */
  String field(int index) {
    return index >= 0 && index < fields.length ? fields[index] : null;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVLong(out, line);
    id.write(out);
    Text.writeString(out, name);
    Text.writeString(out, file);
    WritableUtils.writeVLong(out, position);
    WritableUtils.writeVInt(out, textLength);
    WritableUtils.writeVInt(out, fields.length);
    for (String field : fields) {
      WritableUtils.writeString(out, field);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    line = WritableUtils.readVLong(in);
    id.readFields(in);
    name = Text.readString(in);
    file = Text.readString(in);
    position = WritableUtils.readVLong(in);
    textLength = WritableUtils.readVInt(in);
    fields = new String[WritableUtils.readVInt(in)];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = WritableUtils.readString(in);
    }
  }
}
