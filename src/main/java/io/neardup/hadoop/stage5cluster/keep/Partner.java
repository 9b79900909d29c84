package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.hadoop.table.LineBuilder;
import io.neardup.hadoop.table.NumberParser;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableUtils;

/**
 * A document that makes a pair with a removed one, for which it may be removed. The better of two
 * partners is the more similar one and, of equally similar ones, that of the lower place.
 */
public final class Partner implements Writable {

  private static final int NUMBERS = 5;

  private long place;
  private long exact;
  private int similarity;
  private int size;
  private int missing;

  /**
   * Sets the order and the similarity; no shingles are known.
   *
   * @param newPlace the lower, the better
   * @param newExact an {@link io.neardup.similarity.ExactSimilarity}
   * @param newSimilarity in millionths
   */
  public Partner set(long newPlace, long newExact, int newSimilarity) {
    place = newPlace;
    exact = newExact;
    similarity = newSimilarity;
    size = 0;
    missing = 0;
    return this;
  }

  /** Sets how many shingles the removed document has, and how many of them the partner has. */
  public void setShingles(int newSize, int intersection) {
    size = newSize;
    missing = newSize - intersection;
  }

  /** Takes over the numbers of another. */
  public void set(Partner other) {
    setAll(other.numbers());
  }

  /** Returns whether it is better than another one. */
  public boolean isBetter(Partner other) {
    return exact > other.exact || (exact == other.exact && place < other.place);
  }

  /** Returns the similarity in millionths. */
  public int similarity() {
    return similarity;
  }

  /** Returns how many shingles the removed document has; 0 if that is not known. */
  public int size() {
    return size;
  }

  /** Returns how many of these the partner does not have. */
  public int missing() {
    return missing;
  }

  private long[] numbers() {
    return new long[] {place, exact, similarity, size, missing};
  }

  private void setAll(long[] numbers) {
    set(numbers[0], numbers[1], (int) numbers[2]);
    size = (int) numbers[3];
    missing = (int) numbers[4];
  }

  /** Appends the numbers, with blanks between them. */
  public void append(LineBuilder line) {
    char before = 0;
    for (long number : numbers()) {
      if (before != 0) {
        line.append(before);
      }
      line.append(number);
      before = ' ';
    }
  }

  /** Reads what {@link #append} wrote. */
  public void parse(NumberParser numbers) throws IOException {
    long[] all = new long[NUMBERS];
    for (int i = 0; i < all.length; i++) {
      if (i > 0) {
        numbers.expect(' ');
      }
      all[i] = numbers.number();
    }
    setAll(all);
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (long number : numbers()) {
      WritableUtils.writeVLong(out, number);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    long[] all = new long[NUMBERS];
    for (int i = 0; i < all.length; i++) {
      all[i] = WritableUtils.readVLong(in);
    }
    setAll(all);
  }
}
