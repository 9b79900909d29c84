package io.neardup.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The index finds every sampled set that reaches the threshold. */
class SampleIndexPropertiesTest {

  /** Makes sets of families: a base with some elements replaced, and a template common to all. */
  private static List<long[]> sets(SplittableRandom random, int families, int template, int bits) {
    long mask = bits == 64 ? -1 : (1L << bits) - 1;
    long[] common = random.longs(template).map(x -> x & mask).toArray();
    List<long[]> sets = new ArrayList<>();
    for (int f = 0; f < families; f++) {
      long[] base = random.longs(random.nextInt(1, 200)).map(x -> x & mask).toArray();
      for (int member = 0; member < 6; member++) {
        long[] set = Arrays.copyOf(base, base.length + common.length);
        System.arraycopy(common, 0, set, base.length, common.length);
        double changed = random.nextDouble() / 3;
        for (int i = 0; i < set.length; i++) {
          if (random.nextDouble() < changed) {
            set[i] = random.nextLong() & mask;
          } else if (random.nextInt(10) == 0) {
            set[i] = set[random.nextInt(set.length)]; // occurs twice
          }
        }
        sets.add(set);
      }
    }
    return sets;
  }

  private static double similarity(Measure measure, long[] a, long[] b) {
    Set<Long> one = LongStream.of(a).boxed().collect(Collectors.toSet());
    Set<Long> other = LongStream.of(b).boxed().collect(Collectors.toSet());
    Set<Long> intersection = new HashSet<>(one);
    intersection.retainAll(other);
    return measure.similarity(intersection.size(), one.size(), other.size());
  }

  private static SampleIndex index(Measure measure, List<long[]> sampled, double t) {
    SampleIndex index =
        new SampleIndex(measure, t, sampled.stream().mapToLong(set -> set.length).sum());
    List<IndexedSet> sets = sampled.stream().map(set -> IndexedSet.of(set, set.length)).toList();
    sets.forEach(set -> index.count(set.elements(), set.size()));
    sets.forEach(set -> index.add(set.elements(), set.size()));
    index.build();
    return index;
  }

  @Property(tries = 50)
  void noSimilarSetIsRejected(
      @ForAll long seed,
      @ForAll Measure measure,
      @ForAll @DoubleRange(min = 0.05, max = 1) double t,
      @ForAll @IntRange(max = 400) int template,
      @ForAll @IntRange(min = 0, max = 1) int short32) {
    SplittableRandom random = new SplittableRandom(seed);
    List<long[]> all = sets(random, 8, template, short32 == 1 ? 32 : 64);
    List<long[]> sampled = all.stream().filter(set -> random.nextInt(3) > 0).toList();
    SampleIndex index = index(measure, sampled, t);
    for (long[] set : all) {
      int[] candidates = index.candidates(set, set.length).toIntArray();
      for (int place = 0; place < sampled.size(); place++) {
        if (similarity(measure, set, sampled.get(place)) >= t) {
          assertThat(candidates).contains(place);
        } else if (measure == Measure.CONTAINMENT) {
          assertThat(candidates).doesNotContain(place);
        }
      }
    }
  }

  /** Many sampled sets have most of their elements in common, so no prefix is of rare ones only. */
  @Test
  void templatesAreSearchedToo() {
    SplittableRandom random = new SplittableRandom(1);
    List<long[]> all = sets(random, 60, 150, 64);
    SampleIndex index = index(Measure.JACCARD, all, 0.6);
    long found = 0;
    for (long[] set : all) {
      int[] candidates = index.candidates(set, set.length).toIntArray();
      for (int place = 0; place < all.size(); place++) {
        if (similarity(Measure.JACCARD, set, all.get(place)) >= 0.6) {
          assertThat(candidates).contains(place);
          found++;
        }
      }
    }
    assertThat(found).isGreaterThan(500); // 360 are sampled
  }

  @Test
  void unrelatedSetsAreRejected() {
    SplittableRandom random = new SplittableRandom(2);
    List<long[]> sampled = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      // of 20,000 shingles, so that any two sets share some
      sampled.add(random.longs(1000, 0, 20_000).map(x -> x * 0x9E3779B97F4A7C15L).toArray());
    }
    SampleIndex index = index(Measure.JACCARD, sampled, 0.8);
    for (int i = 0; i < 100; i++) {
      long[] set = random.longs(1000, 0, 20_000).map(x -> x * 0x9E3779B97F4A7C15L).toArray();
      assertThat(index.candidates(set, set.length).toIntArray()).isEmpty();
      assertThat(index.candidates(sampled.get(i), 1000).toIntArray()).containsExactly(i);
    }
  }

  @Test
  void theSmallestSharedNumberIsExact() {
    for (int size = 1; size < 300; size++) {
      for (double t : new double[] {0.01, 0.3, 0.5, 0.7, 0.8, 0.95, 1}) {
        int shared = Prefix.minShared(size, t);
        assertThat((double) shared / size).isGreaterThanOrEqualTo(t);
        assertThat(shared == 1 || (double) (shared - 1) / size < t).isTrue();
      }
    }
  }

  @Test
  void emptySetsAreSimilarToNone() {
    SampleIndex index = index(Measure.JACCARD, List.of(new long[0], new long[] {1}), 0.5);
    assertThat(index.candidates(new long[0], 0).toIntArray()).isEmpty();
    assertThat(index.candidates(new long[] {1, 1}, 2).toIntArray()).containsExactly(1);
    assertThat(index(Measure.JACCARD, List.of(), 0.5).candidates(new long[] {1}, 1).toIntArray())
        .isEmpty();
  }
}
