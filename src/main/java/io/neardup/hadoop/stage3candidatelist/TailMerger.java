package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Unites the pieces of the tails of one column into one ascending list without repeats.
 *
 * <p>The pieces come by ascending first column, so one is needed only when the list has got that
 * far: no more are held at a time than overlap, at most one a band and task. Not safe for use by
 * several threads.
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

    boolean isAtEnd() {
      return at == columns.length;
    }
  }

  // An open piece in the heap: its next column, of 40 bits, and its place among the cursors.
  private static final int PLACE_BITS = 23;

  private final LongHeapPriorityQueue heap = new LongHeapPriorityQueue();
  private final List<Cursor> cursors = new ArrayList<>();
  private final IntArrayList free = new IntArrayList(); // places

  /** Merges the pieces; returns how many columns were repeats. */
  long merge(Iterator<Tail> pieces, Sink sink) throws IOException, InterruptedException {
    heap.clear();
    cursors.clear();
    free.clear();
    Cursor pending = next(pieces);
    long last = -1;
    long repeats = 0;
    while (pending != null || !heap.isEmpty()) {
      if (pending != null && pending.column() <= leastColumn()) {
        open(pending);
        pending = next(pieces);
        continue;
      }
      int place = (int) heap.dequeueLong() & ((1 << PLACE_BITS) - 1);
      Cursor least = cursors.get(place);
      long following = pending == null ? leastColumn() : Math.min(leastColumn(), pending.column());
      do {
        if (least.column() == last) {
          repeats++;
        } else {
          last = least.column();
          sink.accept(last);
        }
        least.at++;
      } while (!least.isAtEnd() && least.column() <= following);
      if (least.isAtEnd()) {
        free.add(place);
      } else {
        heap.enqueue(least.column() << PLACE_BITS | place);
      }
    }
    return repeats;
  }

  private long leastColumn() {
    return heap.isEmpty() ? Long.MAX_VALUE : heap.firstLong() >>> PLACE_BITS;
  }

  private void open(Cursor cursor) {
    int place = free.isEmpty() ? cursors.size() : free.popInt();
    if (place == cursors.size()) {
      cursors.add(cursor);
    } else {
      cursors.set(place, cursor);
    }
    heap.enqueue(cursor.column() << PLACE_BITS | place);
  }

  private static Cursor next(Iterator<Tail> pieces) {
    return pieces.hasNext() ? new Cursor(pieces.next().columns()) : null;
  }
}
