package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class MersenneHashFamilyPropertiesTest {

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
}
