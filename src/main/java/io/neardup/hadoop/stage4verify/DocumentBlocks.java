package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.NavigableMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Puts the columns i of plausible pairs (i, j) into the blocks of the comparison. Each reduce task
 * has a range of columns, sorted by least partner, then column. So near-duplicates fall into one
 * block, and a document that has partners there is sent once. The blocks change no result.
 *
 * <p>The tasks of the signature filter write lines {@code column<TAB>mark}, in any order: each pair
 * (i, j) gives the mark i of column i, and each j that has pairs gives the least i of its pairs.
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes twice, the rest on the local disk.
 */
final class DocumentBlocks implements Closeable {

  /** The folder of the lines of marks in the output of the signature filter. */
  static final String MARKS = "marks";

  /** The most columns of a block. */
  static final int MAX_COLUMNS = 1 << 16;

  /** Fraction of the memory for documents that a block of average documents may take. */
  private static final double SHARE_OF_MEMORY = 0.75;

  private static final int BYTES_IN_MEMORY = 64 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int PART_BYTES = 4;

  private final RecordSort byOrder; // part, least partner, column
  private final RecordSort byColumn; // column, block
  private final NavigableMap<Long, Integer> parts;
  private final long[] members; // of each part
  private final int[] next = {0, 0, -1}; // block, members in it, part

  /** Takes columns that are in plausible pairs. */
  interface Sink {
    /**
     * Takes a column.
     *
     * @param least its least partner; or the column itself, if it has no smaller one
     * @param smaller whether it is the smaller column of a pair
     */
    void take(long column, long least, boolean smaller) throws IOException;
  }

  private DocumentBlocks(Disk disk, NavigableMap<Long, Integer> parts, int numberOfParts) {
    this.parts = parts;
    byOrder = new RecordSort(disk, BYTES_IN_MEMORY);
    byColumn = new RecordSort(disk, BYTES_IN_MEMORY);
    members = new long[numberOfParts];
  }

  /** Sends each column in the lines of marks to a sink, ascending. */
  static void readMarks(Configuration conf, Path plausible, Sink sink) throws IOException {
    try (RecordSort marks = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        ColumnLines lines = new ColumnLines(conf, new Path(plausible, MARKS))) {
      while (lines.next()) {
        marks.add(record(COLUMN_BYTES, lines.column(), COLUMN_BYTES, lines.readNumber()));
      }
      long[] last = {-1, 0, 0}; // a column, its first mark and its last one
      marks.drainTo(
          (record, length) -> {
            long column = BigEndian.get(record, 0, COLUMN_BYTES);
            long mark = BigEndian.get(record, COLUMN_BYTES, COLUMN_BYTES);
            if (column != last[0]) {
              send(last, sink);
              last[0] = column;
              last[1] = mark;
            }
            last[2] = mark;
          });
      send(last, sink);
    }
  }

  private static void send(long[] marked, Sink sink) throws IOException {
    if (marked[0] >= 0) {
      sink.take(marked[0], marked[1], marked[2] == marked[0]);
    }
  }

  /** Returns the big-endian numbers of a record; each follows the number of its bytes. */
  private static byte[] record(long... lengthsAndNumbers) {
    byte[] record = new byte[PART_BYTES + 2 * COLUMN_BYTES];
    int at = 0;
    for (int n = 0; n < lengthsAndNumbers.length; n += 2) {
      BigEndian.put(record, at, (int) lengthsAndNumbers[n], lengthsAndNumbers[n + 1]);
      at += (int) lengthsAndNumbers[n];
    }
    return Arrays.copyOf(record, at);
  }

  /**
   * Returns the most columns of a block: as many as fit the memory of a task if their documents
   * have the average length of the corpus.
   *
   * @param columns of the corpus
   * @param shingles occurrences of shingles in the corpus
   * @param bytesInMemory bytes that a task may use for documents
   */
  static int maxColumns(long columns, long shingles, long bytesInMemory) {
    long average = BlockComparison.bytes(shingles / Math.max(1, columns));
    long inMemory = (long) (SHARE_OF_MEMORY * bytesInMemory) / average;
    return (int) Math.max(1, Math.min(MAX_COLUMNS, inMemory));
  }

  /**
   * Makes blocks and writes them as a {@link BlockTable}. The blocks of part p have numbers from p
   * times {@link #blocksOfPart} + 1 on.
   *
   * @param plausible the output of the signature filter
   * @param parts {@link ComparisonLoad#parts}: which columns each reduce task has
   * @param size the most columns of a block; more if there were too many blocks
   */
  static void write(
      Configuration conf,
      Path plausible,
      NavigableMap<Long, Integer> parts,
      int numberOfParts,
      int size,
      Path table)
      throws IOException {
    try (DocumentBlocks blocks = new DocumentBlocks(Disk.ofClient(conf), parts, numberOfParts);
        BlockTable.Writer out = new BlockTable.Writer(conf, table)) {
      readMarks(conf, plausible, blocks::order);
      blocks.cut(size);
      blocks.byColumn.drainTo(
          (record, length) ->
              out.write(
                  BigEndian.get(record, 0, COLUMN_BYTES),
                  (int) BigEndian.get(record, COLUMN_BYTES, PART_BYTES)));
    }
  }

  /** Returns how many blocks a part may have. */
  static int blocksOfPart(int parts) {
    return BlockTable.MAX_BLOCK / parts;
  }

  private void order(long column, long least, boolean smaller) throws IOException {
    if (smaller) {
      int part = parts.floorEntry(column).getValue();
      byOrder.add(record(PART_BYTES, part, COLUMN_BYTES, least, COLUMN_BYTES, column));
      members[part]++;
    }
  }

  private void cut(int size) throws IOException {
    int blocks = blocksOfPart(members.length);
    long most = Math.max(size, Arrays.stream(members).max().orElse(0) / blocks + 1);
    byOrder.drainTo(
        (record, length) -> {
          int part = (int) BigEndian.get(record, 0, PART_BYTES);
          long column = BigEndian.get(record, PART_BYTES + COLUMN_BYTES, COLUMN_BYTES);
          if (part != next[2] || next[1] == most) {
            next[0] = part == next[2] ? next[0] + 1 : part * blocks + 1;
            next[1] = 0;
            next[2] = part;
          }
          next[1]++;
          byColumn.add(record(COLUMN_BYTES, column, PART_BYTES, next[0]));
        });
  }

  /** Deletes the files on the local disk. */
  @Override
  public void close() throws IOException {
    byOrder.close();
    byColumn.close();
  }
}
