package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongHeapPriorityQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Pieces of tails that are being merged, ordered by next column. The heap holds {@code long}
 * values, which is several times as fast as a heap of objects.
 */
final class OpenPieces {

  // An open piece in the heap: its next column, of 40 bits, and its place among the pieces.
  private static final int PLACE_BITS = 23;
  private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

  private final LongHeapPriorityQueue heap = new LongHeapPriorityQueue();
  private final List<Piece> pieces = new ArrayList<>();
  private final IntArrayList free = new IntArrayList(); // places

  void clear() {
    heap.clear();
    pieces.clear();
    free.clear();
  }

  boolean isEmpty() {
    return heap.isEmpty();
  }

  /** Returns the least next column, or {@link Long#MAX_VALUE} if no piece is open. */
  long leastColumn() {
    return heap.isEmpty() ? Long.MAX_VALUE : heap.firstLong() >>> PLACE_BITS;
  }

  /** Adds a piece that is not at its end. */
  void add(Piece piece) {
    int place = free.isEmpty() ? pieces.size() : free.popInt();
    if (place == pieces.size()) {
      pieces.add(piece);
    } else {
      pieces.set(place, piece);
    }
    heap.enqueue(piece.column() << PLACE_BITS | place);
  }

  /** Removes a piece with the least next column, and returns it. */
  Piece removeLeast() {
    int place = (int) (heap.dequeueLong() & PLACE_MASK);
    free.add(place);
    return pieces.get(place);
  }
}
