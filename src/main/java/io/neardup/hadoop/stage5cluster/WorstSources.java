package io.neardup.hadoop.stage5cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * The few sources that lose the greatest share of their documents among those added; of equal
 * shares those of most documents, of these the first.
 */
final class WorstSources {

  /** How many sources are kept. */
  static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "worst-sources";

  private final List<SourceShare> sources = new ArrayList<>(COUNT + 1);

  /** Adds a source, unless nothing of it is removed. */
  void add(SourceShare source) {
    if (source.removed() == 0) {
      return;
    }
    int rank = sources.size();
    while (rank > 0 && isWorse(source, sources.get(rank - 1))) {
      rank--;
    }
    if (rank < COUNT) {
      sources.add(rank, source);
      if (sources.size() > COUNT) {
        sources.remove(COUNT);
      }
    }
  }

  private static boolean isWorse(SourceShare one, SourceShare other) {
    int byShare = Double.compare(one.share(), other.share());
    return byShare == 0 ? one.documents() > other.documents() : byShare > 0;
  }

  /** Adds the sources of notes. */
  void addLines(List<String> lines) {
    lines.forEach(line -> add(SourceShare.parse(line)));
  }

  /** Returns the sources, the worst first. */
  List<SourceShare> list() {
    return List.copyOf(sources);
  }

  /** Returns the lines of the sources, the worst first, each with a line break. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    sources.forEach(source -> lines.append(source.line()).append('\n'));
    return lines.toString();
  }
}
