package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * Unites the pieces of the tails of one column into one ascending list without repeats.
 *
 * <p>The pieces come by ascending first column, so one is needed only when the list has got that
 * far: no more are held at a time than overlap, at most one a band and task.
 */
final class TailMerger {

  /** Takes the columns of the list, in order. */
  interface Sink {
    void accept(long column) throws IOException, InterruptedException;
  }

  private static final class Cursor {
    private final long[] columns;
    private int at;

    Cursor(LongArrayList piece) {
      columns = piece.toLongArray();
    }

    long column() {
      return columns[at];
    }
  }

  /** Merges the pieces; returns how many columns were repeats. */
  long merge(Iterator<Tail> pieces, Sink sink) throws IOException, InterruptedException {
    PriorityQueue<Cursor> open =
        new PriorityQueue<>((a, b) -> Long.compare(a.column(), b.column()));
    Cursor pending = next(pieces);
    long last = -1;
    long repeats = 0;
    while (pending != null || !open.isEmpty()) {
      if (pending != null && (open.isEmpty() || pending.column() <= open.element().column())) {
        open.add(pending);
        pending = next(pieces);
        continue;
      }
      Cursor least = open.remove();
      if (least.column() == last) {
        repeats++;
      } else {
        last = least.column();
        sink.accept(last);
      }
      least.at++;
      if (least.at < least.columns.length) {
        open.add(least);
      }
    }
    return repeats;
  }

  private static Cursor next(Iterator<Tail> pieces) {
    return pieces.hasNext() ? new Cursor(pieces.next().columns()) : null;
  }
}
