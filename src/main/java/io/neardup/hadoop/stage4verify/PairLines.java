package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.ExternalSort;
import io.neardup.hadoop.table.SortedFiles;
import io.neardup.text.Utf8Buffer;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Sorts the lines of pairs (i, j) by i, then j: in memory as far as they fit, the rest on the local
 * disk.
 *
 * <p>Memory: up to {@code bytesInMemory} bytes of lines and one more line, and 24 bytes per line.
 * Not safe for use by several threads.
 */
final class PairLines extends ExternalSort<PairLines.Sink> {

  /** How many bytes of lines a task holds at once. */
  static final int BYTES_IN_MEMORY = 32 << 20;

  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;

  /** Takes the lines in order. */
  interface Sink {
    /** Takes a line, which the next call may overwrite. */
    void take(long i, long j, Text line) throws IOException, InterruptedException;
  }

  private final int bytesInMemory;
  private final Utf8Buffer lines = new Utf8Buffer();
  private final LongArrayList firsts = new LongArrayList(); // i
  private final LongArrayList seconds = new LongArrayList(); // j
  private final IntArrayList ends = new IntArrayList(); // of their lines
  private final Text line = new Text();
  private int[] order = new int[0];

  /**
   * @param disk where to put lines that do not fit in memory
   * @param bytesInMemory the most bytes of lines that are held
   */
  PairLines(Disk disk, int bytesInMemory) {
    super(disk);
    this.bytesInMemory = bytesInMemory;
  }

  /**
   * Adds the line of a pair.
   *
   * @param i less than 2⁴⁰
   * @param j less than 2⁴⁰
   * @param text of the line
   */
  void add(long i, long j, Text text) throws IOException, InterruptedException {
    if (lines.length() > 0 && lines.length() + text.getLength() > bytesInMemory) {
      moveToDisk();
    }
    firsts.add(i);
    seconds.add(j);
    lines.append(text.getBytes(), 0, text.getLength());
    ends.add(lines.length());
  }

  @Override
  protected void drainMemory(Sink sink) throws IOException, InterruptedException {
    int size = ends.size();
    if (order.length < size) {
      order = new int[size + size / 2];
    }
    for (int p = 0; p < size; p++) {
      order[p] = p;
    }
    LongArrays.radixSortIndirect(order, firsts.elements(), seconds.elements(), 0, size, false);
    for (int o = 0; o < size; o++) {
      int place = order[o];
      int from = place == 0 ? 0 : ends.getInt(place - 1);
      line.set(lines.bytes(), from, ends.getInt(place) - from);
      sink.take(firsts.getLong(place), seconds.getLong(place), line);
    }
  }

  @Override
  protected Sink writer(SortedFiles.Writer out) {
    Utf8Buffer record = new Utf8Buffer();
    byte[] pair = new byte[ColumnPairKey.LENGTH];
    return (i, j, text) -> {
      BigEndian.put(pair, 0, COLUMN_BYTES, i);
      BigEndian.put(pair, COLUMN_BYTES, COLUMN_BYTES, j);
      record.clear();
      record.append(pair, 0, pair.length);
      record.append(text.getBytes(), 0, text.getLength());
      out.write(record.bytes(), record.length());
    };
  }

  @Override
  protected SortedFiles.Sink reader(Sink sink) {
    return (record, length) -> {
      line.set(record, ColumnPairKey.LENGTH, length - ColumnPairKey.LENGTH);
      sink.take(
          BigEndian.get(record, 0, COLUMN_BYTES),
          BigEndian.get(record, COLUMN_BYTES, COLUMN_BYTES),
          line);
    };
  }

  @Override
  protected void clear() {
    firsts.clear();
    seconds.clear();
    lines.clear();
    ends.clear();
  }
}
