package io.neardup.hadoop.stage2bandbucket;

import io.neardup.hadoop.table.HashRanges;
import io.neardup.sort.HashOrder;
import java.io.IOException;
import java.util.Arrays;

/**
 * Gathers columns with their band hashes until the batch is full, then emits them band by band as
 * {@linkplain BandRun runs}: sorted by hash and cut at the bounds of the ranges. So the shuffle
 * sorts runs, not columns.
 *
 * <p>Memory: about {@value #BATCH_BYTES} bytes for the gathered columns, and 8 MB to sort a band.
 * Not safe for use by several threads.
 */
public final class BandBatch {

  /** Takes the runs, which the next call overwrites. */
  public interface Sink {
    /**
     * Takes a run.
     *
     * @param firstColumn the column from which the run counts its columns
     */
    void take(int band, int range, long firstColumn, BandRun run)
        throws IOException, InterruptedException;
  }

  /** Approximate maximum bytes of the gathered columns. */
  static final int BATCH_BYTES = 24 << 20;

  private static final int MIN_COLUMNS = 64;

  private final BandRun run = new BandRun();
  private final HashOrder order = new HashOrder();
  private final HashRanges ranges;
  private final int maxColumns;
  private final long[][] bandHashes; // by band, then place
  private long[] signatureHashes = new long[MIN_COLUMNS];
  private long[] columns = new long[MIN_COLUMNS];
  private int size;

  /** Makes an empty batch of signatures with {@code bands} bands. */
  public BandBatch(int bands, HashRanges ranges) {
    this.ranges = ranges;
    maxColumns = maxColumns(bands);
    bandHashes = new long[bands][MIN_COLUMNS];
  }

  /** Returns how many columns a batch holds. */
  static int maxColumns(int bands) {
    return Math.max(MIN_COLUMNS, BATCH_BYTES / (Long.BYTES * (bands + 2)));
  }

  /** Returns how many columns have been gathered. */
  public int size() {
    return size;
  }

  /**
   * Returns whether the batch is not full and a run can store the column's distance from the first.
   */
  public boolean hasRoomFor(long column) {
    return size == 0
        || (size < maxColumns
            && column >= columns[0]
            && column - columns[0] <= BandRun.MAX_DISTANCE);
  }

  /**
   * Adds a column for which there is room.
   *
   * @param hashes its hash in each band
   */
  public void add(long column, long signatureHash, long[] hashes) {
    if (size == columns.length) {
      grow();
    }
    columns[size] = column;
    signatureHashes[size] = signatureHash;
    for (int band = 0; band < hashes.length; band++) {
      bandHashes[band][size] = hashes[band];
    }
    size++;
  }

  private void grow() {
    int length = Math.min(maxColumns, 2 * columns.length);
    for (int band = 0; band < bandHashes.length; band++) {
      bandHashes[band] = Arrays.copyOf(bandHashes[band], length);
    }
    signatureHashes = Arrays.copyOf(signatureHashes, length);
    columns = Arrays.copyOf(columns, length);
  }

  /** Emits the runs of all bands, by band, then range, and empties the batch. */
  public void drain(Sink sink) throws IOException, InterruptedException {
    for (int band = 0; band < bandHashes.length; band++) {
      drain(band, sink);
    }
    size = 0;
  }

  private void drain(int band, Sink sink) throws IOException, InterruptedException {
    long[] hashes = bandHashes[band];
    order.order(hashes, size);
    int rangeOfRun = 0;
    for (int i = 0; i < size; i++) {
      int place = order.at(i);
      int range = ranges.range(hashes[place]);
      if (range != rangeOfRun || run.isFull()) {
        send(band, rangeOfRun, sink);
        rangeOfRun = range;
      }
      run.add(hashes[place], signatureHashes[place], (int) (columns[place] - columns[0]));
    }
    send(band, rangeOfRun, sink);
  }

  private void send(int band, int range, Sink sink) throws IOException, InterruptedException {
    if (!run.isEmpty()) {
      sink.take(band, range, columns[0], run);
      run.clear();
    }
  }
}
