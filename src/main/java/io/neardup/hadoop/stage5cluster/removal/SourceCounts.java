package io.neardup.hadoop.stage5cluster.removal;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts the documents and the removed documents of each source, in a table of bounded size that is
 * written out and emptied when it is full.
 */
final class SourceCounts {

  /** Most sources in the table. */
  static final int MAX_SOURCES = 10_000;

  /** Receives the counts of a source. */
  interface Sink {
    void accept(String source, long documents, long removed)
        throws IOException, InterruptedException;
  }

  private static final class Count {
    private long documents;
    private long removed;
  }

  private final Map<String, Count> counts = new LinkedHashMap<>();
  private final Sink sink;

  SourceCounts(Sink sink) {
    this.sink = sink;
  }

  /** Counts a document. */
  void add(String source, boolean removed) throws IOException, InterruptedException {
    Count count = counts.get(source);
    if (count == null) {
      if (counts.size() == MAX_SOURCES) {
        flush();
      }
      count = new Count();
      counts.put(source, count);
    }
    count.documents++;
    count.removed += removed ? 1 : 0;
  }

  /** Writes the counts out and empties the table. */
  void flush() throws IOException, InterruptedException {
    for (Map.Entry<String, Count> entry : counts.entrySet()) {
      sink.accept(entry.getKey(), entry.getValue().documents, entry.getValue().removed);
    }
    counts.clear();
  }
}
