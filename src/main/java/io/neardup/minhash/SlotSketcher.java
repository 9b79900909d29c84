package io.neardup.minhash;

/** The arrays that every sketcher fills: for each slot the minimum, its element and its round. */
abstract class SlotSketcher implements ColumnSketcher {

  protected final long[] minima;
  protected final long[] winners;
  protected final int[] rounds;

  SlotSketcher(int n) {
    minima = new long[n];
    winners = new long[n];
    rounds = new int[n];
  }

  @Override
  public final long[] slots() {
    return minima;
  }

  @Override
  public final long[] winners() {
    return winners;
  }

  @Override
  public final int[] winnerRounds() {
    return rounds;
  }
}
