package io.neardup.hadoop.table;

import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * The numbers of a pair's line {@code idA<TAB>idB<TAB>signature
 * similarity<TAB>Jaccard<TAB>intersection<TAB>union<TAB>size of A<TAB>size of B}. The last five are
 * empty, and 0 here, unless verification is exact.
 *
 * @param agreement the share of equal slots, in millionths
 * @param isExact whether there are sizes of sets
 * @param jaccard the Jaccard similarity as the line has it, in millionths
 */
public record PairLine(
    int agreement,
    boolean isExact,
    int jaccard,
    int intersection,
    int union,
    int sizeA,
    int sizeB) {

  private static final int MILLION = 1_000_000;
  private static final int NUMBERS = 6;

  /** Reads a line, from its end, as ids may be long; IOException if it is no line of a pair. */
  public static PairLine parse(Text line) throws IOException {
    int start = line.getLength();
    for (int field = 0; field < NUMBERS; field++) {
      start = tabBefore(line, start);
    }
    NumberParser numbers = new NumberParser("a pair").start(line, start + 1);
    int agreement = numbers.millionths();
    numbers.expect('\t');
    if (numbers.accept('\t')) {
      return new PairLine(agreement, false, 0, 0, 0, 0, 0);
    }
    int jaccard = numbers.millionths();
    int[] sizes = new int[4];
    for (int field = 0; field < sizes.length; field++) {
      numbers.expect('\t');
      sizes[field] = (int) numbers.number();
    }
    numbers.expectEnd();
    return new PairLine(agreement, true, jaccard, sizes[0], sizes[1], sizes[2], sizes[3]);
  }

  private static int tabBefore(Text line, int end) throws IOException {
    byte[] bytes = line.getBytes();
    for (int i = end - 1; i >= 0; i--) {
      if (bytes[i] == '\t') {
        return i;
      }
    }
    throw new IOException("not a pair: " + line);
  }

  /** Returns the similarity, 0 to 1: by the measure, or that of the signatures if it is unknown. */
  public double similarity(Measure measure) {
    return isExact
        ? measure.similarity(intersection, sizeA, sizeB)
        : Jaccard.similarity(agreement, MILLION);
  }

  /**
   * Appends {@code similarity<TAB>intersection<TAB>size of A<TAB>size of B}: what a columns file
   * says of the pair.
   */
  public void appendTo(LineBuilder line, Measure measure) {
    if (isExact) {
      int whole = Math.max(1, measure.whole(intersection, sizeA, sizeB)); // if the sizes are wrong
      line.appendQuotient(intersection, whole);
    } else {
      line.appendMillionths(agreement);
    }
    ColumnPair.appendSizes(line, intersection, sizeA, sizeB);
  }
}
