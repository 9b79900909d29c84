package io.neardup.hadoop.report;

import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.hadoop.table.Top;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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

  private SourceAccount() {}

  /** Returns sources of an output of stage 5, those that lose most documents first. */
  static List<SourceShare> read(Configuration conf, Path clusters) throws IOException {
    Top<SourceShare> byRemoved = new Top<>(MAX_SOURCES, BY_REMOVED);
    Top<SourceShare> byShare = new Top<>(MAX_SOURCES, BY_SHARE);
    try (BufferedReader in = Utf8Lines.read(conf, new Path(clusters, ClusterDocuments.SOURCES))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        SourceShare source = SourceShare.parse(line);
        byRemoved.add(source);
        byShare.add(source);
      }
    }
    return Stream.concat(byRemoved.list().stream(), byShare.list().stream())
        .distinct()
        .sorted(BY_REMOVED)
        .toList();
  }
}
