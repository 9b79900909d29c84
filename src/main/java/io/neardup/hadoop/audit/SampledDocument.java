package io.neardup.hadoop.audit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** A sampled document: its text, its signature, and which document is kept for it. Reused. */
public final class SampledDocument implements Writable {

  private byte[] text = new byte[0];
  private byte[] slots = new byte[0];
  private long kept;

  /** For deserialization. */
  public SampledDocument() {}

  /**
   * Refers to the given bytes.
   *
   * @param newSlots of the signature, none if the document has no shingle
   * @param newKept the column kept for it: its own if it is kept
   */
  void set(byte[] newText, byte[] newSlots, long newKept) {
    text = newText;
    slots = newSlots;
    kept = newKept;
  }

  byte[] text() {
    return text;
  }

  byte[] slots() {
    return slots;
  }

  long kept() {
    return kept;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    write(out, text);
    write(out, slots);
    out.writeLong(kept);
  }

  private static void write(DataOutput out, byte[] bytes) throws IOException {
    WritableUtils.writeVInt(out, bytes.length);
    out.write(bytes);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    text = read(in);
    slots = read(in);
    kept = in.readLong();
  }

  private static byte[] read(DataInput in) throws IOException {
    byte[] bytes = new byte[WritableUtils.readVInt(in)];
    in.readFully(bytes);
    return bytes;
  }
}
