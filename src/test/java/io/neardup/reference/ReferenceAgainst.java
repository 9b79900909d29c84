package io.neardup.reference;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What {@code pipeline --against} decides, step by step as its definition says, from the pairs of
 * the collection and the input together. The documents of the input are the last ones.
 */
final class ReferenceAgainst {

  private final ReferencePipeline all;
  private final boolean direct;
  private final long firstInput;
  private final SortedMap<ColumnPair, String> pairs = new TreeMap<>();
  private final Map<Long, Long> removedBy = new TreeMap<>();
  private final Set<Long> inCollection = new TreeSet<>();
  private long linked;

  /**
   * Decides.
   *
   * @param all the documents of the collection, then those of the input
   * @param firstInput the first column of the input
   */
  ReferenceAgainst(Settings settings, ReferencePipeline all, long firstInput) {
    this.all = all;
    this.direct = settings.get(Keys.LINKING).equals("direct");
    this.firstInput = firstInput;
    all.pairs()
        .forEach(
            (pair, line) -> {
              if (pair.j() >= firstInput) {
                pairs.put(pair, line);
              }
            });
    for (long column = firstInput; column < all.columns(); column++) {
      if (bestPartner(Set.of(column)) != null) {
        inCollection.add(column);
      }
    }
    if (direct) {
      decideDirect();
    } else {
      decideComponents();
    }
  }

  /** A pair of a document of the input, which is j, with one of the collection; most similar. */
  private ColumnPair bestPartner(Set<Long> columns) {
    return pairs.keySet().stream()
        .filter(pair -> pair.i() < firstInput && columns.contains(pair.j()))
        .filter(pair -> all.holdsEnough(pair.i(), pair.j()))
        .min(
            ((Comparator<ColumnPair>) all::compare)
                .reversed()
                .thenComparing(ColumnPair::i)
                .thenComparing(ColumnPair::j))
        .orElse(null);
  }

  private String similarity(ColumnPair pair) {
    return all.similarity(pairs.get(pair));
  }

  /** Returns the other documents of the input that a document of it makes a pair with. */
  private SortedSet<Long> neighbours(long column) {
    SortedSet<Long> neighbours = new TreeSet<>();
    for (ColumnPair pair : pairs.keySet()) {
      if (pair.i() >= firstInput && (pair.i() == column || pair.j() == column)) {
        neighbours.add(pair.i() == column ? pair.j() : pair.i());
      }
    }
    return neighbours;
  }

  private SortedSet<Long> input() {
    SortedSet<Long> input = new TreeSet<>();
    for (long column = firstInput; column < all.columns(); column++) {
      input.add(column);
    }
    return input;
  }

  private void decideDirect() {
    Set<Long> kept = new HashSet<>();
    for (long column : all.inOrder(input())) { // to find those that stay
      List<Long> keptNeighbours =
          all.inOrder(neighbours(column)).stream()
              .filter(kept::contains)
              .filter(other -> all.holdsEnough(other, column))
              .toList();
      if (!inCollection.contains(column) && keptNeighbours.isEmpty()) {
        kept.add(column);
      }
    }
    for (long column : input()) {
      if (inCollection.contains(column)) {
        removedBy.put(column, bestPartner(Set.of(column)).i());
      } else if (!kept.contains(column)) {
        removedBy.put(column, all.bestKept(column, neighbours(column), kept));
      }
    }
  }

  private void decideComponents() {
    SortedSet<Long> left = input();
    while (!left.isEmpty()) {
      SortedSet<Long> component = new TreeSet<>(Set.of(left.first()));
      boolean grows = true;
      while (grows) {
        grows = false;
        for (long column : List.copyOf(component)) {
          grows |= component.addAll(neighbours(column));
        }
      }
      left.removeAll(component);
      decide(component);
    }
  }

  private void decide(SortedSet<Long> component) {
    ColumnPair best = bestPartner(component);
    long kept = all.inOrder(component).get(0);
    for (long column : component) {
      if (inCollection.contains(column)) {
        removedBy.put(column, bestPartner(Set.of(column)).i());
      } else if (best != null) {
        removedBy.put(column, best.i());
        linked++;
      } else if (column != kept) {
        removedBy.put(column, kept);
      }
    }
  }

  /** Returns the columns of the input that are kept. */
  List<Long> kept() {
    return input().stream().filter(column -> !removedBy.containsKey(column)).toList();
  }

  /** Returns how many documents of the input make a pair with one of the collection. */
  long inCollection() {
    return inCollection.size();
  }

  /** Returns how many others are removed as their component has such a document. */
  long linked() {
    return linked;
  }

  /** Returns how many are removed. */
  long removed() {
    return removedBy.size();
  }

  /** Returns the lines of {@code 4-pairs/}. */
  List<String> pairLines() {
    return List.copyOf(pairs.values());
  }

  /** Returns lines like those of {@link ReferencePipeline#removedByLines}. */
  List<String> removedByLines() {
    Map<Long, List<String>> byKept = new TreeMap<>();
    removedBy.forEach(
        (removed, kept) ->
            byKept.computeIfAbsent(kept, k -> new ArrayList<>()).add(line(removed, kept)));
    return byKept.values().stream().flatMap(List::stream).toList();
  }

  private String line(long removed, long kept) {
    ColumnPair pair = ColumnPair.of(removed, kept);
    String end = "\t" + removed + "\t" + kept + "\t";
    String ids = all.id(removed) + "\t" + all.id(kept) + "\t";
    if (pairs.containsKey(pair)) {
      return ids + similarity(pair) + "\tpair" + end + "\t\t";
    }
    long other = all.mostSimilar(removed, neighbours(removed));
    return ids
        + "\tlink"
        + end
        + all.id(other)
        + "\t"
        + other
        + "\t"
        + similarity(ColumnPair.of(removed, other));
  }

  /** Returns for each column in a pair which one is kept in its place, itself or another. */
  Map<Long, Long> decisions() {
    Map<Long, Long> decisions = new HashMap<>();
    for (ColumnPair pair : pairs.keySet()) {
      for (long column : List.of(pair.i(), pair.j())) {
        decisions.put(column, removedBy.getOrDefault(column, column));
      }
    }
    return decisions;
  }
}
