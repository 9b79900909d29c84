package io.neardup.hadoop.table;

import io.neardup.sort.HashSort;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import org.apache.hadoop.io.WritableUtils;

/**
 * Sorts records as unsigned bytes: in memory what fits, the rest as sorted runs on the local disk,
 * which are merged. More than {@value #MAX_OPEN} runs are merged in rounds, so that no more are
 * open at once.
 *
 * <p>Memory: at most the bytes allowed and {@link HashSort}, then 32 KiB and a record for each open
 * run. Not safe for use by several threads.
 */
public final class RecordSort implements Closeable {

  /**
   * Takes records in order.
   *
   * @param <E> what it may throw besides
   */
  public interface Sink<E extends Exception> {
    /** Takes a record: the first bytes of an array that the next call may overwrite. */
    void take(byte[] record, int length) throws IOException, E;
  }

  /** Runs that are open at once during a merge, besides the one being written. */
  static final int MAX_OPEN = 64;

  /** Bytes that a record takes in addition to its content. */
  private static final int OVERHEAD = 24;

  private static final int BUFFER = 1 << 15;

  /** An open run, positioned at its next record: its length, then its bytes. */
  private static final class Run implements Closeable {
    private final DataInputStream in;
    private long bytesLeft;
    private byte[] record = new byte[0];
    private int length;

    private Run(File file) throws IOException {
      in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER));
      bytesLeft = file.length();
    }

    private boolean next() throws IOException {
      if (bytesLeft == 0) {
        return false;
      }
      length = WritableUtils.readVInt(in);
      bytesLeft -= WritableUtils.getVIntSize(length) + length;
      record = withRoom(record, length);
      in.readFully(record, 0, length);
      return true;
    }

    private int compareTo(Run other) {
      return Arrays.compareUnsigned(record, 0, length, other.record, 0, other.length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final Disk disk;
  private final long bytesInMemory;
  private byte[] content = new byte[0]; // of the records in memory
  private int used; // bytes of it
  private final LongArrayList starts = new LongArrayList(); // of records: their first eight bytes
  private final LongArrayList places = new LongArrayList(); // offset · 2³² + length
  private final HashSort startSort = new HashSort();
  private byte[] record = new byte[0]; // for the sink
  private final List<File> runs = new ArrayList<>();

  /** Takes where to put what does not fit, and the most bytes that are held. */
  public RecordSort(Disk disk, long bytesInMemory) {
    this.disk = disk;
    this.bytesInMemory = bytesInMemory;
  }

  public void add(byte[] newRecord) throws IOException {
    add(newRecord, 0, newRecord.length);
  }

  /** Adds a record, a part of an array. */
  public void add(byte[] bytes, int from, int length) throws IOException {
    long taken = used + (long) OVERHEAD * places.size();
    if (!places.isEmpty() && taken + length + OVERHEAD > bytesInMemory) {
      spill();
    }
    int end = used + length;
    if (content.length < end + Long.BYTES) {
      long roomy = Math.min(2L * content.length, bytesInMemory);
      content = Arrays.copyOf(content, (int) Math.max(end + Long.BYTES, roomy));
    }
    System.arraycopy(bytes, from, content, used, length);
    Arrays.fill(content, end, end + Long.BYTES, (byte) 0); // what a short record lacks of a start
    starts.add(BigEndian.getLong(content, used) ^ Long.MIN_VALUE);
    places.add((long) used << Integer.SIZE | length);
    used = end;
  }

  private void spill() throws IOException {
    try (DataOutputStream out = newRun()) {
      drainMemory((record, length) -> write(record, length, out));
    }
  }

  private DataOutputStream newRun() throws IOException {
    File file = disk.file();
    runs.add(file);
    return new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
  }

  private static void write(byte[] record, int length, DataOutputStream out) throws IOException {
    WritableUtils.writeVInt(out, length);
    out.write(record, 0, length);
  }

  private <E extends Exception> void drainMemory(Sink<E> sink) throws IOException, E {
    sort();
    for (int r = 0; r < places.size(); r++) {
      int length = length(places.getLong(r));
      record = withRoom(record, length);
      System.arraycopy(content, offset(places.getLong(r)), record, 0, length);
      sink.take(record, length);
    }
    clear();
  }

  private void sort() {
    long[] first = starts.elements();
    startSort.sort(first, places.elements(), 0, places.size());
    for (int from = 0, to; from < places.size(); from = to) {
      to = from + 1;
      while (to < places.size() && first[to] == first[from]) {
        to++;
      }
      if (to > from + 1) {
        LongArrays.quickSort(places.elements(), from, to, this::compare);
      }
    }
  }

  /** Returns an array for a record: a larger one if it does not fit; its content is lost. */
  private static byte[] withRoom(byte[] record, int length) {
    return record.length < length ? new byte[Math.max(length, 2 * record.length)] : record;
  }

  private int compare(long a, long b) {
    return Arrays.compareUnsigned(
        content, offset(a), offset(a) + length(a), content, offset(b), offset(b) + length(b));
  }

  private static int offset(long place) {
    return (int) (place >>> Integer.SIZE);
  }

  private static int length(long place) {
    return (int) place;
  }

  private void clear() {
    starts.clear();
    places.clear();
    used = 0;
  }

  /** Gives all records to a sink, in order, and removes them. */
  public <E extends Exception> void drainTo(Sink<E> sink) throws IOException, E {
    if (runs.isEmpty()) {
      drainMemory(sink);
      return;
    }
    spill();
    while (runs.size() > MAX_OPEN) {
      List<File> oldest = List.copyOf(runs.subList(0, MAX_OPEN));
      try (DataOutputStream out = newRun()) {
        merge(oldest, (record, length) -> write(record, length, out));
      }
      delete(oldest);
      runs.subList(0, MAX_OPEN).clear();
    }
    merge(runs, sink);
    close();
  }

  private static <E extends Exception> void merge(List<File> sources, Sink<E> sink)
      throws IOException, E {
    List<Run> open = new ArrayList<>();
    try {
      PriorityQueue<Run> queue = new PriorityQueue<>(Run::compareTo);
      for (File file : sources) {
        Run run = new Run(file);
        open.add(run);
        if (run.next()) {
          queue.add(run);
        }
      }
      while (!queue.isEmpty()) {
        Run least = queue.poll();
        sink.take(least.record, least.length);
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (Run run : open) {
        run.close();
      }
    }
  }

  /** Removes all records and deletes the files. */
  @Override
  public void close() throws IOException {
    clear();
    delete(runs);
    runs.clear();
  }

  private static void delete(List<File> files) throws IOException {
    for (File file : files) {
      Files.deleteIfExists(file.toPath());
    }
  }
}
