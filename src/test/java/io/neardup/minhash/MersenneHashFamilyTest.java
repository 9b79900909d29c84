package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link MersenneHashFamily#updateMinima}: against the plain loop that other families use. */
class MersenneHashFamilyTest {

  private static final int FUNCTIONS = 64;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 127, 128, 129, 131, 1023, 1024, 1153, 2178, 5000})
  void updatesTheMinimaAsTheValuesSay(int size) {
    MersenneHashFamily family = new MersenneHashFamily(FUNCTIONS, size);
    HashFamily plain =
        new HashFamily() {
          @Override
          public int size() {
            return FUNCTIONS;
          }

          @Override
          public void hash(long row, long[] values) {
            family.hash(row, values);
          }
        };
    Random random = new Random(size);
    long[] rows = random.longs(size).toArray();
    for (int r = 0; r < size; r += 3) { // those at the ends of the ranges, and repeats
      rows[r] =
          switch (random.nextInt(6)) {
            case 0 -> random.nextInt(5);
            case 1 -> -1 - random.nextInt(5);
            case 2 -> MersenneHashFamily.P - 2 + random.nextInt(5);
            case 3 -> random.nextLong() & 0xFFFFFFFFL;
            case 4 -> random.nextLong() & ~0x7FFFFFFFL;
            default -> rows[random.nextInt(size)];
          };
    }
    long[] expected = new long[FUNCTIONS];
    long[] expectedWinners = new long[FUNCTIONS];
    Arrays.fill(expected, Long.MAX_VALUE);
    long[] minima = expected.clone();
    long[] winners = new long[FUNCTIONS];
    for (int times = 0; times < 2; times++) { // a second time from what the first has left
      plain.updateMinima(rows, size, expected, expectedWinners);
      family.updateMinima(rows, size, minima, winners);
      assertThat(minima).isEqualTo(expected);
      assertThat(winners).isEqualTo(expectedWinners);
      rows = random.longs(size).toArray();
    }
  }

  /** Rows that have a given value: near 0, where the sum has wrapped around, and near p. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        7,
        (1L << 29) - 1,
        1L << 29,
        1L << 40,
        (1L << 47) - 1,
        1L << 47,
        (1L << 61) - 3
      })
  void noValueBelowAMinimumIsMissed(long value) {
    BigInteger p = BigInteger.valueOf(MersenneHashFamily.P);
    for (int seed = 0; seed < 300; seed++) {
      MersenneHashFamily family = new MersenneHashFamily(1, seed);
      long[] atZero = new long[1];
      long[] atOne = new long[1];
      family.hash(0, atZero);
      family.hash(1, atOne);
      BigInteger b = BigInteger.valueOf(atZero[0]);
      BigInteger a = BigInteger.valueOf(atOne[0]).subtract(b).mod(p);
      BigInteger inverse = a.modInverse(p);
      long[] rows = new long[140]; // all but one have the value p − 1
      Arrays.fill(
          rows, p.subtract(BigInteger.ONE).subtract(b).multiply(inverse).mod(p).longValueExact());
      rows[131] = BigInteger.valueOf(value).subtract(b).multiply(inverse).mod(p).longValueExact();
      for (long before : new long[] {value, value + 1, value + 2, Long.MAX_VALUE}) {
        long[] minimum = {before};
        family.updateMinima(rows, rows.length, minimum, new long[1]);
        assertThat(minimum[0]).isEqualTo(value);
      }
    }
  }
}
