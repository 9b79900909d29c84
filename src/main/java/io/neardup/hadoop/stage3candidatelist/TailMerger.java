package io.neardup.hadoop.stage3candidatelist;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Iterator;

/**
 * Merges the pieces of the tails of one column into one ascending list without repeats.
 *
 * <p>A window moves over the columns: each piece adds its columns in the window, and the list goes
 * on with those. The pieces come by ascending first column, so a piece is kept only if it begins in
 * the window and ends behind it. Linear time, but for a heap of the pieces that are kept. Memory:
 * the pieces that overlap at one column, at most one for each band and task. Not safe for use by
 * several threads.
 */
final class TailMerger {

  private final ColumnWindow window = new ColumnWindow();
  private final OpenPieces open = new OpenPieces();

  /** Merges the pieces; returns how many columns were repeats. */
  long merge(Iterator<Tail> pieces, ColumnWindow.Sink sink)
      throws IOException, InterruptedException {
    open.clear();
    long repeats = 0;
    LongArrayList unopened = next(pieces);
    while (unopened != null || !open.isEmpty()) {
      long begin = unopened == null ? Long.MAX_VALUE : unopened.getLong(0);
      window.moveTo(Math.min(begin, open.leastColumn()));
      while (open.leastColumn() < window.end()) {
        Piece piece = open.removeLeast();
        repeats += piece.addTo(window);
        if (!piece.isAtEnd()) {
          open.add(piece);
        }
      }
      while (unopened != null && unopened.getLong(0) < window.end()) {
        int added = window.add(unopened.elements(), 0, unopened.size());
        repeats += added;
        if (added < unopened.size()) {
          open.add(new Piece(unopened, added));
        }
        unopened = next(pieces);
      }
      repeats -= window.drain(sink);
    }
    return repeats;
  }

  /** Returns the columns of the next piece, valid until the next call, or null at the end. */
  private static LongArrayList next(Iterator<Tail> pieces) {
    return pieces.hasNext() ? pieces.next().columns() : null;
  }
}
