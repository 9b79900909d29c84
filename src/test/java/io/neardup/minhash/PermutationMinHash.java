package io.neardup.minhash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Minhash as it is defined (MMDS 3.3.2): the rows are permuted, and the minhash of a column is the
 * first row in the permuted order in which it has a 1. The oracle of what computes it by hashing.
 *
 * @param <R> the type of rows
 */
final class PermutationMinHash<R> {

  private final Map<R, Integer> positions;

  private PermutationMinHash(Map<R, Integer> positions) {
    this.positions = positions;
  }

  /** Returns the minhash of an order of all rows. */
  static <R> PermutationMinHash<R> inOrder(List<R> rows) {
    Map<R, Integer> positions = new HashMap<>();
    for (R row : rows) {
      positions.put(row, positions.size() + 1);
    }
    return new PermutationMinHash<>(positions);
  }

  /** Returns the minhash of a permutation given as the position, from 1, of each row. */
  static <R> PermutationMinHash<R> atPositions(List<R> rows, int... positionOfRow) {
    Map<R, Integer> positions = new HashMap<>();
    for (int i = 0; i < positionOfRow.length; i++) {
      positions.put(rows.get(i), positionOfRow[i]);
    }
    return new PermutationMinHash<>(positions);
  }

  /** Returns the position, from 1, of the first row of a column that is not empty. */
  int firstPosition(Set<R> column) {
    return column.stream().mapToInt(positions::get).min().orElseThrow();
  }

  /** Returns the first row of a column that is not empty. */
  R firstRow(Set<R> column) {
    int first = firstPosition(column);
    return column.stream().filter(row -> positions.get(row) == first).findFirst().orElseThrow();
  }
}
