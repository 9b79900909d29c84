package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link IndexedSet} and {@link SetComparison} against {@link java.util.Set}. */
class SetComparisonTest {

  private final SetComparison comparison = new SetComparison();
  private final IndexedSet reused = new IndexedSet();

  @Provide
  Arbitrary<List<Long>> occurrences() {
    Arbitrary<Long> crowded = Arbitraries.longs().between(-150, 150);
    Arbitrary<Long> upperBits = crowded.map(e -> e << 55);
    Arbitrary<Long> spread = Arbitraries.longs();
    return Arbitraries.oneOf(
        crowded.list().ofMaxSize(250),
        crowded.list().ofMaxSize(6),
        Arbitraries.longs().between(0, 5).list().ofMaxSize(3000),
        upperBits.list().ofMaxSize(250),
        spread.list().ofMaxSize(300));
  }

  private static long[] array(List<Long> list) {
    return list.stream().mapToLong(Long::longValue).toArray();
  }

  private static OddSketch sketch(IndexedSet set) {
    return new OddSketch(set.elements(), set.size());
  }

  @Property
  void anIndexedSetIsASet(
      @ForAll("occurrences") List<Long> list, @ForAll("occurrences") List<Long> other) {
    long[] occurrences = array(list);
    reused.take(occurrences.clone(), occurrences.length);
    IndexedSet set = Sets.of(occurrences, occurrences.length);
    List<Long> distinct = list.stream().distinct().toList();
    for (IndexedSet each : List.of(set, reused)) {
      assertThat(each.size()).isEqualTo(distinct.size());
      for (int place = 0; place < distinct.size(); place++) {
        assertThat(each.elements()[place]).isEqualTo(distinct.get(place));
        assertThat(each.place(distinct.get(place))).isEqualTo(place);
      }
      for (long element : other) {
        assertThat(each.place(element)).isEqualTo(distinct.indexOf(element));
      }
    }
  }

  @Property
  void agreesWithJavaSets(
      @ForAll("occurrences") List<Long> a,
      @ForAll("occurrences") List<Long> b,
      @ForAll @DoubleRange(min = 0, max = 1) double threshold) {
    Set<Long> common = new HashSet<>(a);
    common.retainAll(b);
    Set<Long> union = new HashSet<>(a);
    union.addAll(b);
    double similarity = Jaccard.similarity(common.size(), union.size());
    long[] x = array(a);
    long[] y = array(b);
    reused.take(x, x.length);
    IndexedSet other = Sets.of(y, y.length);
    for (double t : new double[] {0, threshold, similarity, Math.min(1, Math.nextUp(similarity))}) {
      assertThat(comparison.reaches(reused, other.elements(), other.size(), t))
          .isEqualTo(similarity >= t);
      assertThat(similarity >= t && sketch(reused).isBelow(sketch(other), t)).isFalse();
      if (similarity >= t) {
        assertThat(comparison.intersection()).isEqualTo(common.size());
        assertThat(comparison.union()).isEqualTo(union.size());
      }
    }
  }

  /** Sets of which 8 in 10 elements are common to both; of the larger one, more are missing. */
  @ParameterizedTest
  @CsvSource({"40, 40", "3000, 3000", "4000, 4100", "66000, 66000", "66000, 90000"})
  void sketchesTellPairsBelowTheThreshold(int size, int otherSize) {
    Random random = new Random(1);
    long[] a = random.longs(size).toArray();
    long[] b = random.longs(otherSize).toArray();
    int common = size * 8 / 10;
    System.arraycopy(a, 0, b, 0, common);
    double similarity = Jaccard.similarity(common, size + otherSize - common);
    OddSketch sketch = sketch(Sets.of(a, size));
    OddSketch other = sketch(Sets.of(b, otherSize));
    for (OddSketch[] pair : new OddSketch[][] {{sketch, other}, {other, sketch}}) {
      assertThat(pair[0].isBelow(pair[1], 0.8)).isTrue();
      assertThat(pair[0].isBelow(pair[1], similarity)).isFalse();
    }
  }

  /** Texts of 20,000 shingles that differ in stretches: taken away, put in, changed, moved. */
  @Example
  void longSetsInTheOrderOfTheirTexts() {
    Random random = new Random(1);
    for (int seed = 0; seed < 20; seed++) {
      long[] a = random.longs(20_000).toArray();
      long[] b = a.clone();
      int changed = 0;
      for (int edit = 0; edit < 10 * seed; edit++) {
        int at = random.nextInt(b.length / 20) * 20;
        for (int i = at; i < at + 9; i++) {
          if (b[i] == a[i]) {
            changed++;
          }
          b[i] = random.nextLong();
        }
      }
      long[] moved = new long[b.length];
      System.arraycopy(b, 5_000, moved, 0, 15_000);
      System.arraycopy(b, 0, moved, 15_000, 5_000);
      for (long[] other : new long[][] {b, moved}) {
        IndexedSet set = Sets.of(a, a.length);
        assertThat(comparison.reaches(set, other, other.length, 0.3)).isTrue();
        assertThat(comparison.intersection()).isEqualTo(20_000 - changed);
        assertThat(comparison.union()).isEqualTo(20_000 + changed);
        double similarity = Jaccard.similarity(20_000 - changed, 20_000 + changed);
        assertThat(comparison.reaches(set, other, other.length, similarity)).isTrue();
        double more = Math.min(1, Math.nextUp(similarity));
        assertThat(comparison.reaches(set, other, other.length, more)).isEqualTo(similarity == 1);
      }
    }
  }

  /** Sets too large for a table, with each other and with small ones. */
  @Example
  void largeSetsAreSorted() {
    Random random = new Random(5);
    long[] a = random.longs(IndexedSet.LARGE + 1_000).toArray();
    System.arraycopy(a, 0, a, a.length - 500, 500); // repeats
    IndexedSet large = Sets.of(a, a.length);
    assertThat(large.size()).isEqualTo(a.length - 500);
    for (int i = 0; i < 2_000; i++) {
      int place = random.nextInt(large.size());
      assertThat(large.place(large.elements()[place])).isEqualTo(place);
      assertThat(large.place(random.nextLong())).isEqualTo(-1);
    }
    assertThat(large.place(large.elements()[0])).isZero();
    assertThat(large.place(large.elements()[large.size() - 1])).isEqualTo(large.size() - 1);
    assertThat(large.place(Long.MIN_VALUE)).isEqualTo(-1);
    assertThat(large.place(Long.MAX_VALUE)).isEqualTo(-1);
    long[] b = a.clone();
    for (int i = 500; i < 7_000; i++) {
      b[i] = random.nextLong();
    }
    IndexedSet other = Sets.of(b, b.length);
    IndexedSet small = Sets.of(b, 13_000);
    int size = large.size();
    assertThat(comparison.reaches(large, other.elements(), other.size(), 0.8)).isTrue();
    assertThat(comparison.intersection()).isEqualTo(size - 6_500);
    assertThat(comparison.union()).isEqualTo(size + 6_500);
    assertThat(comparison.reaches(large, other.elements(), other.size(), 0.9)).isFalse();
    assertThat(comparison.reaches(large, small.elements(), small.size(), 0.05)).isTrue();
    assertThat(comparison.intersection()).isEqualTo(6_500);
    assertThat(comparison.reaches(small, large.elements(), size, 0.05)).isTrue();
    assertThat(comparison.intersection()).isEqualTo(6_500);
    assertThat(comparison.union()).isEqualTo(size + 6_500);
  }

  /** The largest set that has a table, whose last place is the largest of a char. */
  @Example
  void theLargestTable() {
    long[] a = new Random(6).longs(IndexedSet.LARGE).toArray();
    long[] twice = Arrays.copyOf(a, 2 * a.length);
    System.arraycopy(a, 0, twice, a.length, a.length);
    IndexedSet set = Sets.of(twice, twice.length);
    assertThat(set.isSorted()).isFalse();
    assertThat(set.size()).isEqualTo(a.length);
    for (int place = 0; place < a.length; place++) {
      assertThat(set.place(a[place])).isEqualTo(place);
      assertThat(set.place(a[place] + 1)).isEqualTo(-1);
    }
  }

  @Example
  void onlyTheGivenLengthCounts() {
    long[] a = {1, 2, 3, 99, 0};
    long[] b = {2, 3, 4, 99, 0};
    assertThat(comparison.reaches(Sets.of(a, 3), b, 3, 0.5)).isTrue();
    assertThat(comparison.intersection()).isEqualTo(2);
    assertThatThrownBy(() -> Sets.of(a, 6)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> comparison.reaches(Sets.of(a, 3), b, -1, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
