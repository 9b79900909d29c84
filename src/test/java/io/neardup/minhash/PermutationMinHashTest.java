package io.neardup.minhash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of minhashing by permutation, and that hashing agrees with it. */
class PermutationMinHashTest {

  private static final List<String> ROWS = List.of("A", "B", "C", "D", "E", "F", "G");
  private static final List<Set<String>> COLUMNS =
      List.of(
          Set.of("A", "B", "F", "G"),
          Set.of("C", "D", "E"),
          Set.of("A", "F", "G"),
          Set.of("B", "C", "D", "E"));

  @Test
  void bookExample() { // MMDS Example 3.7
    var h = PermutationMinHash.inOrder(List.of("b", "e", "a", "d", "c"));

    assertThat(
            Stream.of(Set.of("a", "d"), Set.of("c"), Set.of("b", "d", "e"), Set.of("a", "c", "d"))
                .map(h::firstRow))
        .containsExactly("a", "c", "b", "a");
  }

  @ParameterizedTest
  @CsvSource({"A C G F B E D, 1 2 1 2", "D B A C F G E, 2 1 3 1", "C D G F A B E, 3 1 3 1"})
  void firstPositionsInAnOrder(String order, String positions) {
    var h = PermutationMinHash.inOrder(List.of(order.split(" ", -1)));

    assertThat(COLUMNS.stream().map(h::firstPosition))
        .extracting(String::valueOf)
        .containsExactly(positions.split(" ", -1));
  }

  @Test
  void firstPositionsOfAPermutation() {
    assertThat(positions(2, 3, 7, 6, 1, 5, 4)).containsExactly(2, 1, 2, 1);
    assertThat(positions(4, 2, 1, 3, 6, 7, 5)).containsExactly(2, 1, 4, 1);
    assertThat(positions(3, 4, 7, 2, 6, 1, 5)).containsExactly(1, 2, 1, 2);
  }

  private static List<Integer> positions(int... permutation) {
    var h = PermutationMinHash.atPositions(ROWS, permutation);
    return COLUMNS.stream().map(h::firstPosition).toList();
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 2, 3", "2, 4, 3, 3", "1, 4, 0, 3", "1, 2, 0, 3", "3, 4, 0, 3"})
  void agreementOfSignatures(int one, int other, int equal, int of) {
    List<List<Integer>> signature =
        List.of(
            positions(2, 3, 7, 6, 1, 5, 4),
            positions(4, 2, 1, 3, 6, 7, 5),
            positions(3, 4, 7, 2, 6, 1, 5));

    assertThat(signature).hasSize(of);
    assertThat(signature.stream().filter(h -> h.get(one - 1).equals(h.get(other - 1))))
        .hasSize(equal);
  }

  @ParameterizedTest
  @CsvSource({"1, 3, 3, 4", "2, 4, 3, 4", "1, 4, 1, 7", "1, 2, 0, 7", "3, 4, 0, 7"})
  void similaritiesOfColumns(int one, int other, int intersection, int union) {
    Set<String> both = new TreeSet<>(COLUMNS.get(one - 1));
    both.retainAll(COLUMNS.get(other - 1));
    Set<String> either = new TreeSet<>(COLUMNS.get(one - 1));
    either.addAll(COLUMNS.get(other - 1));

    assertThat(both).hasSize(intersection);
    assertThat(either).hasSize(union);
  }

  /** Over all 7! permutations the share that agrees is the similarity itself (MMDS 3.3.3). */
  @Test
  void shareOfPermutationsThatAgreeIsTheSimilarity() {
    int[] agree = new int[4];
    List<List<String>> all = permutations(ROWS);
    for (List<String> order : all) {
      var h = PermutationMinHash.inOrder(order);
      List<Integer> first = COLUMNS.stream().map(h::firstPosition).toList();
      for (int other = 1; other < 4; other++) {
        if (first.get(0).equals(first.get(other))) {
          agree[other]++;
        }
      }
    }
    assertThat(all).hasSize(5040);
    assertThat(agree).containsExactly(0, 0, 5040 * 3 / 4, 5040 / 7);
  }

  private static List<List<String>> permutations(List<String> rows) {
    if (rows.isEmpty()) {
      return List.of(List.of());
    }
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<String> rest = new ArrayList<>(rows);
      String first = rest.remove(i);
      for (List<String> end : permutations(rest)) {
        List<String> order = new ArrayList<>(List.of(first));
        order.addAll(end);
        all.add(order);
      }
    }
    return all;
  }

  /** h(x) = (ax + b) mod 5 permutes rows 0 … 4, so its minimum is a minhash by permutation. */
  @Test
  void hashingWithAPermutationIsMinhashByThatPermutation() {
    List<Long> rows = List.of(0L, 1L, 2L, 3L, 4L);
    for (int a = 1; a < 5; a++) {
      for (int b = 0; b < 5; b++) {
        int[] positions = new int[5];
        for (int x = 0; x < 5; x++) {
          positions[x] = (a * x + b) % 5 + 1;
        }
        var permutation = PermutationMinHash.atPositions(rows, positions);
        ColumnSketcher hashing =
            new UniversalMinHash(new SmallHashFamily(5, a, b)).newColumnSketcher();
        for (int bits = 1; bits < 32; bits++) {
          Set<Long> column = new TreeSet<>();
          for (long x = 0; x < 5; x++) {
            if ((bits >> x & 1) == 1) {
              column.add(x);
            }
          }
          long[] elements = column.stream().mapToLong(x -> x).toArray();
          hashing.sketch(elements, elements.length);

          assertThat(hashing.slots()[0] + 1).isEqualTo(permutation.firstPosition(column));
          assertThat(hashing.winners()[0]).isEqualTo(permutation.firstRow(column));
        }
      }
    }
  }
}
