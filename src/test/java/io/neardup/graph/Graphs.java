package io.neardup.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** Graphs as lists of pairs (i, j), i &lt; j, and their components. */
public final class Graphs {

  private Graphs() {}

  /** Returns random pairs, some perhaps repeated. */
  public static List<long[]> random(Random random, int columns, int pairs) {
    List<long[]> graph = new ArrayList<>();
    for (int p = 0; p < pairs; p++) {
      long i = random.nextInt(columns);
      long j = random.nextInt(columns + 1);
      if (i != j) {
        graph.add(pair(i, j));
      }
    }
    return graph;
  }

  /** Returns 0 – 1 – 2 – … */
  public static List<long[]> path(int columns) {
    List<long[]> graph = new ArrayList<>();
    for (int i = 0; i + 1 < columns; i++) {
      graph.add(pair(i, i + 1));
    }
    return graph;
  }

  /** Returns the pairs of one column with all others. */
  public static List<long[]> star(int centre, int columns) {
    List<long[]> graph = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      if (i != centre) {
        graph.add(pair(centre, i));
      }
    }
    return graph;
  }

  /** Returns all pairs. */
  public static List<long[]> clique(int columns) {
    List<long[]> graph = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      for (int j = i + 1; j < columns; j++) {
        graph.add(pair(i, j));
      }
    }
    return graph;
  }

  /** Returns the pairs from the last to the first. */
  public static List<long[]> reversed(List<long[]> graph) {
    List<long[]> reversed = new ArrayList<>(graph);
    Collections.reverse(reversed);
    return reversed;
  }

  /** Returns the pairs in a random order. */
  public static List<long[]> shuffled(List<long[]> graph, long seed) {
    List<long[]> shuffled = new ArrayList<>(graph);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled;
  }

  private static long[] pair(long one, long other) {
    return new long[] {Math.min(one, other), Math.max(one, other)};
  }

  /** Returns the smallest column of the component of each column, by breadth-first search. */
  public static SortedMap<Long, Long> components(List<long[]> graph) {
    SortedMap<Long, List<Long>> neighbours = new TreeMap<>();
    for (long[] pair : graph) {
      neighbours.computeIfAbsent(pair[0], column -> new ArrayList<>()).add(pair[1]);
      neighbours.computeIfAbsent(pair[1], column -> new ArrayList<>()).add(pair[0]);
    }
    SortedMap<Long, Long> components = new TreeMap<>();
    for (long root : neighbours.keySet()) {
      if (components.putIfAbsent(root, root) != null) {
        continue;
      }
      Deque<Long> queue = new ArrayDeque<>(List.of(root));
      while (!queue.isEmpty()) {
        for (long neighbour : neighbours.get(queue.remove())) {
          if (components.putIfAbsent(neighbour, root) == null) {
            queue.add(neighbour);
          }
        }
      }
    }
    return components;
  }
}
