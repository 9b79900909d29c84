package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A document and its partners in one block, with which it is compared. It has no partners if it is
 * sent only as a member of the block.
 */
public final class ComparedDocument implements Writable {

  private final PartnerList partners = new PartnerList();
  private DocumentWritable document = new DocumentWritable();

  /** Refers to a document, without partners. */
  public void set(DocumentWritable newDocument) {
    document = newDocument;
    partners.clear();
  }

  /** Returns the partners, ascending. */
  public PartnerList partners() {
    return partners;
  }

  /** Returns the document. */
  public DocumentWritable document() {
    return document;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, partners.size());
    long last = 0;
    for (int p = 0; p < partners.size(); p++) {
      WritableUtils.writeVLong(out, partners.column(p) - last);
      WritableUtils.writeVInt(out, partners.agreement(p));
      last = partners.column(p);
    }
    document.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    partners.clear();
    long column = 0;
    for (int left = WritableUtils.readVInt(in); left > 0; left--) {
      column += WritableUtils.readVLong(in);
      partners.add(column, WritableUtils.readVInt(in));
    }
    document.readFields(in);
  }
}
