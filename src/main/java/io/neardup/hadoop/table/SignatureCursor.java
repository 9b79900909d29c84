package io.neardup.hadoop.table;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the signatures of ascending columns in the sorted output of stage 1: records of {@link
 * SignatureColumn}.
 */
public final class SignatureCursor extends RecordCursor {

  private final byte[] key = new byte[SignatureColumn.SLOTS_OFFSET];

  /** Opens the signatures in some folders, in the order of their columns. */
  public SignatureCursor(Configuration conf, List<Path> folders, int slots) throws IOException {
    super(conf, PartFiles.of(conf, folders), SignatureColumn.length(slots), "a signature column");
  }

  /**
   * Moves to a column's signature.
   *
   * @param column not less than in the call before
   * @return whether the column has one
   */
  public boolean seek(long column) throws IOException {
    BigEndian.putLong(key, 0, column);
    return seek(key) && SignatureColumn.column(bytes(), offset()) == column;
  }

  /** Returns the offset of the slots in {@link #bytes()}. */
  public int slotsOffset() {
    return offset() + SignatureColumn.SLOTS_OFFSET;
  }
}
