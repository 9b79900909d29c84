package io.neardup.hadoop.table;

import io.neardup.similarity.Jaccard;
import io.neardup.similarity.Measure;
import java.io.IOException;
import org.apache.hadoop.io.Text;

/**
 * Reads the numbers of a pair's line {@code idA<TAB>idB<TAB>signature
 * similarity<TAB>Jaccard<TAB>intersection<TAB>union<TAB>size of A<TAB>size of B}. The last five are
 * empty unless verification is exact. It searches from the end of the line, as ids may be long.
 */
public final class PairLine {

  private static final int MILLION = 1_000_000;
  private static final int NUMBERS = 6;

  private final Measure measure;
  private final NumberParser numbers = new NumberParser("a pair");
  private int agreement;
  private int jaccard;
  private boolean exact;
  private int intersection;
  private int union;
  private int sizeA;
  private int sizeB;

  /** Makes a reader of lines of pairs by a measure. */
  public PairLine(Measure measure) {
    this.measure = measure;
  }

  /**
   * Reads a line.
   *
   * @throws IOException if it is no line of a pair
   */
  public void read(Text line) throws IOException {
    int start = line.getLength();
    for (int field = 0; field < NUMBERS; field++) {
      start = tabBefore(line, start);
    }
    numbers.start(line, start + 1);
    agreement = numbers.millionths();
    numbers.expect('\t');
    exact = !numbers.accept('\t');
    if (exact) {
      jaccard = numbers.millionths();
      intersection = number();
      union = number();
      sizeA = number();
      sizeB = number();
      numbers.expectEnd();
    }
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

  private int number() throws IOException {
    numbers.expect('\t');
    return (int) numbers.number();
  }

  /** Returns whether there are sizes of sets. */
  public boolean isExact() {
    return exact;
  }

  /** Returns the share of equal slots, in millionths. */
  public int agreement() {
    return agreement;
  }

  /** Returns the Jaccard similarity as the line has it, in millionths. */
  public int jaccard() {
    return jaccard;
  }

  /** Returns the size of the intersection. */
  public int intersection() {
    return intersection;
  }

  /** Returns the size of the union. */
  public int union() {
    return union;
  }

  /** Returns the size of the set of the first document. */
  public int sizeA() {
    return sizeA;
  }

  /** Returns the size of the set of the second document. */
  public int sizeB() {
    return sizeB;
  }

  /** Returns the similarity, 0 to 1: by the measure, or that of the signatures if it is unknown. */
  public double similarity() {
    return exact
        ? measure.similarity(intersection, sizeA, sizeB)
        : Jaccard.similarity(agreement, MILLION);
  }

  /**
   * Appends {@code similarity<TAB>intersection<TAB>size of A<TAB>size of B}: what a columns file
   * says of the pair.
   */
  public void appendTo(LineBuilder line) {
    if (exact) {
      int whole = Math.max(1, measure.whole(intersection, sizeA, sizeB)); // if the sizes are wrong
      line.appendQuotient(intersection, whole);
      ColumnPair.appendSizes(line, intersection, sizeA, sizeB);
    } else {
      line.appendMillionths(agreement);
      ColumnPair.appendSizes(line, 0, 0, 0);
    }
  }
}
