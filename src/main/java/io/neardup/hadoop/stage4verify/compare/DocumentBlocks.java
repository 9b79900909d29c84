package io.neardup.hadoop.stage4verify.compare;

import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import java.io.IOException;
import java.io.OutputStream;
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
public final class DocumentBlocks {

  /** The folder of the lines of marks in the output of the signature filter. */
  public static final String MARKS = "marks";

  /** The most columns of a block. */
  static final int MAX_COLUMNS = 1 << 16;

  /** Fraction of the memory for documents that a block of average documents may take. */
  private static final double SHARE_OF_MEMORY = 0.75;

  private static final int BYTES_IN_MEMORY = 64 << 20;

  private DocumentBlocks() {}

  /**
   * Brings the marks together: writes for each column in a plausible pair a line {@code
   * column<TAB>least smaller}, by column. {@code least} is its least partner, or the column itself
   * if it has no smaller one; {@code smaller} is 1 if it is the smaller column of a pair, else 0.
   *
   * @param plausible the output of the signature filter
   * @param columns a folder that does not exist
   * @return how many columns there are
   */
  public static long sortMarks(Configuration conf, Path plausible, Path columns)
      throws IOException {
    try (RecordSort marks = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        ColumnLines lines = new ColumnLines(conf, new Path(plausible, MARKS));
        OutputStream out = PartFiles.createOnly(conf, columns)) {
      while (lines.next()) {
        marks.add(BigEndian.record(lines.column(), lines.readNumber()));
      }
      LineBuilder line = new LineBuilder();
      long[] last = {-1, 0, 0}; // a column, its first mark and its last one
      long[] number = {0};
      RecordSort.Sink<IOException> sink =
          (record, length) -> {
            long column = BigEndian.number(record, 0);
            long mark = BigEndian.number(record, 1);
            if (column != last[0]) {
              if (last[0] >= 0) {
                line.clear().append(last[0]).append('\t').append(last[1]);
                line.append(last[2] == last[0] ? " 1" : " 0").writeTo(out);
                number[0]++;
              }
              last[0] = column;
              last[1] = mark;
            }
            last[2] = mark;
          };
      marks.drainTo(sink);
      sink.take(BigEndian.record(Long.MAX_VALUE, 0), 2 * Long.BYTES); // ends the last column
      return number[0];
    }
  }

  /**
   * Returns the most columns of a block: as many as fit the memory of a task if their documents
   * have the average length of the corpus.
   *
   * @param columns of the corpus
   * @param shingles occurrences of shingles in the corpus
   * @param bytesInMemory bytes that a task may use for documents
   */
  public static int maxColumns(long columns, long shingles, long bytesInMemory) {
    long average = BlockComparison.bytes(shingles / Math.max(1, columns));
    long inMemory = (long) (SHARE_OF_MEMORY * bytesInMemory) / average;
    return (int) Math.max(1, Math.min(MAX_COLUMNS, inMemory));
  }

  /**
   * Makes blocks and writes them as a {@link BlockTable}. The blocks of part p have numbers from p
   * times {@link #blocksOfPart} + 1 on.
   *
   * @param columns what {@link #sortMarks} wrote
   * @param parts {@link ComparisonLoad#parts}: which columns each reduce task has
   * @param size the most columns of a block; more if there were too many blocks
   */
  public static void write(
      Configuration conf,
      Path columns,
      NavigableMap<Long, Integer> parts,
      int numberOfParts,
      int size,
      Path table)
      throws IOException {
    Disk disk = Disk.ofClient(conf);
    long[] members = new long[numberOfParts]; // of each part
    try (RecordSort byOrder = new RecordSort(disk, BYTES_IN_MEMORY);
        RecordSort byColumn = new RecordSort(disk, BYTES_IN_MEMORY);
        ColumnLines marked = new ColumnLines(conf, columns);
        BlockTable.Writer out = new BlockTable.Writer(conf, table)) {
      while (marked.next()) {
        long least = marked.readNumber();
        if (marked.readFurtherNumber() == 1) {
          int part = parts.floorEntry(marked.column()).getValue();
          byOrder.add(BigEndian.record(part, least, marked.column()));
          members[part]++;
        }
      }
      int blocks = blocksOfPart(numberOfParts);
      long most = Math.max(size, Arrays.stream(members).max().orElse(0) / blocks + 1);
      long[] last = {-1, 0, 0}; // part, block, members in it
      byOrder.drainTo(
          (record, length) -> {
            long part = BigEndian.number(record, 0);
            if (part != last[0] || last[2] == most) {
              last[1] = part == last[0] ? last[1] + 1 : part * blocks + 1;
              last[0] = part;
              last[2] = 0;
            }
            last[2]++;
            byColumn.add(BigEndian.record(BigEndian.number(record, 2), last[1]));
          });
      byColumn.drainTo(
          (record, length) ->
              out.write(BigEndian.number(record, 0), (int) BigEndian.number(record, 1)));
    }
  }

  public static int blocksOfPart(int parts) {
    return BlockTable.MAX_BLOCK / parts;
  }
}
