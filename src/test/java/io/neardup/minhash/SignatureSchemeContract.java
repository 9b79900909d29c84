package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.reference.ReferenceSketch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every signature scheme. */
abstract class SignatureSchemeContract {

  /** Sizes of sets and numbers of slots: few and many, either larger. */
  record Case(int size, int slots, long seed) {}

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (int slots : new int[] {1, 2, 7, 100, 257}) {
      for (int size : new int[] {1, 2, 5, 40, 300}) {
        cases.add(new Case(size, slots, 31L * slots + size));
      }
      cases.add(new Case(1300, slots, slots)); // more elements than are hashed at once
    }
    return cases;
  }

  /** Returns the scheme under test. */
  abstract SignatureScheme scheme(int slots, long seed);

  /** Returns the last round any element may be needed in. */
  abstract int maxRound(int slots);

  /** Returns the name of the scheme. */
  abstract String name();

  /** Returns the working values of a set straight from the definition of the scheme. */
  private long[] byDefinition(Set<Long> elements, int slots, long seed) {
    return new ReferenceSketch(name(), slots, seed).workingValues(elements);
  }

  /** Returns the stored slots of a set of the stability vectors, 8 hexadecimal digits each. */
  static String storedSlots(SignatureScheme scheme, String set) {
    long[] elements =
        switch (set) {
          case "few" -> new long[] {1, 42, 0x0123456789abcdefL, -1};
          case "zero" -> new long[] {0};
          default -> LongStream.rangeClosed(1, 100).toArray();
        };
    return LongStream.of(slots(scheme.newColumnSketcher(), elements))
        .mapToObj(slot -> HexFormat.of().toHexDigits((int) slot))
        .collect(Collectors.joining());
  }

  static long[] randomElements(int size, Random random) {
    return random.longs(size).toArray();
  }

  private static long[] slots(ColumnSketcher sketcher, long... elements) {
    sketcher.sketch(elements, elements.length);
    return sketcher.slots().clone();
  }

  private static Set<Long> set(long[] elements) {
    Set<Long> set = new HashSet<>();
    Arrays.stream(elements).forEach(set::add);
    return set;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void sketchIsWhatTheDefinitionSays(Case c) {
    SignatureScheme scheme = scheme(c.slots(), c.seed());
    long[] elements = randomElements(c.size(), new Random(c.seed()));

    long[] slots = slots(scheme.newColumnSketcher(), elements);

    assertThat(slots).isEqualTo(byDefinition(set(elements), c.slots(), c.seed()));
    assertThat(Arrays.stream(slots).allMatch(v -> v >= 0 && v < SignatureScheme.EMPTY)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void orderAndRepetitionChangeNothing(Case c) {
    SignatureScheme scheme = scheme(c.slots(), c.seed());
    Random random = new Random(c.seed());
    long[] elements = randomElements(c.size(), random);
    List<Long> others = new ArrayList<>(Arrays.stream(elements).boxed().toList());
    for (int i = 0; i < 3 * c.size(); i++) {
      others.add(elements[random.nextInt(elements.length)]);
    }
    Collections.shuffle(others, random);
    long[] shuffled = others.stream().mapToLong(x -> x).toArray();

    assertThat(slots(scheme.newColumnSketcher(), shuffled))
        .isEqualTo(slots(scheme.newColumnSketcher(), elements));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void winnersAttainTheMinimaInTheirRounds(Case c) {
    SignatureScheme scheme = scheme(c.slots(), c.seed());
    long[] elements = randomElements(c.size(), new Random(c.seed()));
    ColumnSketcher sketcher = scheme.newColumnSketcher();
    long[] slots = slots(sketcher, elements);

    for (int i = 0; i < c.slots(); i++) {
      long winner = sketcher.winners()[i];
      assertThat(set(elements)).contains(winner);
      assertThat(byDefinition(Set.of(winner), c.slots(), c.seed())[i]).isEqualTo(slots[i]);
      assertThat(sketcher.winnerRounds()[i]).isBetween(0, sketcher.lastRound());
    }
    assertThat(sketcher.lastRound()).isBetween(0, maxRound(c.slots()));
  }

  private Map<Long, Integer> prunedPairs(Case c, long[] elements) {
    ColumnSketcher sketcher = scheme(c.slots(), c.seed()).newColumnSketcher();
    sketcher.sketch(elements, elements.length);
    MinimumPairs minimum = new MinimumPairs(c.slots());
    int found = minimum.find(sketcher);
    Map<Long, Integer> pairs = new HashMap<>();
    for (int i = 0; i < found; i++) {
      pairs.put(minimum.shingle(i), minimum.lastRound(i));
    }
    assertThat(pairs).as("pairs are distinct").hasSize(found);
    assertThat(found).isBetween(1, Math.min(set(elements).size(), c.slots()));
    assertThat(set(elements)).containsAll(pairs.keySet());
    return pairs;
  }

  /** With the last round of the column, with all rounds, and of pruned pairs. */
  @ParameterizedTest
  @MethodSource("cases")
  void rowByRow(Case c) {
    checkRowByRow(
        c,
        elements -> {
          ColumnSketcher sketcher = scheme(c.slots(), c.seed()).newColumnSketcher();
          sketcher.sketch(elements, elements.length);
          return allWithRound(elements, sketcher.lastRound());
        });
    checkRowByRow(c, elements -> allWithRound(elements, maxRound(c.slots())));
    checkRowByRow(c, elements -> prunedPairs(c, elements));
  }

  private static Map<Long, Integer> allWithRound(long[] elements, int round) {
    Map<Long, Integer> pairs = new HashMap<>();
    for (long element : elements) {
      pairs.put(element, round);
    }
    return pairs;
  }

  /**
   * Three columns that share rows; the rows come in random order.
   *
   * @param pairs of a column: shingle and last round
   */
  private void checkRowByRow(Case c, Function<long[], Map<Long, Integer>> pairs) {
    SignatureScheme scheme = scheme(c.slots(), c.seed());
    Random random = new Random(c.seed());
    long[][] columns = {
      randomElements(c.size(), random), randomElements(3, random), randomElements(c.size(), random)
    };
    columns[1][0] = columns[0][0];
    System.arraycopy(columns[0], 0, columns[2], 0, c.size() / 2);

    Map<Long, Map<Integer, Integer>> matrix = new TreeMap<>();
    for (int column = 0; column < columns.length; column++) {
      int number = column;
      pairs
          .apply(columns[column])
          .forEach(
              (row, round) -> matrix.computeIfAbsent(row, r -> new TreeMap<>()).put(number, round));
    }
    List<Long> rows = new ArrayList<>(matrix.keySet());
    Collections.shuffle(rows, random);

    RowHasher hasher = scheme.newRowHasher();
    int margin = 3; // what is beside a column must not be touched
    long[] slots = new long[margin + columns.length * c.slots() + margin];
    Arrays.fill(slots, SignatureScheme.EMPTY);
    for (long row : rows) {
      hasher.startRow(row);
      matrix
          .get(row)
          .forEach(
              (column, round) -> hasher.updateMinima(round, slots, margin + column * c.slots()));
    }

    for (int column = 0; column < columns.length; column++) {
      int from = margin + column * c.slots();
      assertThat(Arrays.copyOfRange(slots, from, from + c.slots()))
          .as("column %d", column)
          .isEqualTo(slots(scheme.newColumnSketcher(), columns[column]));
    }
    assertThat(Arrays.copyOf(slots, margin)).containsOnly(SignatureScheme.EMPTY);
    assertThat(Arrays.copyOfRange(slots, slots.length - margin, slots.length))
        .containsOnly(SignatureScheme.EMPTY);
  }

  @Test
  void aSketcherIsUsedAgain() {
    ColumnSketcher sketcher = scheme(50, 1).newColumnSketcher();
    slots(sketcher, randomElements(1000, new Random(1)));
    assertThat(slots(sketcher, 5, 6)).isEqualTo(byDefinition(Set.of(5L, 6L), 50, 1));

    sketcher.sketch(new long[] {1, 2, 3, 4}, 2); // only the first elements count
    assertThat(sketcher.slots()).isEqualTo(byDefinition(Set.of(1L, 2L), 50, 1));

    assertThat(slots(sketcher)).hasSize(50).containsOnly(SignatureScheme.EMPTY);
    assertThat(sketcher.lastRound()).isZero();
  }
}
