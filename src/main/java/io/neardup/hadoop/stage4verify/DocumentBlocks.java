package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.RecordSort;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Puts the columns i of plausible pairs (i, j) into the blocks of the comparison. Each reduce task
 * has a range of columns, sorted by least partner, then column. So near-duplicates fall into one
 * block, and a document that has partners there is sent once. The blocks change no result.
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, the rest on the local disk.
 */
final class DocumentBlocks implements Closeable {

  /** The most columns of a block. */
  static final int MAX_COLUMNS = 1 << 16;

  /** Fraction of the memory for documents that a block of average documents may take. */
  private static final double SHARE_OF_MEMORY = 0.75;

  private static final int BYTES_IN_MEMORY = 64 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int PART_BYTES = 4;

  private final RecordSort byOrder; // part, least partner, column
  private final RecordSort byColumn; // column, block
  private final ComparisonParts parts;
  private final long[] membersOfPart;
  private final int[] starts;

  private DocumentBlocks(Disk disk, ComparisonParts parts) {
    this.parts = parts;
    byOrder = new RecordSort(disk, BYTES_IN_MEMORY);
    byColumn = new RecordSort(disk, BYTES_IN_MEMORY);
    membersOfPart = new long[parts.count()];
    starts = new int[parts.count()];
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
    long average = HeldDocuments.bytes(shingles / Math.max(1, columns));
    long inMemory = (long) (SHARE_OF_MEMORY * bytesInMemory) / average;
    return (int) Math.max(1, Math.min(MAX_COLUMNS, inMemory));
  }

  /**
   * Makes blocks and writes them as a {@link BlockTable}.
   *
   * @param plausible the output of the signature filter, with its {@link ColumnMarks}
   * @param parts which columns each reduce task has
   * @param size the most columns of a block; more if there were too many blocks
   * @return the first block of each reduce task
   */
  static int[] write(
      Configuration conf, Path plausible, ComparisonParts parts, int size, Path table)
      throws IOException {
    try (DocumentBlocks blocks = new DocumentBlocks(Disk.ofClient(conf), parts)) {
      ColumnMarks.read(conf, plausible, blocks::order);
      blocks.cut(size);
      try (BlockTable.Writer out = new BlockTable.Writer(conf, table)) {
        blocks.byColumn.drainTo(
            (record, length) ->
                out.write(
                    BigEndian.get(record, 0, COLUMN_BYTES),
                    (int) BigEndian.get(record, COLUMN_BYTES, PART_BYTES)));
      }
      return blocks.starts;
    }
  }

  private void order(long column, long least, boolean smaller) throws IOException {
    if (smaller) {
      int part = parts.of(column);
      byte[] record = new byte[PART_BYTES + 2 * COLUMN_BYTES];
      BigEndian.put(record, 0, PART_BYTES, part);
      BigEndian.put(record, PART_BYTES, COLUMN_BYTES, least);
      BigEndian.put(record, PART_BYTES + COLUMN_BYTES, COLUMN_BYTES, column);
      byOrder.add(record);
      membersOfPart[part]++;
    }
  }

  private void cut(int size) throws IOException {
    long members = Arrays.stream(membersOfPart).sum();
    long most = Math.max(size, members / (BlockTable.MAX_BLOCK - 2L * membersOfPart.length) + 1);
    int[] block = {BlockTable.NONE};
    int[] part = {-1};
    long[] inBlock = {0};
    byOrder.drainTo(
        (record, length) -> {
          int itsPart = (int) BigEndian.get(record, 0, PART_BYTES);
          if (itsPart > part[0] || inBlock[0] == most) {
            block[0]++;
            inBlock[0] = 0;
            for (; part[0] < itsPart; part[0]++) {
              starts[part[0] + 1] = block[0];
            }
          }
          inBlock[0]++;
          byte[] member = new byte[COLUMN_BYTES + PART_BYTES];
          System.arraycopy(record, PART_BYTES + COLUMN_BYTES, member, 0, COLUMN_BYTES);
          BigEndian.put(member, COLUMN_BYTES, PART_BYTES, block[0]);
          byColumn.add(member);
        });
    for (int p = part[0] + 1; p < starts.length; p++) {
      starts[p] = block[0] + 1;
    }
  }

  /** Deletes the files on the local disk. */
  @Override
  public void close() throws IOException {
    byOrder.close();
    byColumn.close();
  }
}
