package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.hadoop.table.Top;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The account by source: the sources that lose the most documents, or the greatest share. */
final class SourceAccount {

  /** How many sources are chosen by each of the two orders. */
  private static final int MAX_SOURCES = 100;

  private static final Comparator<SourceShare> BY_REMOVED =
      Comparator.comparingLong(SourceShare::removed)
          .reversed()
          .thenComparing(Comparator.comparingDouble(SourceShare::share).reversed())
          .thenComparing(SourceShare::name);
  private static final Comparator<SourceShare> BY_SHARE =
      Comparator.comparingDouble(SourceShare::share).reversed().thenComparing(BY_REMOVED);

  private final Top<SourceShare> byRemoved = new Top<>(MAX_SOURCES, BY_REMOVED);
  private final Top<SourceShare> byShare = new Top<>(MAX_SOURCES, BY_SHARE);
  private long sources;

  /** Reads the account of an output of stage 5, once, line by line. */
  SourceAccount(Configuration conf, Path clusters) throws IOException {
    Path file = new Path(clusters, ClusterDocuments.SOURCES);
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(file.getFileSystem(conf).open(file), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        SourceShare source = SourceShare.parse(line);
        byRemoved.add(source);
        byShare.add(source);
        sources++;
      }
    }
  }

  /** Returns the sources, those that lose most documents first. */
  List<SourceShare> rows() {
    Set<SourceShare> chosen = new LinkedHashSet<>(byRemoved.list());
    chosen.addAll(byShare.list());
    return chosen.stream().sorted(BY_REMOVED).toList();
  }

  /** Returns how many there are, and which are shown. */
  String text(long wipedOut) {
    int shown = rows().size();
    return Quantity.of(sources, "source")
        + (wipedOut > 0
            ? ", of which " + Quantity.of(wipedOut, "loses", "lose") + " all documents"
            : "")
        + ". "
        + (shown < sources
            ? "Shown are the "
                + shown
                + " that lose most, by number or by share; all are in 5-clusters/"
                + ClusterDocuments.SOURCES
                + "."
            : "");
  }
}
