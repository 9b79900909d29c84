package io.neardup.hadoop.stage3candidatelist;

import java.io.IOException;
import java.util.Iterator;

/**
 * Merges the pieces of the tails of one column into one ascending list without repeats.
 *
 * <p>The pieces come by ascending first column, so a piece is opened only when the merged list
 * reaches it. Memory: the overlapping pieces, at most one for each band and task, and one more. Not
 * safe for use by several threads.
 */
final class TailMerger {

  /** Takes the columns of the list, in order. */
  interface Sink {
    void accept(long column) throws IOException, InterruptedException;
  }

  private final OpenPieces open = new OpenPieces();

  /** Merges the pieces; returns how many columns were repeats. */
  long merge(Iterator<Tail> pieces, Sink sink) throws IOException, InterruptedException {
    open.clear();
    Piece unopened = next(pieces);
    long last = -1;
    long repeats = 0;
    while (unopened != null || !open.isEmpty()) {
      while (unopened != null && unopened.column() <= open.leastColumn()) {
        open.add(unopened);
        unopened = next(pieces);
      }
      Piece least = open.removeLeast();
      long others =
          unopened == null ? open.leastColumn() : Math.min(open.leastColumn(), unopened.column());
      do { // while it is the least, the piece stays out of the heap
        if (least.column() == last) {
          repeats++;
        } else {
          last = least.column();
          sink.accept(last);
        }
        least.advance();
      } while (!least.isAtEnd() && least.column() <= others);
      if (!least.isAtEnd()) {
        open.add(least);
      }
    }
    return repeats;
  }

  private static Piece next(Iterator<Tail> pieces) {
    return pieces.hasNext() ? new Piece(pieces.next().columns()) : null;
  }
}
