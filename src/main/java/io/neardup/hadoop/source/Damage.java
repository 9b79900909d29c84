package io.neardup.hadoop.source;

import java.io.InterruptedIOException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.ipc.RemoteException;

/** A file that cannot be read on: what is left of it is one record, set aside. */
public final class Damage {

  private static final int LONGEST_DETAIL = 500;

  private Damage() {}

  /**
   * Returns whether it is the storage that failed, which may succeed when it is tried again, rather
   * than the content that is broken.
   */
  public static boolean isOfStorage(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ChecksumException
          || cause instanceof RemoteException
          || cause instanceof SocketException
          || cause instanceof InterruptedIOException
          || cause instanceof ClosedChannelException
          || cause.getClass().getSimpleName().equals("BlockMissingException")) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the record that stands for what is left.
   *
   * @param position of the last record that could be read
   */
  public static SourceRecord record(Exception e, long position) {
    SourceRecord record = new SourceRecord();
    record.start(position);
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    why = why.replaceAll("\\s+", " ");
    record.skip(
        SkipReason.DAMAGED_FILE,
        "not readable after the record here: "
            + why.substring(0, Math.min(LONGEST_DETAIL, why.length())));
    return record;
  }
}
