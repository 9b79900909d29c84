package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.table.PairColumns;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Finds the {@linkplain Reason reasons} for removals in the pairs of ascending columns, if the
 * first column of each component is kept: both columns of a pair then have the same kept column. It
 * collects the best reason of each removed column until its memory is full, then passes all on. So
 * a column with many pairs is passed on about once.
 *
 * <p>Memory: 48 to 96 bytes for each of {@link #IN_MEMORY} columns.
 */
final class PairReasons implements Closeable {

  /** How many columns a task holds at once. */
  static final int IN_MEMORY = 1 << 17;

  private static final long NONE = -1;

  /** Takes the reason for the removal of a column. */
  interface Sink {
    /** Receives a column, the one that is kept in its place, and the reason. */
    void take(long column, long kept, long reason) throws IOException, InterruptedException;
  }

  private final PairColumns pairs;
  private final Sink sink;
  private final int inMemory;
  private final Long2LongOpenHashMap reasons = new Long2LongOpenHashMap();
  private final Long2LongOpenHashMap kepts = new Long2LongOpenHashMap(); // of the same columns
  private final OwnPairs own = new OwnPairs();
  private long numberOfPairs;

  /**
   * @param folder the output of stage 4
   * @param inMemory how many columns are held at once, at least 1
   */
  PairReasons(Configuration conf, Path folder, int inMemory, Sink sink) throws IOException {
    this.pairs = new PairColumns(conf, folder);
    this.inMemory = inMemory;
    this.sink = sink;
    reasons.defaultReturnValue(NONE);
  }

  /**
   * Reads the pairs of which a column is the smaller one.
   *
   * @param column not less than in the call before
   * @param kept the smallest column of its component
   */
  void read(long column, long kept) throws IOException, InterruptedException {
    own.clear();
    if (!pairs.seek(column)) {
      return;
    }
    while (pairs.nextPair()) {
      numberOfPairs++;
      own.add(pairs.larger(), pairs.similarity());
      if (column != kept) {
        add(column, kept, Reason.ofOther(pairs.similarity(), pairs.larger()));
      }
      add(
          pairs.larger(),
          kept,
          column == kept
              ? Reason.ofKept(pairs.similarity())
              : Reason.ofOther(pairs.similarity(), column));
    }
  }

  private void add(long column, long kept, long reason) throws IOException, InterruptedException {
    long held = reasons.get(column);
    if (held == NONE) {
      if (reasons.size() == inMemory) {
        drain();
      }
      kepts.put(column, kept);
    }
    if (reason > held) {
      reasons.put(column, reason);
    }
  }

  /** Passes all reasons on, in no particular order, and forgets them. */
  void drain() throws IOException, InterruptedException {
    for (Long2LongMap.Entry entry : reasons.long2LongEntrySet()) {
      sink.take(entry.getLongKey(), kepts.get(entry.getLongKey()), entry.getLongValue());
    }
    reasons.clear();
    kepts.clear();
  }

  /** Returns the pairs read last. */
  OwnPairs own() {
    return own;
  }

  /** Returns how many pairs have been read. */
  long pairs() {
    return numberOfPairs;
  }

  @Override
  public void close() throws IOException {
    pairs.close();
  }
}
