package io.neardup.minhash;

import java.util.Arrays;

/** The functions (a·x + b) mod m of the book's examples. */
final class SmallHashFamily extends MersenneHashFamily {

  private final int modulus;
  private final int[] coefficients;

  /**
   * @param modulus m
   * @param coefficients a and b of the first function, then of the next
   */
  SmallHashFamily(int modulus, int... coefficients) {
    super(0, 0);
    this.modulus = modulus;
    this.coefficients = coefficients.clone();
  }

  @Override
  public int size() {
    return coefficients.length / 2;
  }

  @Override
  public void hash(long row, long[] values) {
    for (int i = 0; i < size(); i++) {
      values[i] = (coefficients[2 * i] * row + coefficients[2 * i + 1]) % modulus;
    }
  }

  @Override
  public void updateMinima(long[] rows, int size, long[] minima, long[] winners) {
    long[] values = new long[size()];
    for (int r = 0; r < size; r++) {
      hash(rows[r], values);
      Arrays.setAll(minima, i -> Math.min(minima[i], values[i])); // nobody asks for the winners
    }
  }
}
