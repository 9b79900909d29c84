package io.neardup.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnionFindTest {

  private static UnionFind of(List<long[]> pairs) {
    UnionFind components = new UnionFind(1 << 20);
    for (long[] pair : pairs) {
      assertThat(components.union(pair[0], pair[1])).isTrue();
    }
    return components;
  }

  /** Checks the components against those of a breadth-first search. */
  private static void check(List<long[]> pairs) {
    UnionFind components = of(pairs);
    var expected = Graphs.components(pairs);
    assertThat(components.size()).isEqualTo(expected.size());
    assertThat(components.columns()).containsExactly(expected.keySet().toArray(new Long[0]));
    expected.forEach((column, root) -> assertThat(components.find(column)).isEqualTo(root));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomGraphs(long seed) {
    Random random = new Random(seed);
    for (int graph = 0; graph < 40; graph++) {
      check(Graphs.random(random, 1 + random.nextInt(300), 1 + random.nextInt(300)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 40, 400})
  void starsAndCliques(int columns) {
    check(Graphs.clique(columns));
    for (int centre : new int[] {0, columns / 2, columns - 1}) {
      check(Graphs.star(centre, columns));
    }
  }

  /** Forwards, backwards, in any order: no recursion, no long walk. */
  @Test
  void aPathOfAHundredThousand() {
    List<long[]> path = Graphs.path(100_000);
    for (List<long[]> order : List.of(path, Graphs.reversed(path), Graphs.shuffled(path, 1))) {
      UnionFind components = of(order);
      assertThat(components.size()).isEqualTo(100_000);
      assertThat(LongStream.range(0, 100_000)).allMatch(column -> components.find(column) == 0);
    }
  }

  @Test
  void whatDoesNotFitIsRefusedAndChangesNothing() {
    UnionFind components = new UnionFind(4);
    assertThat(components.union(5, 9)).isTrue();
    assertThat(components.union(7, 7)).isTrue();
    assertThat(components.union(1, 2)).isFalse();
    assertThat(components.columns()).containsExactly(5, 7, 9);
    assertThat(components.union(7, 2)).isTrue();
    assertThat(components.union(7, 3)).isFalse();
    assertThat(components.union(9, 2)).isTrue(); // both are there
    assertThat(components.find(5)).isEqualTo(2);
    assertThat(new UnionFind(0).union(1, 2)).isFalse();
    assertThat(new UnionFind(1).union(1, 2)).isFalse();
    assertThat(new UnionFind(1).union(1, 1)).isTrue();
  }

  @Test
  void columnsAreAnyNumbersThatAreNotNegative() {
    long last = Long.MAX_VALUE;
    UnionFind components = of(List.of(new long[] {last, 1L << 40}, new long[] {0, last}));
    assertThat(components.find(1L << 40)).isZero();
    assertThatIllegalArgumentException().isThrownBy(() -> components.union(-1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> components.find(3))
        .withMessageContaining("column 3 is in no pair");
    assertThatIllegalArgumentException().isThrownBy(() -> new UnionFind(-1));
  }
}
