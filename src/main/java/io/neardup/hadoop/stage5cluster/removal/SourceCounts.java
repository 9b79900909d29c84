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

  private final Map<String, long[]> counts = new LinkedHashMap<>(); // documents, removed
  private final Sink sink;

  SourceCounts(Sink sink) {
    this.sink = sink;
  }

  /** Counts a document. */
  void add(String source, boolean removed) throws IOException, InterruptedException {
    if (counts.size() == MAX_SOURCES && !counts.containsKey(source)) {
      flush();
    }
    long[] count = counts.computeIfAbsent(source, name -> new long[2]);
    count[0]++;
    count[1] += removed ? 1 : 0;
  }

  /** Writes the counts out and empties the table. */
  void flush() throws IOException, InterruptedException {
    for (Map.Entry<String, long[]> entry : counts.entrySet()) {
      sink.accept(entry.getKey(), entry.getValue()[0], entry.getValue()[1]);
    }
    counts.clear();
  }
}
