package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.ExternalSort;
import io.neardup.hadoop.table.SortedFiles;
import io.neardup.sort.HashOrder;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Sorts the columns of a range of a band by band hash, then signature hash, both unsigned, then
 * column: in memory as far as they fit, the rest on the local disk.
 *
 * <p>Memory: 40 bytes for each of up to {@code inMemory} columns. Not safe for use by several
 * threads.
 */
public final class BandMembers extends ExternalSort<BandMembers.Sink> {

  /** How many columns a task holds at once. */
  public static final int IN_MEMORY = 1 << 19;

  /** Takes the columns in order. */
  public interface Sink {
    /** Takes a column. */
    void take(long bandHash, long signatureHash, long column)
        throws IOException, InterruptedException;
  }

  private final int inMemory;
  private final HashOrder order = new HashOrder();
  private final LongArrayList bandHashes = new LongArrayList();
  private final LongArrayList signatureHashes = new LongArrayList();
  private final LongArrayList columns = new LongArrayList();
  private int[] bucket = new int[0];

  /**
   * @param disk where to put columns that do not fit in memory
   * @param inMemory the most columns that are held, 1 to {@link HashOrder#MAX_HASHES}
   */
  public BandMembers(Disk disk, int inMemory) {
    super(disk);
    this.inMemory = inMemory;
  }

  /** Adds the columns of a run. */
  public void addRun(byte[] bytes, int length, long firstColumn)
      throws IOException, InterruptedException {
    for (int at = 0; at < length; at += BandRun.ENTRY_BYTES) {
      if (columns.size() == inMemory) {
        moveToDisk();
      }
      bandHashes.add(BandRun.bandHash(bytes, at));
      signatureHashes.add(BandRun.signatureHash(bytes, at));
      columns.add(firstColumn + BandRun.distance(bytes, at));
    }
  }

  @Override
  protected void drainMemory(Sink sink) throws IOException, InterruptedException {
    int size = columns.size();
    long[] hashes = bandHashes.elements();
    order.order(hashes, size);
    int from = 0;
    while (from < size) {
      long hash = hashes[order.at(from)];
      int to = from + 1;
      while (to < size && hashes[order.at(to)] == hash) {
        to++;
      }
      if (to == from + 1) { // as most are
        int place = order.at(from);
        sink.take(hash, signatureHashes.getLong(place), columns.getLong(place));
      } else {
        drainBucket(hash, from, to, sink);
      }
      from = to;
    }
  }

  private void drainBucket(long hash, int from, int to, Sink sink)
      throws IOException, InterruptedException {
    int size = to - from;
    if (bucket.length < size) {
      bucket = new int[Math.max(size, Math.min(inMemory, 2 * bucket.length))];
    }
    for (int i = 0; i < size; i++) {
      bucket[i] = order.at(from + i);
    }
    long[] signatures = signatureHashes.elements();
    long[] all = columns.elements();
    IntArrays.quickSort(
        bucket,
        0,
        size,
        (a, b) ->
            signatures[a] != signatures[b]
                ? Long.compareUnsigned(signatures[a], signatures[b])
                : Long.compare(all[a], all[b]));
    for (int i = 0; i < size; i++) {
      sink.take(hash, signatures[bucket[i]], all[bucket[i]]);
    }
  }

  @Override
  protected Sink writer(SortedFiles.Writer out) {
    ByteBuffer record = ByteBuffer.allocate(3 * Long.BYTES);
    return (bandHash, signatureHash, column) -> {
      record.clear().putLong(bandHash).putLong(signatureHash).putLong(column);
      out.write(record.array(), record.position());
    };
  }

  @Override
  protected SortedFiles.Sink reader(Sink sink) {
    return (record, length) -> {
      ByteBuffer member = ByteBuffer.wrap(record);
      sink.take(member.getLong(), member.getLong(), member.getLong());
    };
  }

  @Override
  protected void clear() {
    bandHashes.clear();
    signatureHashes.clear();
    columns.clear();
  }
}
