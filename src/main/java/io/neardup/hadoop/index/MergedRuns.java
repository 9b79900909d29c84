package io.neardup.hadoop.index;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Reads several runs as one, bucket by bucket, ascending by band, then hash, unsigned. The columns
 * of a bucket come run by run. Each run's columns are larger than those of the runs before it, so
 * all columns of a bucket ascend.
 *
 * <p>Use: {@link #nextBucket()}, then {@link #nextColumn()} until it returns false; what is left of
 * a bucket may be skipped. It holds no columns. A bucket costs a look at each run, so there should
 * be a few tens of runs at most.
 */
public final class MergedRuns implements Closeable {

  private final List<RunCursor> runs;
  private boolean begun;
  private int band;
  private long hash;
  private int run; // the first whose columns have not all been returned
  private boolean isReturned; // the column at which that run stands
  private long column;

  /**
   * @param runs cursors that have not been moved, oldest run first; they are closed with this
   */
  public MergedRuns(List<RunCursor> runs) {
    this.runs = List.copyOf(runs);
  }

  /** Moves to the next bucket; returns false if there is none. */
  public boolean nextBucket() throws IOException {
    if (begun) {
      skipBucket();
    } else {
      for (RunCursor cursor : runs) {
        cursor.next();
      }
    }
    return findBucket();
  }

  /**
   * Moves to the first bucket at or after a key and after the current bucket; returns false if
   * there is none.
   */
  public boolean seek(int newBand, long newHash) throws IOException {
    if (begun) {
      skipBucket();
    }
    for (RunCursor cursor : runs) {
      cursor.seek(newBand, newHash);
    }
    return findBucket();
  }

  private void skipBucket() throws IOException {
    for (; run < runs.size(); run++) {
      if (isAtBucket(runs.get(run))) {
        runs.get(run).seek(hash == -1 ? band + 1 : band, hash + 1);
      }
    }
  }

  private boolean findBucket() {
    begun = true;
    isReturned = false;
    column = -1;
    run = runs.size();
    for (int r = run - 1; r >= 0; r--) {
      RunCursor cursor = runs.get(r);
      if (!cursor.isAtEnd() && (run == runs.size() || isNotAfterBucket(cursor))) {
        run = r;
        band = cursor.band();
        hash = cursor.hash();
      }
    }
    return run < runs.size();
  }

  private boolean isNotAfterBucket(RunCursor cursor) {
    return cursor.band() != band
        ? cursor.band() < band
        : Long.compareUnsigned(cursor.hash(), hash) <= 0;
  }

  private boolean isAtBucket(RunCursor cursor) {
    return !cursor.isAtEnd() && cursor.hash() == hash && cursor.band() == band;
  }

  /**
   * Moves to the next column of the bucket; returns false if there is none.
   *
   * @throws IOException also if the column is not larger than the one before: the runs do not
   *     belong together
   */
  public boolean nextColumn() throws IOException {
    if (isReturned) {
      runs.get(run).next();
      isReturned = false;
    }
    while (run < runs.size() && !isAtBucket(runs.get(run))) {
      run++;
    }
    if (run == runs.size()) {
      return false;
    }
    long next = runs.get(run).column();
    if (next <= column) {
      throw new IOException(
          "column " + next + " of run " + run + " follows " + column + ": runs are out of order");
    }
    column = next;
    isReturned = true;
    return true;
  }

  /** Returns the band of the current bucket. */
  public int band() {
    return band;
  }

  /** Returns the hash of the current bucket. */
  public long hash() {
    return hash;
  }

  /** Returns the current column. */
  public long column() {
    return column;
  }

  /** Returns which run the current column is from, from 0. */
  public int run() {
    return run;
  }

  /** Closes all runs. */
  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (RunCursor cursor : runs) {
      try {
        cursor.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
