package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.table.LineBuilder;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Writes candidate lists {@code i<TAB>j₁ j₂ …}, lists in the order of i. A list of more than
 * {@value #MAX_COLUMNS} columns goes on in further lines of the same i.
 */
final class CandidateLines {

  /** Most columns of a line. */
  static final int MAX_COLUMNS = 65_536;

  /** Takes the lines. */
  interface Sink {
    /** Takes a line, without its end, which the next call overwrites. */
    void write(Text line) throws IOException, InterruptedException;
  }

  private final Sink sink;
  private final LineBuilder line = new LineBuilder();
  private long column = -1;
  private int lineColumns;
  private long lists;
  private long candidates;

  CandidateLines(Sink sink) {
    this.sink = sink;
  }

  /**
   * Adds columns to the list of a column.
   *
   * @param js ascending, larger than those that the list has
   */
  void add(long i, LongArrayList js) throws IOException, InterruptedException {
    if (i != column) {
      finish();
      column = i;
      lists++;
    }
    for (int at = 0; at < js.size(); at++) {
      if (lineColumns == MAX_COLUMNS) {
        finish();
      }
      if (lineColumns == 0) {
        line.clear().append(i).append('\t');
      } else {
        line.append(' ');
      }
      line.append(js.getLong(at));
      lineColumns++;
    }
    candidates += js.size();
  }

  /** Writes what is left. */
  void finish() throws IOException, InterruptedException {
    if (lineColumns > 0) {
      sink.write(line.toText());
      lineColumns = 0;
    }
  }

  /** Returns how many lists there are. */
  long lists() {
    return lists;
  }

  /** Returns how many columns are in them. */
  long candidates() {
    return candidates;
  }
}
