package io.neardup.hadoop.audit;

import io.neardup.config.Stage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.table.ColumnLists;
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

  private static final byte[] NO_SLOTS = {};

  private final SignatureCursor signatures;
  private final ColumnLists decisions;
  private final int slotsLength;
  private long kept;
  private long cluster;

  DocumentStates(Configuration conf) throws IOException {
    int slots = SignatureInputFormat.slots(conf);
    slotsLength = Integer.BYTES * slots;
    signatures =
        new SignatureCursor(conf, List.of(AuditTasks.folder(conf, Stage.SHINGLE_SORT)), slots);
    Path clusters = AuditTasks.folder(conf, Stage.CLUSTER);
    decisions = new ColumnLists(conf, ClusterStage.decisions(clusters));
  }

  /** Returns the slots of a column's signature, none if it has no shingle. */
  byte[] slots(long column) throws IOException {
    if (!signatures.seek(column)) {
      return NO_SLOTS;
    }
    int from = signatures.slotsOffset();
    return Arrays.copyOfRange(signatures.bytes(), from, from + slotsLength);
  }

  /** Looks up what was decided on a column, not smaller than in the call before. */
  void decide(long column) throws IOException {
    kept = column;
    cluster = NONE;
    if (decisions.seek(column)) {
      kept = next(column);
      cluster = next(column);
    }
  }

  private long next(long column) throws IOException {
    if (!decisions.nextEntry()) {
      throw new IOException("the decision of column " + column + " is not whole");
    }
    return decisions.entry();
  }

  /** Returns the column kept for that of {@link #decide}: the same one if it is kept. */
  long kept() {
    return kept;
  }

  /** Returns the smallest column of its cluster, or {@link #NONE}. */
  long cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    signatures.close();
    decisions.close();
  }
}
