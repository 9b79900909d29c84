package io.neardup.hadoop.audit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/** A sampled document: its text, its signature, and which document is kept for it. Reused. */
public final class SampledDocument implements Writable {

  byte[] text = {};
  byte[] slots = {}; // of the signature; none if the document has no shingle
  long kept; // the column kept for it: its own if it is kept

  @Override
  public void write(DataOutput out) throws IOException {
    Finding.write(out, text);
    Finding.write(out, slots);
    out.writeLong(kept);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    text = Finding.read(in);
    slots = Finding.read(in);
    kept = in.readLong();
  }
}
