package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RelativeSetTest {

  /** Some of the elements of a base, some others, in about the order of the base. */
  private static long[] like(SplittableRandom random, long[] base, int changed, int others) {
    return Arrays.stream(base)
        .map(e -> random.nextInt(100) < changed ? random.nextInt(others) : e)
        .filter(e -> random.nextInt(50) > 0)
        .distinct()
        .toArray();
  }

  private static int common(long[] a, long[] b) {
    Set<Long> set = LongStream.of(a).boxed().collect(Collectors.toSet());
    return (int) LongStream.of(b).filter(set::contains).count();
  }

  private static int intersection(RelativeSet a, RelativeSet b, int needed) {
    FewInCommon others = new FewInCommon();
    b.indexOthers(others);
    return a.intersection(b, others, needed);
  }

  @Property
  void intersectionsAreExact(
      @ForAll long seed,
      @ForAll @IntRange(max = 300) int size,
      @ForAll @IntRange(max = 100) int changed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] base = random.longs(size, 0, 1 << 20).distinct().toArray();
    IndexedSet index = IndexedSet.of(base, base.length);
    long[] a = like(random, base, changed, 400);
    long[] b = like(random, base, changed, 400);
    RelativeSet relativeA = RelativeSet.of(index, a, a.length, a.length);
    RelativeSet relativeB = RelativeSet.of(index, b, b.length, b.length);
    int common = common(a, b);

    assertThat(intersection(relativeA, relativeB, 0)).isEqualTo(common);
    assertThat(intersection(relativeB, relativeA, common)).isEqualTo(common);
    assertThat(intersection(relativeA, relativeB, common + 1)).isEqualTo(-1);
    assertThat(relativeA.bytes())
        .isEqualTo(8L * ((base.length + 63) / 64 + a.length - common(base, a)));
  }

  @Property
  void comparisonsAreThoseOfAllElements(
      @ForAll long seed, @ForAll @IntRange(max = 60) int changed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] base = random.longs(200, 0, 1 << 20).distinct().toArray();
    IndexedSet index = IndexedSet.of(base, base.length);
    long[] a = like(random, base, changed, 400);
    long[] b = like(random, base, changed, 400);
    double threshold = random.nextDouble();
    SetComparison all = new SetComparison();
    SetComparison relative = new SetComparison();

    boolean reached = all.reaches(IndexedSet.of(a, a.length), b, b.length, threshold);

    assertThat(
            relative.reaches(
                RelativeSet.of(index, a, a.length, a.length),
                a.length,
                RelativeSet.of(index, b, b.length, b.length),
                b.length,
                threshold))
        .isEqualTo(reached);
    if (reached) {
      assertThat(relative.intersection()).isEqualTo(all.intersection());
      assertThat(relative.union()).isEqualTo(all.union());
    }
  }

  @Test
  void aSetWithTooManyOtherElementsHasNoRelativeForm() {
    IndexedSet base = IndexedSet.of(new long[] {1, 2, 3}, 3);

    assertThat(RelativeSet.of(base, new long[] {9, 1, 8, 2}, 4, 2)).isNotNull();
    assertThat(RelativeSet.of(base, new long[] {9, 1, 8, 2}, 4, 1)).isNull();
    assertThat(RelativeSet.of(base, new long[] {9, 1, 8, 2}, 2, 1)).isNotNull();
  }
}
