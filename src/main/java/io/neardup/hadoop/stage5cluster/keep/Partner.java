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
  private static final int PLACE = 0;
  private static final int EXACT = 1;
  private static final int SIMILARITY = 2;
  private static final int SIZE = 3;
  private static final int MISSING = 4;
  private final long[] numbers = new long[MISSING + 1];

  /**
   * Sets all numbers.
   *
   * @param place the lower, the better
   * @param exact an {@link io.neardup.similarity.ExactSimilarity}
   * @param similarity in millionths
   * @param size how many shingles the removed document has; 0 if that is not known
   * @param missing how many of these the partner does not have
   */
  public Partner set(long place, long exact, int similarity, int size, int missing) {
    numbers[PLACE] = place;
    numbers[EXACT] = exact;
    numbers[SIMILARITY] = similarity;
    numbers[SIZE] = size;
    numbers[MISSING] = missing;
    return this;
  }

  /** Takes over the numbers of another. */
  public void set(Partner other) {
    System.arraycopy(other.numbers, 0, numbers, 0, numbers.length);
  }

  /** Returns whether it is better than another one. */
  public boolean isBetter(Partner other) {
    return numbers[EXACT] > other.numbers[EXACT]
        || (numbers[EXACT] == other.numbers[EXACT] && numbers[PLACE] < other.numbers[PLACE]);
  }

  /** Returns the similarity in millionths. */
  public long similarity() {
    return numbers[SIMILARITY];
  }

  /** Returns how many shingles the removed document has; 0 if that is not known. */
  public long size() {
    return numbers[SIZE];
  }

  /** Returns how many of these the partner does not have. */
  public long missing() {
    return numbers[MISSING];
  }

  /** Appends the numbers, with blanks between them. */
  public void append(LineBuilder line) {
    for (int i = 0; i < numbers.length; i++) {
      line.append(i == 0 ? "" : " ").append(numbers[i]);
    }
  }

  /** Reads what {@link #append} wrote. */
  public void parse(NumberParser parser) throws IOException {
    for (int i = 0; i < numbers.length; i++) {
      if (i > 0) {
        parser.expect(' ');
      }
      numbers[i] = parser.number();
    }
  }

  @Override
  public void write(DataOutput out) throws IOException {
    for (long number : numbers) {
      WritableUtils.writeVLong(out, number);
    }
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = WritableUtils.readVLong(in);
    }
  }
}
