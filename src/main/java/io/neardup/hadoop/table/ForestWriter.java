package io.neardup.hadoop.table;

import io.neardup.graph.UnionFind;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes lines {@code r<TAB>i}, r &lt; i: edges of a graph with the same components as the pairs
 * that were added. It collects columns until its memory is full, then writes each column i with the
 * smallest column r of its component so far. So it writes about one edge per column, however many
 * pairs a component has.
 *
 * <p>Memory: {@link #IN_MEMORY} columns of a {@link UnionFind}.
 */
public final class ForestWriter implements Closeable {

  /** How many columns a task holds at once. */
  public static final int IN_MEMORY = 1 << 17;

  private final OutputStream out;
  private final UnionFind components;
  private final LineBuilder line = new LineBuilder();
  private long edges;

  /** Takes the largest number of columns held at once, at least 2. */
  public ForestWriter(OutputStream out, int inMemory) {
    this.out = out;
    this.components = new UnionFind(inMemory);
  }

  public void add(long one, long other) throws IOException {
    if (!components.union(one, other)) {
      drain();
      components.union(one, other);
    }
  }

  private void drain() throws IOException {
    for (long column : components.columns()) {
      long smallest = components.find(column);
      if (smallest != column) {
        line.clear().append(smallest).append('\t').append(column).writeTo(out);
        edges++;
      }
    }
    components.clear();
  }

  /** Writes what is left and closes the stream. */
  @Override
  public void close() throws IOException {
    try (out) {
      drain();
    }
  }

  /** Returns how many edges have been written. */
  public long edges() {
    return edges;
  }
}
