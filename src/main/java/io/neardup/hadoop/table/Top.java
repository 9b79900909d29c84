package io.neardup.hadoop.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The few that come first among those added, in order; of equal ones those added first.
 *
 * <p>Memory: as many elements as are kept.
 *
 * @param <T> what is added
 */
public final class Top<T> {

  private final int most;
  private final Comparator<? super T> order;
  private final List<T> elements = new ArrayList<>();

  /**
   * @param most how many are kept
   * @param order what is to be kept comes first
   */
  public Top(int most, Comparator<? super T> order) {
    this.most = most;
    this.order = order;
  }

  /** Adds an element. */
  public void add(T element) {
    int rank = elements.size();
    while (rank > 0 && order.compare(element, elements.get(rank - 1)) < 0) {
      rank--;
    }
    if (rank < most) {
      elements.add(rank, element);
      if (elements.size() > most) {
        elements.remove(most);
      }
    }
  }

  /**
   * Returns the last of them, once there are as many as are kept, and null before: what does not
   * come before it need not be added.
   */
  public T bar() {
    return elements.size() == most ? elements.get(most - 1) : null;
  }

  /** Returns whether there is none. */
  public boolean isEmpty() {
    return elements.isEmpty();
  }

  /** Returns them in order. */
  public List<T> list() {
    return List.copyOf(elements);
  }
}
