package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.NumberParser;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * A line {@code band<TAB>hash<TAB>heads<TAB>columns} of a bucket: each of its first {@code heads}
 * columns is paired with all columns behind it; with {@code old/heads} instead of {@code heads},
 * the first {@code old} columns are not paired with each other. A column with a minus sign behind
 * it is no owner, and is paired with owners alone. Memory: 20 to 40 bytes for each column. Not safe
 * for use by several threads.
 */
final class BucketLine {

  private final NumberParser numbers = new NumberParser("a bucket");
  private final LongArrayList columns = new LongArrayList();
  private final LongArrayList owners = new LongArrayList();
  private final IntArrayList ownersBefore = new IntArrayList(); // a column at a place
  private long band;
  private int heads;
  private int old;

  /** Reads a line; IOException if it is no line of a bucket. */
  void parse(Text line) throws IOException {
    numbers.start(line);
    band = numbers.numberField();
    numbers.skipField(); // hash
    long newHeads = numbers.number();
    long newOld = 0;
    if (numbers.accept('/')) {
      newOld = newHeads;
      newHeads = numbers.number();
    }
    numbers.expect('\t');
    columns.clear();
    owners.clear();
    ownersBefore.clear();
    long last = -1;
    do {
      long column = numbers.number();
      if (column <= last) {
        throw numbers.broken();
      }
      columns.add(column);
      ownersBefore.add(owners.size());
      if (!numbers.accept('-')) {
        owners.add(column);
      }
      last = column;
    } while (numbers.accept(' '));
    numbers.expectEnd();
    // No column follows the last one.
    if (newHeads < 1 || newHeads >= columns.size() || newOld >= columns.size()) {
      throw numbers.broken();
    }
    heads = (int) newHeads;
    old = (int) newOld;
  }

  /** Returns the first field. */
  long band() {
    return band;
  }

  /** Returns the columns, ascending. */
  LongArrayList columns() {
    return columns;
  }

  /** Returns how many of them are paired with those behind them. */
  int heads() {
    return heads;
  }

  /** Returns what one of the heads is paired with: these columns from {@link #first} on. */
  LongArrayList partners(int head) {
    return isOwner(head) ? columns : owners;
  }

  /** Returns the place of the first of the {@link #partners}. */
  int first(int head) {
    int first = Math.max(head + 1, old);
    return isOwner(head) ? first : ownersBefore.getInt(first);
  }

  private boolean isOwner(int head) {
    return ownersBefore.getInt(head) < ownersBefore.getInt(head + 1);
  }
}
