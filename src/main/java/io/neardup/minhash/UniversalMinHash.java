package io.neardup.minhash;

import java.util.Arrays;

/**
 * n independent minhash functions: slot i of a set is the minimum of hash function i over its
 * elements (MMDS 3.3.4–3.3.5). Computes n hash values per element, most of them only approximately:
 * see {@link MersenneHashFamily#updateMinima}.
 */
public final class UniversalMinHash implements SignatureScheme {

  private final MersenneHashFamily family;

  /** Uses the given functions, one a slot. */
  public UniversalMinHash(MersenneHashFamily family) {
    this.family = family;
  }

  @Override
  public ColumnSketcher newColumnSketcher() {
    return new Sketcher();
  }

  @Override
  public RowHasher newRowHasher() {
    return new Hasher();
  }

  private final class Sketcher extends ColumnSketcher {
    Sketcher() {
      super(family.size());
    }

    @Override
    public void sketch(long[] elements, int size) {
      Arrays.fill(minima, EMPTY);
      family.updateMinima(elements, size, minima, winners);
    }

    @Override
    public int lastRound() {
      return 0;
    }
  }

  private final class Hasher implements RowHasher {
    private final long[] values = new long[family.size()];

    @Override
    public void startRow(long shingle) {
      family.hash(shingle, values);
    }

    @Override
    public void updateMinima(int lastRound, long[] slots, int offset) {
      for (int i = 0; i < values.length; i++) {
        slots[offset + i] = Math.min(slots[offset + i], values[i]);
      }
    }
  }
}
