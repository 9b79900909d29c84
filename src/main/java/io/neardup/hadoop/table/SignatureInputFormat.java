package io.neardup.hadoop.table;

import io.neardup.minhash.SignatureColumn;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;

/** Reads signature columns, records of {@link SignatureColumn}, from a stage 1 output. */
public final class SignatureInputFormat extends FixedLengthInputFormat {

  private static final String SLOTS = "neardup-internal.slots";

  /** Sets the number of slots of a signature for a job. */
  public static void setSlots(Configuration conf, int slots) {
    conf.setInt(SLOTS, slots);
    setRecordLength(conf, SignatureColumn.length(slots));
  }

  /** Returns the number of slots of a job's signatures. */
  public static int slots(Configuration conf) {
    return conf.getInt(SLOTS, 0);
  }
}
