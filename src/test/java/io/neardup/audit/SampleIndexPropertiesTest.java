package io.neardup.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.Sets;
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
    List<IndexedSet> sets = sampled.stream().map(set -> Sets.of(set, set.length)).toList();
    sets.forEach(set -> index.count(set.elements(), set.size()));
    index.endCounts();
    sets.forEach(set -> index.add(set.elements(), set.size()));
    return index;
  }

  private static int[] candidates(SampleIndex index, long[] occurrences) {
    IndexedSet set = Sets.of(occurrences, occurrences.length);
    return index.candidates(set.elements(), set.size()).toIntArray();
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
      int[] candidates = candidates(index, set);
      for (int place = 0; place < sampled.size(); place++) {
        if (similarity(measure, set, sampled.get(place)) >= t) {
          assertThat(candidates).contains(place);
        }
      }
    }
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
      assertThat(candidates(index, set)).isEmpty();
      assertThat(candidates(index, sampled.get(i))).containsExactly(i);
    }
  }

  @Test
  void emptySetsAreSimilarToNone() {
    SampleIndex index = index(Measure.JACCARD, List.of(new long[0], new long[] {1}), 0.5);
    assertThat(candidates(index, new long[0])).isEmpty();
    assertThat(candidates(index, new long[] {1, 1})).containsExactly(1);
    assertThat(candidates(index(Measure.JACCARD, List.of(), 0.5), new long[] {1})).isEmpty();
  }
}
