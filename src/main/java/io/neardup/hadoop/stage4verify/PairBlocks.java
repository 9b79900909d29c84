package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.RecordSort;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/**
 * Cuts pairs (member, visitor), in their order, into blocks, and finds to which blocks each
 * document is sent. A block ends where the pairs of a reduce task end, or when it has so many
 * members that another might not fit in memory.
 *
 * <p>Memory: {@value #BYTES_IN_MEMORY} bytes, the rest on the local disk. Not safe for use by
 * several threads.
 */
final class PairBlocks implements Closeable {

  private static final int BYTES_IN_MEMORY = 64 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int BLOCK_BYTES = 4;
  private static final int LENGTH = 2 * COLUMN_BYTES + BLOCK_BYTES;
  private static final long NONE = -1;

  private final RecordSort sends; // column, block, partner; a member is its own partner
  private final long pairs;
  private final int[] starts; // the first block of each reduce task
  private final int maxMembers;
  private long added;
  private int block = -1;
  private int part = -1;
  private int members; // of the block
  private long member = NONE;

  /**
   * @param disk where to put what does not fit in memory
   * @param pairs how many pairs will be added
   * @param parts how many reduce tasks there are, at most as many as pairs
   * @param maxMembers the most members of a block
   */
  PairBlocks(Disk disk, long pairs, int parts, int maxMembers) {
    this.sends = new RecordSort(disk, BYTES_IN_MEMORY);
    this.pairs = pairs;
    this.starts = new int[parts];
    this.maxMembers = maxMembers;
  }

  /** Adds a pair; pairs come by member. */
  void add(long newMember, long visitor) throws IOException {
    int newPart = (int) (added * starts.length / pairs);
    added++;
    if (newPart > part || (newMember != member && members == maxMembers)) {
      block++;
      members = 0;
      member = NONE;
    }
    for (; part < newPart; part++) {
      starts[part + 1] = block;
    }
    if (newMember != member) {
      send(newMember, newMember);
      member = newMember;
      members++;
    }
    send(visitor, newMember);
  }

  private void send(long column, long partner) throws IOException {
    byte[] record = new byte[LENGTH];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    BigEndian.put(record, COLUMN_BYTES, BLOCK_BYTES, block);
    BigEndian.put(record, COLUMN_BYTES + BLOCK_BYTES, COLUMN_BYTES, partner);
    sends.add(record);
  }

  /** Returns the first block of each reduce task, when all pairs have been added. */
  int[] starts() {
    return Arrays.copyOf(starts, starts.length);
  }

  /**
   * Writes, when all pairs have been added, a part file of lines {@code column<TAB>partner:block
   * partner:block …} by column; the entries by block, then partner. A member is its own partner.
   */
  void write(Configuration conf, Path folder) throws IOException {
    Path file = new Path(folder, PartFiles.PREFIX + "r-00000");
    LineBuilder line = new LineBuilder();
    long[] last = {NONE};
    try (OutputStream out =
        new BufferedOutputStream(file.getFileSystem(conf).create(file, false))) {
      sends.drainTo(
          (record, length) -> {
            long column = BigEndian.get(record, 0, COLUMN_BYTES);
            line.clear();
            if (column == last[0]) {
              line.append(' ');
            } else {
              line.append(last[0] == NONE ? "" : "\n").append(column).append('\t');
            }
            last[0] = column;
            line.append(BigEndian.get(record, COLUMN_BYTES + BLOCK_BYTES, COLUMN_BYTES));
            line.append(':').append(BigEndian.get(record, COLUMN_BYTES, BLOCK_BYTES));
            Text text = line.toText();
            out.write(text.getBytes(), 0, text.getLength());
          });
      out.write('\n');
    }
  }

  /** Deletes the files on the local disk. */
  @Override
  public void close() throws IOException {
    sends.close();
  }
}
