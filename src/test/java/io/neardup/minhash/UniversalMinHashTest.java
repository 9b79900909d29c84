package io.neardup.minhash;

import static io.neardup.minhash.SignatureScheme.EMPTY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UniversalMinHashTest extends SignatureSchemeContract {

  @Override
  SignatureScheme scheme(int slots, long seed) {
    return SignatureScheme.of("universal", slots, seed);
  }

  @Override
  int maxRound(int slots) {
    return 0;
  }

  @Override
  String name() {
    return "universal";
  }

  /** Computed by another program from the description of the scheme; results that are stored. */
  @ParameterizedTest
  @CsvSource({
    "1, few, eff912d3f4ba8f3d47578eadcc46c0e39d8bc31a0b12edb5be41af830a62d0f5",
    "1, zero, b2c7763577216486c80a81438913c2bc3a30b3ce8a67c601486bd147d2bca51d",
    "1, hundred, da367f65563792647fc05e55ba756100c792cc6121ce3390eee50f53799d1907",
    "-7, few, 24c30b7a9e46e8f24eef7d90c76a185ef924249c62635217d7fade1e6a487642",
    "-7, zero, 5e78c956f6ed6861edaaa625f155eb1d6deb74ad7907c8f0f738480dfec9e38e",
    "-7, hundred, b2acac889e46e8f2858ae838d32afff67abe86e38774626c1bb46b1ad5c708f6"
  })
  void storedSlotsAreStable(long seed, String set, String hex) {
    assertThat(storedSlots(scheme(8, seed), set)).isEqualTo(hex);
  }

  /** MMDS Example 3.8: h₁ = x + 1, h₂ = 3x + 1 mod 5; the slots after each row, S1 to S4. */
  @Test
  void bookExampleRowByRow() {
    Matrix matrix =
        new Matrix(new SmallHashFamily(5, 1, 1, 3, 1), "1001", "0010", "0101", "1011", "0010");

    matrix.checkAfterNextRow(1, 1, EMPTY, EMPTY, EMPTY, EMPTY, 1, 1);
    matrix.checkAfterNextRow(1, 1, EMPTY, EMPTY, 2, 4, 1, 1);
    matrix.checkAfterNextRow(1, 1, 3, 2, 2, 4, 1, 1);
    matrix.checkAfterNextRow(1, 0, 3, 2, 2, 0, 1, 0);
    matrix.checkAfterNextRow(1, 0, 3, 2, 0, 0, 1, 0);

    assertThat(matrix.agreement(0, 1)).isZero();
    assertThat(matrix.agreement(0, 2)).isEqualTo(1);
    assertThat(matrix.agreement(0, 3)).isEqualTo(2);
  }

  /** The lectures' example: h = x + 1, g = 2x + 3 mod 5; the slots after each row, S1 and S2. */
  @Test
  void lectureExampleRowByRow() {
    Matrix matrix = new Matrix(new SmallHashFamily(5, 1, 1, 2, 3), "10", "01", "11", "10", "01");

    matrix.checkAfterNextRow(1, 3, EMPTY, EMPTY);
    matrix.checkAfterNextRow(1, 3, 2, 0);
    matrix.checkAfterNextRow(1, 2, 2, 0);
    matrix.checkAfterNextRow(1, 2, 2, 0);
    matrix.checkAfterNextRow(1, 2, 0, 0);
  }

  @Test
  void bookExampleColumnByColumn() {
    ColumnSketcher sketcher =
        new UniversalMinHash(new SmallHashFamily(5, 1, 1, 3, 1)).newColumnSketcher();

    assertThat(sketch(sketcher, 0, 3)).containsExactly(1, 0);
    assertThat(sketch(sketcher, 2)).containsExactly(3, 2);
    assertThat(sketch(sketcher, 1, 3, 4)).containsExactly(0, 0);
    assertThat(sketch(sketcher, 0, 2, 3)).containsExactly(1, 0);
  }

  private static long[] sketch(ColumnSketcher sketcher, long... rows) {
    sketcher.sketch(rows, rows.length);
    return sketcher.slots();
  }

  /** A characteristic matrix of rows 0, 1, …, read through a RowHasher. */
  private static final class Matrix {
    private final RowHasher hasher;
    private final int functions;
    private final String[] rows;
    private final long[] slots;
    private int row;

    Matrix(MersenneHashFamily family, String... rows) {
      this.hasher = new UniversalMinHash(family).newRowHasher();
      this.functions = family.size();
      this.rows = rows;
      this.slots = new long[rows[0].length() * functions];
      Arrays.fill(slots, EMPTY);
    }

    void checkAfterNextRow(long... expected) {
      hasher.startRow(row);
      for (int column = 0; column < rows[row].length(); column++) {
        if (rows[row].charAt(column) == '1') {
          hasher.updateMinima(0, slots, column * functions);
        }
      }
      assertThat(slots).as("after row %d", row).containsExactly(expected);
      row++;
    }

    int agreement(int one, int other) {
      return SignatureColumn.agreement(stored(one), stored(other), 0);
    }

    private int[] stored(int column) {
      return Arrays.stream(slots, column * functions, (column + 1) * functions)
          .mapToInt(slot -> (int) slot)
          .toArray();
    }
  }

  /** The functions (a·x + b) mod m of the book's examples. */
  private static final class SmallHashFamily extends MersenneHashFamily {

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
}
