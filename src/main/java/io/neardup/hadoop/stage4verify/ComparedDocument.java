package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.DocumentWritable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/** A document of a plausible pair and in how many slots it agrees with the other one. */
public final class ComparedDocument implements Writable {

  private int agreement;
  private DocumentWritable document = new DocumentWritable();

  /** Refers to a document. */
  public void set(int newAgreement, DocumentWritable newDocument) {
    agreement = newAgreement;
    document = newDocument;
  }

  /** Returns the number of equal slots; 0 for the document that others are compared with. */
  public int agreement() {
    return agreement;
  }

  /** Returns the document. */
  public DocumentWritable document() {
    return document;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, agreement);
    document.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    agreement = WritableUtils.readVInt(in);
    document.readFields(in);
  }
}
