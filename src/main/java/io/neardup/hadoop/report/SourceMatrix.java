package io.neardup.hadoop.report;

import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.ClusteredSource;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * How some sources overlap.
 *
 * @param sources those with the most documents in clusters, at most {@value #MAX_SOURCES}
 * @param overlaps of these
 */
public record SourceMatrix(List<ClusteredSource> sources, List<SourceOverlap> overlaps) {

  static final int MAX_SOURCES = 10;

  /** Returns the matrix of an output of stage 5; null if no two sources overlap. */
  static SourceMatrix of(Configuration conf, Path clustered) throws IOException {
    List<SourceOverlap> all = ClusterStage.sourceOverlaps(conf, clustered);
    Set<String> named =
        all.stream()
            .filter(SourceOverlap::differ)
            .map(SourceOverlap::source)
            .collect(Collectors.toSet());
    List<ClusteredSource> sources =
        ClusteredSource.largest().read(conf, clustered).stream()
            .filter(source -> named.contains(source.name()))
            .limit(MAX_SOURCES)
            .toList();
    Set<String> shown = sources.stream().map(ClusteredSource::name).collect(Collectors.toSet());
    return sources.isEmpty()
        ? null
        : new SourceMatrix(
            sources,
            all.stream()
                .filter(one -> shown.contains(one.source()) && shown.contains(one.other()))
                .toList());
  }

  /** Returns the overlap of a source with another; null if there is none. */
  public SourceOverlap of(ClusteredSource row, ClusteredSource column) {
    return overlaps.stream()
        .filter(one -> one.source().equals(row.name()) && one.other().equals(column.name()))
        .findFirst()
        .orElse(null);
  }
}
