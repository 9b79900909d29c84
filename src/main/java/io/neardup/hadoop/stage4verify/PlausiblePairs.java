package io.neardup.hadoop.stage4verify;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Turns pairs that come by i into pairs by j, then i: sorts them in memory as far as they fit, and
 * merges what it had to put on the local disk. All j are of one block.
 *
 * <p>Memory: 16 bytes a pair, of as many as are allowed. Not safe for use by several threads.
 */
final class PlausiblePairs implements Closeable {

  /** How many pairs a task holds at once. */
  static final int IN_MEMORY = 1 << 20;

  // A pair in memory: the offset of j, the place of i among those met, the agreement.
  private static final int PLACE_BITS = 24;
  private static final int AGREEMENT_BITS = 16;
  private static final int BUFFER = 1 << 15;

  /** Takes the pairs in order. */
  interface Sink {
    /** Takes a pair. */
    void take(int offset, long i, int agreement) throws IOException, InterruptedException;
  }

  /** A sorted file, at its next pair. */
  private static final class Run implements Comparable<Run>, Closeable {
    private final DataInputStream in;
    private long left;
    private int offset;
    private long i;
    private int agreement;

    private Run(File file, long pairs) throws IOException {
      in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER));
      left = pairs;
    }

    private boolean next() throws IOException {
      if (left == 0) {
        return false;
      }
      left--;
      offset = in.readInt();
      i = in.readLong();
      agreement = in.readUnsignedShort();
      return true;
    }

    @Override
    public int compareTo(Run other) {
      return offset != other.offset
          ? Integer.compare(offset, other.offset)
          : Long.compare(i, other.i);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final Disk disk;
  private final int inMemory;
  private final LongArrayList pairs = new LongArrayList();
  private final LongArrayList met = new LongArrayList(); // the i of the pairs in memory
  private final List<File> files = new ArrayList<>();
  private final LongArrayList lengths = new LongArrayList(); // of the files, in pairs
  private long added;

  /**
   * @param disk where to put what does not fit
   * @param inMemory the most pairs that are held, 1 to 2²⁴
   */
  PlausiblePairs(Disk disk, int inMemory) {
    this.disk = disk;
    this.inMemory = inMemory;
  }

  /**
   * Adds a pair.
   *
   * @param offset of j in its block, 0 to 2¹⁶ − 1
   * @param i not less than in the call before
   * @param agreement in how many slots they agree, 0 to 2¹⁵ − 1
   */
  void add(int offset, long i, int agreement) throws IOException, InterruptedException {
    if (pairs.size() == inMemory) {
      moveToDisk();
    }
    if (met.isEmpty() || met.getLong(met.size() - 1) != i) {
      met.add(i);
    }
    long place = met.size() - 1L;
    pairs.add(((long) offset << PLACE_BITS | place) << AGREEMENT_BITS | agreement);
    added++;
  }

  /** Returns how many pairs have been added in all. */
  long added() {
    return added;
  }

  /** Gives all pairs by j, then i, and forgets them. */
  void drain(Sink sink) throws IOException, InterruptedException {
    if (files.isEmpty()) {
      drainMemory(sink);
      return;
    }
    moveToDisk();
    List<Run> runs = new ArrayList<>();
    try {
      PriorityQueue<Run> queue = new PriorityQueue<>();
      for (int f = 0; f < files.size(); f++) {
        Run run = new Run(files.get(f), lengths.getLong(f));
        runs.add(run);
        if (run.next()) {
          queue.add(run);
        }
      }
      while (!queue.isEmpty()) {
        Run run = queue.poll();
        sink.take(run.offset, run.i, run.agreement);
        if (run.next()) {
          queue.add(run);
        }
      }
    } finally {
      for (Run run : runs) {
        run.close();
      }
    }
    close();
  }

  private void drainMemory(Sink sink) throws IOException, InterruptedException {
    java.util.Arrays.sort(pairs.elements(), 0, pairs.size());
    for (int p = 0; p < pairs.size(); p++) {
      long pair = pairs.getLong(p);
      sink.take(
          (int) (pair >>> (PLACE_BITS + AGREEMENT_BITS)),
          met.getLong((int) (pair >>> AGREEMENT_BITS) & ((1 << PLACE_BITS) - 1)),
          (int) pair & ((1 << AGREEMENT_BITS) - 1));
    }
    pairs.clear();
    met.clear();
  }

  private void moveToDisk() throws IOException, InterruptedException {
    File file = disk.file();
    files.add(file);
    lengths.add(pairs.size());
    try (DataOutputStream out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER))) {
      drainMemory(
          (offset, i, agreement) -> {
            out.writeInt(offset);
            out.writeLong(i);
            out.writeShort(agreement);
          });
    }
  }

  /** Forgets all pairs and deletes the files. */
  @Override
  public void close() throws IOException {
    pairs.clear();
    met.clear();
    for (File file : files) {
      Files.deleteIfExists(file.toPath());
    }
    files.clear();
    lengths.clear();
  }
}
