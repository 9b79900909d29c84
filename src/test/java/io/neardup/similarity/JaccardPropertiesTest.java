package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

/** Against {@link java.util.Set}, on sets of like sizes (merged) and unlike sizes (searched). */
class JaccardPropertiesTest {

  @Provide
  Arbitrary<Set<Long>> sets() {
    Arbitrary<Long> crowded = Arbitraries.longs().between(-150, 150);
    Arbitrary<Long> spread = Arbitraries.longs();
    return Arbitraries.oneOf(
        crowded.set().ofMaxSize(250),
        crowded.set().ofMaxSize(6),
        spread.set().ofMaxSize(300),
        spread.set().ofMaxSize(6));
  }

  @Property
  void agreesWithJavaSets(@ForAll("sets") Set<Long> a, @ForAll("sets") Set<Long> b) {
    long[] x = sorted(a);
    long[] y = sorted(b);
    Set<Long> common = new HashSet<>(a);
    common.retainAll(b);
    Set<Long> union = new HashSet<>(a);
    union.addAll(b);
    double expected = union.isEmpty() ? 0 : (double) common.size() / union.size();

    assertThat(Jaccard.intersection(x, x.length, y, y.length)).isEqualTo(common.size());
    assertThat(Jaccard.similarity(x, x.length, y, y.length)).isEqualTo(expected);
    assertThat(Jaccard.distance(x, x.length, y, y.length)).isEqualTo(1 - expected);
    assertThat(Jaccard.similarity(y, y.length, x, x.length)).isEqualTo(expected);
    for (int needed = -1; needed <= Math.max(a.size(), b.size()) + 1; needed++) {
      assertThat(Jaccard.intersectionAtLeast(x, x.length, y, y.length, needed))
          .as("at least %d", needed)
          .isEqualTo(common.size() >= needed ? common.size() : -1);
    }
  }

  @Property
  void neededIntersectionDecidesTheThreshold(
      @ForAll("sets") Set<Long> a,
      @ForAll("sets") Set<Long> b,
      @ForAll @DoubleRange(min = 0, max = 1) double t) {
    long[] x = sorted(a);
    long[] y = sorted(b);
    int needed = Jaccard.neededIntersection(x.length, y.length, t);
    boolean reached = Jaccard.intersectionAtLeast(x, x.length, y, y.length, needed) >= 0;
    assertThat(reached).isEqualTo(Jaccard.similarity(x, x.length, y, y.length) >= t);
  }

  /** A few of a long arithmetic sequence, hits and misses: every stride of the search. */
  @Property
  void longSetsAreSearched(
      @ForAll("few") Set<Long> few, @ForAll @DoubleRange(min = 0, max = 1) double share) {
    long[] many = new long[(int) (500 + share * 20_000)];
    for (int i = 0; i < many.length; i++) {
      many[i] = 2L * i;
    }
    long[] x = sorted(few);
    int expected =
        (int) few.stream().filter(e -> e >= 0 && e % 2 == 0 && e < 2L * many.length).count();
    assertThat(Jaccard.intersection(x, x.length, many, many.length)).isEqualTo(expected);
    assertThat(Jaccard.intersectionAtLeast(many, many.length, x, x.length, expected))
        .isEqualTo(expected);
    assertThat(Jaccard.intersectionAtLeast(many, many.length, x, x.length, expected + 1))
        .isEqualTo(-1);
  }

  @Provide
  Arbitrary<Set<Long>> few() {
    return Arbitraries.longs().between(-10, 45_000).set().ofMaxSize(12);
  }

  private static long[] sorted(Set<Long> set) {
    return set.stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
