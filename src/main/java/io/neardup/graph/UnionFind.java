package io.neardup.graph;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.Arrays;

/**
 * Union–find over a bounded number of columns, each in 0 … 2⁶³−1. Of two roots the smaller one
 * stays, so that a component's root is its smallest column. Path halving makes a step O(log n)
 * amortized.
 *
 * <p>Memory: a hash table of 16 bytes per slot, at most three quarters full. Six million columns
 * take 128 MiB, and 64 MiB more during the last growth of the table.
 */
public final class UnionFind {

  private final int maxColumns;
  private final Long2LongOpenHashMap parents = new Long2LongOpenHashMap();

  /**
   * Makes an empty forest.
   *
   * @param maxColumns how many columns it may hold, at least 0
   */
  public UnionFind(int maxColumns) {
    if (maxColumns < 0) {
      throw new IllegalArgumentException("maxColumns " + maxColumns);
    }
    this.maxColumns = maxColumns;
    parents.defaultReturnValue(-1);
  }

  /**
   * Joins the components of two columns.
   *
   * @return false if there is no room for them; in that case nothing changes
   * @throws IllegalArgumentException if a column is negative
   */
  public boolean union(long one, long other) {
    if (one < 0 || other < 0) {
      throw new IllegalArgumentException("not columns: " + one + ", " + other);
    }
    long parent = parents.get(one);
    long otherParent = parents.get(other);
    if (parent == otherParent && parent >= 0) {
      return true; // nearly always so within a clique
    }
    int more = (parent >= 0 ? 0 : 1) + (one == other || otherParent >= 0 ? 0 : 1);
    if (more > maxColumns - parents.size()) {
      return false;
    }
    parents.putIfAbsent(one, one);
    parents.putIfAbsent(other, other);
    long a = find(one);
    long b = find(other);
    parents.put(Math.max(a, b), Math.min(a, b));
    return true;
  }

  /**
   * Returns the smallest column of a column's component.
   *
   * @throws IllegalArgumentException if the column is in no pair
   */
  public long find(long column) {
    long node = column;
    long parent = parents.get(node);
    if (parent < 0) {
      throw new IllegalArgumentException("column " + column + " is in no pair");
    }
    while (parent != node) {
      long grandparent = parents.get(parent);
      parents.put(node, grandparent);
      node = grandparent;
      parent = parents.get(node);
    }
    return node;
  }

  /** Returns how many columns there are. */
  public int size() {
    return parents.size();
  }

  /** Forgets all columns. */
  public void clear() {
    parents.clear();
  }

  /** Returns the columns in ascending order. */
  public long[] columns() {
    long[] columns = parents.keySet().toLongArray();
    Arrays.sort(columns);
    return columns;
  }
}
