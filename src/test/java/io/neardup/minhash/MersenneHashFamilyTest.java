package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MersenneHashFamilyTest {

  private static final int FUNCTIONS = 64;
  private static final long P = MersenneHashFamily.P;
  private static final BigInteger BIG_P = BigInteger.TWO.pow(61).subtract(BigInteger.ONE);

  @Provide
  Arbitrary<Long> residues() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, P - 1),
        Arbitraries.of(0L, 1L, 2L, P - 1, P - 2, 1L << 60, (1L << 60) - 1, 1L << 32, 1L << 31));
  }

  @Property
  void multiplyAddIsArithmeticModuloP(
      @ForAll("residues") long a, @ForAll("residues") long x, @ForAll("residues") long b) {
    BigInteger exact =
        BigInteger.valueOf(a).multiply(BigInteger.valueOf(x)).add(BigInteger.valueOf(b)).mod(BIG_P);

    assertThat(MersenneHashFamily.multiplyAdd(a, x, b)).isEqualTo(exact.longValueExact());
  }

  @Property(tries = 200)
  void rowsAreReducedAsUnsignedNumbers(@ForAll long row, @ForAll long seed) {
    long reduced = new BigInteger(Long.toUnsignedString(row)).mod(BIG_P).longValueExact();
    MersenneHashFamily family = new MersenneHashFamily(5, seed);
    long[] ofRow = new long[5];
    long[] ofReduced = new long[5];

    family.hash(row, ofRow);
    family.hash(reduced, ofReduced);

    assertThat(ofRow).isEqualTo(ofReduced);
    for (long value : ofRow) {
      assertThat(value).isBetween(0L, P - 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 127, 128, 129, 131, 1023, 1024, 1153, 2178, 5000})
  void updatesTheMinimaAsTheValuesSay(int size) {
    MersenneHashFamily family = new MersenneHashFamily(FUNCTIONS, size);
    Random random = new Random(size);
    long[] rows = random.longs(size).toArray();
    for (int r = 0; r < size; r += 3) { // those at the ends of the ranges, and repeats
      rows[r] =
          switch (random.nextInt(6)) {
            case 0 -> random.nextInt(5);
            case 1 -> -1 - random.nextInt(5);
            case 2 -> P - 2 + random.nextInt(5);
            case 3 -> random.nextLong() & 0xFFFFFFFFL;
            case 4 -> random.nextLong() & ~0x7FFFFFFFL;
            default -> rows[random.nextInt(size)];
          };
    }
    long[] values = new long[FUNCTIONS];
    long[] expected = new long[FUNCTIONS];
    long[] expectedWinners = new long[FUNCTIONS];
    Arrays.fill(expected, Long.MAX_VALUE);
    long[] minima = expected.clone();
    long[] winners = new long[FUNCTIONS];
    for (int times = 0; times < 2; times++) { // a second time from what the first has left
      for (long row : rows) {
        family.hash(row, values);
        for (int i = 0; i < FUNCTIONS; i++) {
          expectedWinners[i] = values[i] < expected[i] ? row : expectedWinners[i];
          expected[i] = Math.min(values[i], expected[i]);
        }
      }
      family.updateMinima(rows, size, minima, winners);
      assertThat(minima).isEqualTo(expected);
      assertThat(winners).isEqualTo(expectedWinners);
      rows = random.longs(size).toArray();
    }
  }

  /** Rows that have a given value: near 0, where the sum has wrapped around, and near p. */
  @ParameterizedTest
  @ValueSource(
      longs = {0, 1, 7, 0x1FFF_FFFF, 0x2000_0000, 1L << 40, (1L << 47) - 1, 1L << 47, P - 2})
  void noValueBelowAMinimumIsMissed(long value) {
    for (int seed = 0; seed < 300; seed++) {
      MersenneHashFamily family = new MersenneHashFamily(1, seed);
      long[] atZero = new long[1];
      long[] atOne = new long[1];
      family.hash(0, atZero);
      family.hash(1, atOne);
      BigInteger b = BigInteger.valueOf(atZero[0]);
      BigInteger a = BigInteger.valueOf(atOne[0]).subtract(b).mod(BIG_P);
      BigInteger inverse = a.modInverse(BIG_P);
      long[] rows = new long[140]; // all but one have the value p − 1
      Arrays.fill(
          rows,
          BIG_P.subtract(BigInteger.ONE).subtract(b).multiply(inverse).mod(BIG_P).longValueExact());
      rows[131] =
          BigInteger.valueOf(value).subtract(b).multiply(inverse).mod(BIG_P).longValueExact();
      for (long before : new long[] {value, value + 1, value + 2, Long.MAX_VALUE}) {
        long[] minimum = {before};
        family.updateMinima(rows, rows.length, minimum, new long[1]);
        assertThat(minimum[0]).isEqualTo(value);
      }
    }
  }
}
