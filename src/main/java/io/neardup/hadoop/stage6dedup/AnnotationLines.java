package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.source.BoundedLineReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/**
 * Finds the lines {@code column<TAB>documents<TAB>cluster} of ascending columns in part files
 * sorted by column. Holds a line.
 */
final class AnnotationLines implements Closeable {

  private static final int LONGEST_LINE = 1 << 17; // an id has up to 32,767 bytes

  private final Configuration conf;
  private final List<FileStatus> parts;
  private int next; // part to be opened next
  private BoundedLineReader in;
  private long column = -1;
  private long documents;
  private String cluster;

  /** Opens the lines in a folder. */
  AnnotationLines(Configuration conf, org.apache.hadoop.fs.Path folder) throws IOException {
    this.conf = conf;
    this.parts = PartFiles.of(conf, folder);
  }

  /**
   * Moves to a column.
   *
   * @param wanted not less than in the call before
   * @return whether it has a line
   */
  boolean seek(long wanted) throws IOException {
    if (in == null && next == 0) {
      leap(wanted);
    }
    while (column < wanted) {
      if (!read()) {
        column = Long.MAX_VALUE;
      }
    }
    return column == wanted;
  }

  /** Opens the last part that does not begin after a column. */
  private void leap(long wanted) throws IOException {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      open(middle);
      if (read() && column <= wanted) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    column = -1;
    if (!parts.isEmpty()) {
      open(low);
    }
  }

  private void open(int part) throws IOException {
    close();
    FileStatus status = parts.get(part);
    in =
        new BoundedLineReader(
            status.getPath().getFileSystem(conf).open(status.getPath()),
            0,
            status.getLen(),
            LONGEST_LINE);
    next = part + 1;
  }

  private boolean read() throws IOException {
    while (in == null || !in.next()) {
      if (next >= parts.size()) {
        return false;
      }
      open(next);
    }
    String[] fields =
        new String(in.bytes(), in.offset(), in.length(), StandardCharsets.UTF_8).split("\t", 3);
    column = Long.parseLong(fields[0]);
    documents = Long.parseLong(fields[1]);
    cluster = fields[2];
    return true;
  }

  /** Returns how many documents the cluster of the column has. */
  long documents() {
    return documents;
  }

  /** Returns the id of the first document of the cluster. */
  String cluster() {
    return cluster;
  }

  @Override
  public void close() throws IOException {
    if (in != null) {
      in.close();
      in = null;
    }
  }
}
