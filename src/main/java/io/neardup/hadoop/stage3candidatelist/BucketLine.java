package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.NumberParser;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * A line {@code band<TAB>hash<TAB>heads<TAB>columns} of a bucket: each of its first {@code heads}
 * columns is paired with all columns behind it; with {@code old/heads} instead of {@code heads},
 * the first {@code old} columns are not paired with each other. Memory: the columns of a line. Not
 * safe for use by several threads.
 */
final class BucketLine {

  private final NumberParser numbers = new NumberParser("a bucket");
  private final LongArrayList columns = new LongArrayList();
  private boolean hasMarks;
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
    hasMarks = false;
    long last = -1;
    do {
      long column = numbers.number();
      if (column <= last) {
        throw numbers.broken();
      }
      boolean isMarked = numbers.accept('-');
      columns.add(isMarked ? ~column : column);
      hasMarks |= isMarked;
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

  /** Returns whether some columns are marked. */
  boolean hasMarks() {
    return hasMarks;
  }

  /** Returns the columns, ascending; c as ~c if it is marked. */
  LongArrayList columns() {
    return columns;
  }

  /** Returns how many of them are paired with those behind them. */
  int heads() {
    return heads;
  }

  /** Returns the place of the first column that one of the heads is paired with. */
  int firstPartner(int head) {
    return Math.max(head + 1, old);
  }
}
