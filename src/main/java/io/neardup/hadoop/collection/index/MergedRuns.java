package io.neardup.hadoop.collection.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * Reads several runs as one, bucket by bucket, ascending by band, then hash, unsigned. The columns
 * of a bucket come run by run. Each run's columns are larger than those of the runs before it, so
 * all columns of a bucket ascend.
 *
 * <p>Use: {@link #seek} or {@link #nextBucket}, then {@link #column} and {@link #nextColumn}; what
 * is left of a bucket may be skipped. It holds no columns. A bucket costs a look at each run, so
 * there should be a few tens of runs at most.
 */
final class MergedRuns implements Closeable {

  /** The column after those of a bucket. */
  static final long NONE = Long.MAX_VALUE;

  private final List<RunCursor> runs = new ArrayList<>();
  private boolean isAtEnd;
  private int band;
  private long hash;
  private int run; // that of the current column
  private long column;

  /** Opens the runs in folders, oldest first. */
  MergedRuns(Configuration conf, List<Path> folders) throws IOException {
    for (Path folder : folders) {
      runs.add(new RunCursor(conf, folder));
    }
  }

  void nextBucket() throws IOException {
    seek(hash == -1 ? band + 1 : band, hash + 1);
  }

  /** Moves to the first bucket at or after a key, which is not before the current bucket. */
  void seek(int newBand, long newHash) throws IOException {
    isAtEnd = true;
    for (RunCursor cursor : runs) {
      if (cursor.seek(newBand, newHash)
          && (isAtEnd || isBefore(cursor.band(), cursor.hash(), band, hash))) {
        isAtEnd = false;
        band = cursor.band();
        hash = cursor.hash();
      }
    }
    run = 0;
    column = -1;
    findColumn();
  }

  private static boolean isBefore(int band, long hash, int otherBand, long otherHash) {
    return band != otherBand ? band < otherBand : Long.compareUnsigned(hash, otherHash) < 0;
  }

  void nextColumn() throws IOException {
    runs.get(run).moveToNext();
    findColumn();
  }

  private void findColumn() throws IOException {
    while (run < runs.size() && !runs.get(run).isAt(band, hash)) {
      run++;
    }
    long next = isAtEnd || run == runs.size() ? NONE : runs.get(run).column();
    if (next <= column) {
      throw new IOException(
          "column " + next + " of run " + run + " follows " + column + ": runs are out of order");
    }
    column = next;
  }

  boolean isAtEnd() {
    return isAtEnd;
  }

  boolean isBefore(int otherBand, long otherHash) {
    return !isAtEnd && isBefore(band, hash, otherBand, otherHash);
  }

  boolean isAt(int otherBand, long otherHash) {
    return !isAtEnd && band == otherBand && hash == otherHash;
  }

  int band() {
    return band;
  }

  long hash() {
    return hash;
  }

  /** Returns the current column of the bucket; {@link #NONE} if all have been passed. */
  long column() {
    return column;
  }

  /** Returns which run the current column is from, from 0. */
  int run() {
    return run;
  }

  @Override
  public void close() {
    IOUtils.closeStreams(runs.toArray(Closeable[]::new));
  }
}
