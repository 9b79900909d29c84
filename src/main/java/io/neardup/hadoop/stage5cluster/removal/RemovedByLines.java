package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.TopNotes;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * A kept document, the documents removed in its favour, and the ids of others that chains lead
 * through → the lines of a {@link Removal}, by the removed column. Leaves a note of the least
 * similar removals by a pair.
 *
 * <p>A removal by a chain goes through another document, before or after it in the group, whose id
 * is looked up. Memory: {@value #BYTES_IN_MEMORY} bytes twice, the rest on the local disk, and two
 * rows.
 */
final class RemovedByLines implements ClusterReducer.GroupWriter {
  private static final int BYTES_IN_MEMORY = 8 << 20;
  private static final int COLUMN_BYTES = ColumnPairKey.COLUMN_BYTES;
  private static final int KIND = COLUMN_BYTES; // where it is in a record
  private static final int CONTENT = KIND + 1;
  private static final byte ID = 0;
  private static final byte USE = 1;
  private static final long NONE = -1;

  private final NumberParser numbers = new NumberParser("a removed document");
  private final LineBuilder line = new LineBuilder();
  private final Text kept = new Text();
  private final Text row = new Text();
  private final TopNotes<String> least = Removal.leastSimilar();
  private final RecordSort ids; // column, ID, its id; column, USE, column of a row that needs it
  private final RecordSort rows; // column, ID, the id that its row needs; column, USE, row
  private byte[] lastId = {}; // a record
  private long removals; // of the group
  private long chains;
  private int worst = Integer.MAX_VALUE; // similarity of a removal that the note may take, at most

  /**
   * @param disk where to put the rows of a kept document that do not fit in memory
   */
  RemovedByLines(Disk disk) {
    ids = new RecordSort(disk, BYTES_IN_MEMORY);
    rows = new RecordSort(disk, BYTES_IN_MEMORY);
  }

  @Override
  public void write(
      GroupedKey key, Iterable<Text> values, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    if (key.tag() != ClusterMapper.KEPT) {
      throw ClusterReducer.missing(key.groupColumn());
    }
    for (Text value : values) { // the key moves on with the values
      if (key.tag() == ClusterMapper.KEPT) {
        kept.set(value);
        continue;
      }
      ids.add(record(key.column(), ID, value.getBytes(), 0, value.find("\t")));
      if (key.tag() == ClusterMapper.REMOVED) {
        rows.add(record(key.column(), USE, value.getBytes(), 0, value.getLength()));
        long other = other(value);
        if (other != NONE) {
          byte[] column = new byte[COLUMN_BYTES];
          BigEndian.put(column, 0, COLUMN_BYTES, key.column());
          ids.add(record(other, USE, column, 0, COLUMN_BYTES));
        }
      }
    }
    lastId = record(0, USE, new byte[0], 0, 0);
    ids.drainTo(this::sendId);
    lastId = record(0, USE, new byte[0], 0, 0);
    rows.drainTo((record, length) -> writeRow(record, length, context));
    context.getCounter(ClusterCounters.REMOVED_BY).increment(removals);
    context.getCounter(ClusterCounters.REMOVED_BY_LINK).increment(chains);
    removals = 0;
    chains = 0;
  }

  private static byte[] record(long column, byte kind, byte[] content, int from, int length) {
    byte[] record = new byte[CONTENT + length];
    BigEndian.put(record, 0, COLUMN_BYTES, column);
    record[KIND] = kind;
    System.arraycopy(content, from, record, CONTENT, length);
    return record;
  }

  private boolean isOfLastId(byte[] record) {
    return lastId[KIND] == ID && Arrays.equals(record, 0, KIND, lastId, 0, KIND);
  }

  /** Sends an id to the rows that need it. */
  private void sendId(byte[] record, int length) throws IOException {
    if (record[KIND] == ID) {
      lastId = Arrays.copyOf(record, length);
    } else if (isOfLastId(record)) {
      long column = BigEndian.get(record, CONTENT, COLUMN_BYTES);
      rows.add(record(column, ID, lastId, CONTENT, lastId.length - CONTENT));
    } else {
      throw ClusterReducer.missing(BigEndian.get(record, 0, COLUMN_BYTES));
    }
  }

  private void writeRow(byte[] record, int length, TaskInputOutputContext<?, ?, Text, Text> context)
      throws IOException, InterruptedException {
    if (record[KIND] == ID) {
      lastId = Arrays.copyOf(record, length);
      return;
    }
    row.set(record, CONTENT, length - CONTENT);
    long other = other(row);
    if (other != NONE) {
      numbers.expect('\t');
    }
    int similarity = numbers.millionths();
    int behindSimilarity = numbers.position();
    int behindKeptId = kept.find("\t");
    line.clear().append(row.getBytes(), 0, row.find("\t")).append('\t');
    line.append(kept.getBytes(), 0, behindKeptId).append('\t');
    if (other == NONE) {
      line.appendMillionths(similarity);
    }
    line.append('\t').append(other == NONE ? Removal.PAIR : Removal.LINK);
    line.append(row.getBytes(), behindSimilarity, row.getLength() - behindSimilarity);
    line.append(kept.getBytes(), behindKeptId, kept.getLength() - behindKeptId).append('\t');
    if (other == NONE) {
      line.append("\t\t");
    } else {
      line.append(lastId, CONTENT, lastId.length - CONTENT).append('\t').append(other);
      line.append('\t').appendMillionths(similarity);
      chains++;
    }
    Text text = line.toText();
    context.write(ClusterReducer.REMOVED_BY, text);
    removals++;
    if (other == NONE && similarity <= worst) { // few lines become strings
      least.add(text.toString());
      worst = least.lastKept() == null ? worst : Removal.parse(least.lastKept()).millionths();
    }
  }

  /** Reads the column of the pair of a row, up to the tab behind it; none if it is the kept one. */
  private long other(Text value) throws IOException {
    numbers.start(value).skipField();
    return numbers.accept('\t') ? NONE : numbers.number();
  }

  @Override
  public void writeNotes(TaskInputOutputContext<?, ?, Text, Text> context) throws IOException {
    rows.close();
    ids.close();
    least.write(context);
  }
}
