package io.neardup.minhash;

import java.util.Arrays;

/**
 * Finds the rows of a block that may lower the minimum of a hash function (a·x + b) mod p, p = 2⁶¹
 * − 1, without 128-bit products. It misses no row that lowers the minimum, and flags hardly any
 * other. It flags rows in groups of {@value #GROUP}, so that few flags have to be checked.
 *
 * <p><em>How.</em> Let x = x₀ + 2³²·x₁ with x₁ below 2²⁹, and c = 2³²·a mod p. Then a·x₀ + c·x₁ + b
 * = value + q·p with q below 2³³. Multiply by 8, modulo 2⁶⁴, where 8·p = −8: two 64-bit products
 * give the sum 8·value − 8·q, and 8·q is below 2³⁶. After adding 2³⁶, the sum is above 8·value by
 * at most 2³⁶. So if the sum is 8·minimum + 2³⁶ or more, the value is not below the minimum, and
 * the row is no candidate. A sum that wraps around is small and is flagged.
 *
 * <p>Not safe for use by several threads.
 */
final class RowFilter {

  /** Rows of a group. */
  static final int GROUP = 4;

  /** Sums are in units of one eighth, that is, multiplied by 2³. */
  private static final int UNIT_BITS = 3;

  /** Added to each sum, in eighths: without it a sum can be too small by up to this. */
  private static final long SLACK = 1L << 36;

  private static final long LOW_32 = (1L << 32) - 1;

  /** The factors of one function, in eighths. */
  record Function(long lowFactor, long highFactor, long offset) {

    /** Returns the factors for (a·x + b) mod p; a and b are 0 … p − 1. */
    static Function of(long a, long b) {
      long c = MersenneHashFamily.multiplyAdd(a, 1L << 32, 0);
      return new Function(a << UNIT_BITS, c << UNIT_BITS, (b << UNIT_BITS) + SLACK);
    }
  }

  // Indexed by place in the group, then by group: the compiler vectorizes loops over groups.
  private final long[][] low;
  private final long[][] high;
  private final long[] flags; // negative: the group has a candidate
  private int groups;

  RowFilter(int capacity) {
    low = new long[GROUP][groups(capacity)];
    high = new long[GROUP][groups(capacity)];
    flags = new long[groups(capacity)];
  }

  /**
   * Replaces the rows.
   *
   * @param rows each 0 … p − 1
   * @param count number of rows to use, 1 or more
   */
  void load(long[] rows, int count) {
    groups = groups(count);
    for (int r = 0; r < groups * GROUP; r++) {
      long row = rows[Math.min(r, count - 1)]; // repeat the last row to fill the last group
      low[r % GROUP][r / GROUP] = row & LOW_32;
      high[r % GROUP][r / GROUP] = row >>> 32;
    }
  }

  /** Returns how many groups there are: group g has the rows from {@code GROUP * g} on. */
  int groups() {
    return groups;
  }

  /** Flags the groups with a row whose value may be less than a minimum. */
  void flagCandidates(Function function, long minimum) {
    Arrays.fill(flags, 0, groups, 0);
    long bound = bound(minimum);
    for (int place = 0; place < GROUP; place++) {
      flag(low[place], high[place], function, bound, groups, flags);
    }
  }

  boolean isFlagged(int group) {
    return flags[group] < 0;
  }

  /**
   * Flags the groups that have a candidate at one place. A separate loop, so that the compiler
   * vectorizes it. Sum and bound are halved, so that their difference has a sign.
   */
  private static void flag(
      long[] low, long[] high, Function function, long bound, int groups, long[] flags) {
    long lowFactor = function.lowFactor;
    long highFactor = function.highFactor;
    long offset = function.offset;
    for (int g = 0; g < groups; g++) {
      long sum = lowFactor * low[g] + highFactor * high[g] + offset;
      flags[g] |= (sum >>> 1) - bound;
    }
  }

  /** Returns the bound below which half of a sum makes its row a candidate. */
  private static long bound(long minimum) {
    if (minimum > MersenneHashFamily.P - (SLACK >>> UNIT_BITS)) {
      return Long.MIN_VALUE; // any half of a sum minus this is negative
    }
    return (((minimum << UNIT_BITS) + SLACK) >>> 1) + 1;
  }

  private static int groups(int rows) {
    return (rows + GROUP - 1) / GROUP;
  }
}
