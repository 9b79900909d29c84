package io.neardup.hadoop.stage5cluster.removal;

import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.table.Top;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The few sources, among those added, that lose the greatest share of their documents. If shares
 * are equal, those with the most documents come first, then those added first.
 */
public final class WorstSources {

  /** How many sources are kept. */
  static final int COUNT = 10;

  /** The name of a task's note. */
  static final String NOTE = "worst-sources";

  private final Top<SourceShare> sources =
      new Top<>(
          COUNT,
          Comparator.comparingDouble(SourceShare::share)
              .thenComparingLong(SourceShare::documents)
              .reversed());

  /** Returns the sources that the notes of a stage's output name, the worst first. */
  public static List<SourceShare> read(Configuration conf, Path output) throws IOException {
    WorstSources worst = new WorstSources();
    worst.addLines(TaskNotes.read(conf, output, NOTE));
    return worst.list();
  }

  /** Adds a source, unless nothing of it is removed. */
  void add(SourceShare source) {
    if (source.removed() > 0) {
      sources.add(source);
    }
  }

  /** Adds the sources of notes. */
  void addLines(List<String> lines) {
    lines.forEach(line -> add(SourceShare.parse(line)));
  }

  /** Returns the sources, the worst first. */
  List<SourceShare> list() {
    return sources.list();
  }

  /** Returns the lines of the sources, the worst first, each with a line break. */
  String lines() {
    StringBuilder lines = new StringBuilder();
    list().forEach(source -> lines.append(source.line()).append('\n'));
    return lines.toString();
  }
}
