package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;

/** {@link IndexedSet} and {@link SetComparison} against {@link java.util.Set}. */
class SetComparisonPropertiesTest {

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
      if (similarity >= t) {
        assertThat(comparison.intersection()).isEqualTo(common.size());
        assertThat(comparison.union()).isEqualTo(union.size());
      }
    }
  }
}
