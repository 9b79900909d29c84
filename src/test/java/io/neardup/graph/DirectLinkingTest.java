package io.neardup.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectLinkingTest {

  /** A graph, the similarity of each of its pairs, and the rank of each column. */
  private static final class Case {
    private final SortedMap<Long, Map<Long, Integer>> neighbours = new TreeMap<>();
    private final long[] ranks;
    private final Comparator<Long> order;

    Case(List<long[]> pairs, int columns, Random random, int rankBound) {
      ranks = random.longs(columns, 0, rankBound).toArray();
      order =
          Comparator.comparingLong((Long c) -> ranks[c.intValue()])
              .thenComparing(Comparator.naturalOrder());
      for (long[] pair : pairs) {
        int similarity = random.nextInt(4);
        neighbours.computeIfAbsent(pair[0], c -> new HashMap<>()).put(pair[1], similarity);
        neighbours.computeIfAbsent(pair[1], c -> new HashMap<>()).put(pair[0], similarity);
      }
    }

    private List<Long> sorted(Set<Long> columns) {
      return columns.stream().sorted(order).toList();
    }

    /** Returns for each column of a pair what it is removed by, itself if it is kept. */
    Map<Long, Long> decide() {
      DirectLinking linking = new DirectLinking();
      Map<Long, Long> decided = new HashMap<>();
      for (long column : sorted(neighbours.keySet())) {
        List<Long> earlier =
            sorted(neighbours.get(column).keySet()).stream()
                .filter(other -> order.compare(other, column) < 0)
                .toList();
        if (earlier.isEmpty()) {
          decided.put(column, column);
          continue;
        }
        linking.begin(column);
        Set<Long> waiting = new HashSet<>();
        for (long other : earlier) {
          linking.neighbour(other, neighbours.get(column).get(other));
          if (linking.mayReplace(other)) {
            waiting.add(other);
          }
        }
        decided.put(column, linking.end());
        if (decided.get(column) == column) { // then all that are earlier are removed
          assertThat(waiting).hasSameElementsAs(earlier);
        }
      }
      return decided;
    }

    void check() {
      Map<Long, Long> decided = decide();
      // Plainly: take the best column that is left, and out with its neighbours.
      Set<Long> kept = new HashSet<>();
      Set<Long> gone = new HashSet<>();
      for (long column : sorted(neighbours.keySet())) {
        if (!gone.contains(column)) {
          kept.add(column);
          gone.addAll(neighbours.get(column).keySet());
        }
      }
      assertThat(kept).noneMatch(gone::contains);
      decided.forEach(
          (column, by) -> {
            // Plain conditions: a matcher would take its time with sets of this size.
            if (by.equals(column) != kept.contains(column)) {
              throw new AssertionError(column + " is removed by " + by);
            }
            if (!by.equals(column) && !isBest(column, by, kept)) {
              throw new AssertionError(by + " is not what " + column + " is removed by");
            }
          });
    }

    /** Whether one is the best of the kept neighbours that are before a column. */
    private boolean isBest(long column, long by, Set<Long> kept) {
      Map<Long, Integer> own = neighbours.get(column);
      List<Long> candidates =
          own.keySet().stream()
              .filter(other -> kept.contains(other) && order.compare(other, column) < 0)
              .sorted(Comparator.comparing((Long other) -> -own.get(other)).thenComparing(order))
              .toList();
      return candidates.get(0) == by;
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void randomGraphs(long seed) {
    Random random = new Random(seed);
    for (int graph = 0; graph < 40; graph++) {
      int columns = 1 + random.nextInt(200);
      List<long[]> pairs = Graphs.random(random, columns, 1 + random.nextInt(300));
      new Case(pairs, columns + 1, random, 1 + random.nextInt(10)).check();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 40, 300})
  void starsAndCliques(int columns) {
    Random random = new Random(columns);
    for (int rankBound : new int[] {1, 2, 1000}) {
      new Case(Graphs.clique(columns), columns, random, rankBound).check();
      for (int centre : new int[] {0, columns / 2, columns - 1}) {
        new Case(Graphs.star(centre, columns), columns, random, rankBound).check();
      }
    }
  }

  @Test
  void anExcludedColumnRemovesNoneAndIsReplacedByNone() {
    DirectLinking linking = new DirectLinking();
    linking.exclude(3);
    assertThat(linking.isExcluded(3)).isTrue();
    linking.begin(5);
    assertThat(linking.neighbour(3, 7)).isFalse();
    assertThat(linking.mayReplace(3)).isFalse();
    assertThat(linking.end()).isEqualTo(5);
    assertThat(linking.isExcluded(5)).isFalse();
  }

  @Test
  void ofAPathOfAHundredThousandEverySecondStays() {
    int columns = 100_000;
    Map<Long, Long> decided = new Case(Graphs.path(columns), columns, new Random(1), 1).decide();
    for (long column = 0; column < columns; column++) {
      assertThat(decided.get(column)).isEqualTo(column % 2 == 0 ? column : column - 1);
    }
    new Case(Graphs.path(columns), columns, new Random(2), columns).check();
  }
}
