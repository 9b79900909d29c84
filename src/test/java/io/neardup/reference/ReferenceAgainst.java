package io.neardup.reference;

import io.neardup.hadoop.collection.add.Comparison;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What {@code pipeline --against} decides, step by step as its definition says, from the pairs of
 * the collection and the input together. The documents of the input are the last ones.
 */
final class ReferenceAgainst {

  private final ReferencePipeline all;
  private final long firstInput;
  private final SortedSet<Long> input;
  private final SortedMap<ColumnPair, String> pairs;
  private final SortedMap<Long, SortedSet<Long>> neighbours; // in the input
  private final Map<Long, Long> removedBy = new TreeMap<>();
  private final Set<Long> inCollection;
  private long linked;

  /**
   * Decides.
   *
   * @param all the documents of the collection, then those of the input
   * @param firstInput the first column of the input
   */
  ReferenceAgainst(ReferencePipeline all, long firstInput) {
    this.all = all;
    this.firstInput = firstInput;
    input =
        LongStream.range(firstInput, all.columns())
            .boxed()
            .collect(Collectors.toCollection(TreeSet::new));
    pairs = new TreeMap<>(all.pairs());
    pairs.keySet().removeIf(pair -> pair.j() < firstInput);
    List<ColumnPair> within =
        pairs.keySet().stream().filter(pair -> pair.i() >= firstInput).toList();
    neighbours = ReferencePipeline.neighbours(within);
    inCollection =
        input.stream()
            .filter(column -> bestPartner(Set.of(column)) != null)
            .collect(Collectors.toSet());
    inCollection.forEach(column -> removedBy.put(column, bestPartner(Set.of(column)).i()));
    if (all.isDirect()) {
      decideDirect();
    } else {
      ReferencePipeline.components(within).forEach(this::decide);
    }
  }

  /** A pair of a document of the input, which is j, with one of the collection; most similar. */
  private ColumnPair bestPartner(Set<Long> columns) {
    return pairs.keySet().stream()
        .filter(pair -> pair.i() < firstInput && columns.contains(pair.j()))
        .filter(pair -> all.mayStandFor(pair.i(), pair.j()))
        .min(
            ((Comparator<ColumnPair>) all::compare)
                .reversed()
                .thenComparing(Comparator.naturalOrder()))
        .orElse(null);
  }

  private void decideDirect() {
    Set<Long> others = new TreeSet<>(input);
    others.removeAll(inCollection);
    removedBy.putAll(all.removedDirectly(others, neighbours, Map.copyOf(removedBy)));
    linked = all.leaders.values().stream().filter(inCollection::contains).count();
  }

  private void decide(SortedSet<Long> component) {
    ColumnPair best = bestPartner(component);
    long kept = all.inOrder(component).get(0);
    for (long column : component) {
      if (best != null && !inCollection.contains(column)) {
        removedBy.put(column, best.i());
        linked++;
      } else if (best == null && column != kept) {
        removedBy.put(column, kept);
      }
    }
  }

  Comparison.Figures figures() {
    long removed = removedBy.size();
    long forInput = removed - inCollection.size() - linked;
    long kept = input.size() - removed;
    return new Comparison.Figures(input.size(), inCollection.size(), linked, forInput, 0, kept, 0);
  }

  /** Returns the lines of {@code 4-pairs/}. */
  List<String> pairLines() {
    return List.copyOf(pairs.values());
  }

  /** Returns lines like those of {@link ReferencePipeline#removedByLines()}. */
  List<String> removedByLines() {
    return all.removedByLines(removedBy, neighbours);
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
