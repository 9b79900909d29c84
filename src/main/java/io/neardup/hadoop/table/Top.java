package io.neardup.hadoop.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The first few of the elements added, in order; of equal elements, those added first.
 *
 * <p>Memory: as many elements as are kept.
 *
 * @param <T> the type of the elements
 */
public class Top<T> {

  private final int most;
  private final Comparator<? super T> order;
  private final List<T> elements = new ArrayList<>();

  /**
   * Starts with no elements.
   *
   * @param most the maximum number of elements to keep
   * @param order the order in which the elements to keep come first
   */
  public Top(int most, Comparator<? super T> order) {
    this.most = most;
    this.order = order;
  }

  public final void add(T element) {
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

  /** Returns whether {@link #add} would keep an element. */
  public final boolean takes(T element) {
    T last = lastKept();
    return last == null || order.compare(element, last) < 0;
  }

  /** Returns the last element kept if the list is full, else null. */
  public final T lastKept() {
    return elements.size() == most ? elements.get(most - 1) : null;
  }

  /** Returns the elements in order. */
  public final List<T> list() {
    return List.copyOf(elements);
  }
}
