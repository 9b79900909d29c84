package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.AscendingNumbers;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;

/**
 * A document and its partners in one block, with which it is compared. It has no partners if it is
 * sent only as a member of the block. A partner is a number of its column and, in the low 15 bits,
 * in how many slots the two signatures agree.
 */
public final class ComparedDocument implements Writable {
  private static final int AGREEMENT_BITS = 15;
  private final AscendingNumbers partners = new AscendingNumbers();
  private DocumentWritable document = new DocumentWritable();

  public static long partner(long column, int agreement) {
    return column << AGREEMENT_BITS | agreement;
  }

  public static long column(long partner) {
    return partner >>> AGREEMENT_BITS;
  }

  /** Returns in how many slots the signatures agree. */
  public static int agreement(long partner) {
    return (int) partner & (1 << AGREEMENT_BITS) - 1;
  }

  /** Refers to a document and its partners, which ascend. */
  public void set(DocumentWritable newDocument, LongArrayList newPartners) {
    document = newDocument;
    partners.set(newPartners);
  }

  public LongArrayList partners() {
    return partners.list();
  }

  public DocumentWritable document() {
    return document;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    partners.write(out);
    document.write(out);
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    partners.readFields(in);
    document.readFields(in);
  }
}
