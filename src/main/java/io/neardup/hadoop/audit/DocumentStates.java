package io.neardup.hadoop.audit;

import io.neardup.config.Stage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.SignatureCursor;
import io.neardup.hadoop.table.SignatureInputFormat;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What the results say of ascending columns: their signatures, their clusters and which documents
 * are kept for them. Memory: see the cursors.
 */
final class DocumentStates implements Closeable {

  /** The cluster of a document in no cluster. */
  static final long NONE = -1;

  /**
   * What was decided on a column.
   *
   * @param kept the column kept for it: the same one if it is kept
   * @param cluster the smallest column of its cluster, or {@link #NONE}
   */
  record Decision(long kept, long cluster) {}

  private static final byte[] NO_SLOTS = {};

  private final SignatureCursor signatures;
  private final ColumnLines decisions;
  private final int slotsLength;

  DocumentStates(Configuration conf) throws IOException {
    this(
        conf,
        AuditTasks.of(conf).folder(Stage.SHINGLE_SORT),
        AuditTasks.of(conf).folder(Stage.CLUSTER),
        SignatureInputFormat.slots(conf));
  }

  /** Opens the outputs of stage 1, with signatures of so many slots, and of stage 5. */
  DocumentStates(Configuration conf, Path signed, Path clusters, int slots) throws IOException {
    slotsLength = Integer.BYTES * slots;
    signatures = new SignatureCursor(conf, List.of(signed), slots);
    decisions = new ColumnLines(conf, ClusterStage.decisions(clusters));
  }

  /** Returns the slots of a column's signature, none if it has no shingle. */
  byte[] slots(long column) throws IOException {
    if (!signatures.seek(column)) {
      return NO_SLOTS;
    }
    int from = signatures.slotsOffset();
    return Arrays.copyOfRange(signatures.bytes(), from, from + slotsLength);
  }

  /** Returns what was decided on a column, not smaller than in the call before. */
  Decision decision(long column) throws IOException {
    return decisions.seek(column)
        ? new Decision(decisions.readNumber(), decisions.readFurtherNumber())
        : new Decision(column, NONE);
  }

  @Override
  public void close() throws IOException {
    signatures.close();
    decisions.close();
  }
}
