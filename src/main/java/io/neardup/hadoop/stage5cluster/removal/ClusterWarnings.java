package io.neardup.hadoop.stage5cluster.removal;

import static java.util.stream.Collectors.joining;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.text.Printable;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Warns of large clusters, of documents removed by chains, of sources that lose many documents, and
 * of preferences that match none.
 */
public final class ClusterWarnings {

  /** Large clusters that are named. */
  private static final int MAX_CLUSTERS = 10;

  /** Sources that are named as those that lose most, but not all. */
  private static final int MAX_SOURCES = 3;

  private ClusterWarnings() {}

  /**
   * Prints the warnings as progress lines: the largest of the clusters over {@code
   * neardup.cluster.max-documents}, removals by chains, the sources of which nothing is left, and a
   * few others that lose most.
   *
   * @param output of the stage, with the notes of its tasks
   * @param sources whether the documents of the sources were all counted
   * @return the number of documents in the largest cluster, 0 if there is none
   */
  public static long print(StageContext context, Path output, boolean sources) throws IOException {
    List<NotedCluster> largest = NotedCluster.largest().read(context.conf(), output);
    ofLargeClusters(context, largest.subList(0, Math.min(MAX_CLUSTERS, largest.size())));
    long chains = context.count(ClusterCounters.REMOVED_BY_LINK);
    ofChains(chains, context.settings()).ifPresent(text -> context.progress("warning: " + text));
    if (sources) {
      ofSources(context, SourceShare.worst().read(context.conf(), output));
    }
    return largest.isEmpty() ? 0 : largest.get(0).documents();
  }

  /**
   * Warns of the sources and prefixes of files that the settings prefer and that no document, or no
   * file, has.
   *
   * @param output of the stage, of a whole corpus
   */
  public static void ofPreferences(StageContext context, Corpus corpus, Path output)
      throws IOException {
    Set<String> sources = names(context, Keys.SOURCE_ORDER);
    if (!sources.isEmpty()) {
      Utf8Lines.forEach(
          context.conf(),
          new Path(output, ClusterDocuments.SOURCES),
          line -> sources.remove(SourceShare.parse(line).name()));
    }
    warn(context, Keys.SOURCE_ORDER, "document has the source", sources);
    Set<String> prefixes = names(context, Keys.PRIORITY_PREFIXES);
    for (Corpus.Batch batch : prefixes.isEmpty() ? List.<Corpus.Batch>of() : corpus.batches()) {
      CorpusManifest.forEach(
          context.conf(),
          batch.manifest(),
          range -> {
            if (!prefixes.isEmpty()) { // a path takes long to make
              String file = SourceReader.path(batch.folder(), range).toString();
              prefixes.removeIf(prefix -> KeepPolicy.hasPrefix(prefix, range.name(), file));
            }
          });
    }
    warn(context, Keys.PRIORITY_PREFIXES, "file has the prefix", prefixes);
  }

  private static Set<String> names(StageContext context, Key<String> key) {
    Set<String> names = new LinkedHashSet<>(Keys.parts(context.settings().get(key)));
    names.remove(""); // of an empty list
    return names;
  }

  private static void warn(StageContext context, Key<?> key, String what, Set<String> missing) {
    if (!missing.isEmpty()) {
      String names = missing.stream().map(Printable::of).collect(joining(" or "));
      context.progress("warning: %s: no %s %s", key, what, names);
    }
  }

  /** Returns the warning of clusters that have more documents than {@code max}. */
  public static String ofLargeClusters(long clusters, long max) {
    return Quantity.format(
        "%s of more than %s=%d documents",
        Quantity.of(clusters, "cluster"), Keys.MAX_CLUSTER_DOCUMENTS, max);
  }

  /** Returns the warning of documents that are removed by chains, if they may be unlike. */
  public static Optional<String> ofChains(long documents, Settings settings) {
    if (documents == 0 || settings.get(Keys.LINKING).equals("direct")) {
      return Optional.empty();
    }
    return Optional.of(
        Quantity.format(
            "%s no pair with the document kept in %s place, and may be less similar to it than %s;"
                + " %s=direct removes none of those",
            Quantity.of(documents, "removed document makes", "removed documents make"),
            documents == 1 ? "its" : "their",
            settings.get(Keys.THRESHOLD),
            Keys.LINKING));
  }

  /** Returns the warning of a source all of whose documents are removed. */
  public static String ofNothingLeft(SourceShare source) {
    return Quantity.format(
        "nothing is left of source %s (%s)",
        Printable.of(source.name()), Quantity.of(source.documents(), "document"));
  }

  private static void ofLargeClusters(StageContext context, List<NotedCluster> largest) {
    long max = context.settings().get(Keys.MAX_CLUSTER_DOCUMENTS);
    long large = context.count(ClusterCounters.LARGE_CLUSTERS);
    if (large == 0) {
      return;
    }
    context.progress("warning: " + ofLargeClusters(large, max));
    for (NotedCluster cluster : largest) {
      if (cluster.documents() > max) {
        String documents = Quantity.of(cluster.documents(), "document");
        context.progress("  " + documents + " in " + cluster.members().get(0).id());
      }
    }
    if (large > largest.size()) {
      context.progress("  and others");
    }
  }

  private static void ofSources(StageContext context, List<SourceShare> worst) {
    List<SourceShare> wipedOut = worst.stream().filter(SourceShare::isWipedOut).toList();
    for (SourceShare source : wipedOut) {
      context.progress("warning: " + ofNothingLeft(source));
    }
    if (context.count(ClusterCounters.SOURCES_WIPED_OUT) > wipedOut.size()) {
      context.progress("  and others");
    }
    if (context.count(ClusterCounters.SOURCES) > 1) {
      worst.stream()
          .filter(source -> !source.isWipedOut())
          .limit(MAX_SOURCES)
          .forEach(source -> context.progress("loses most: " + source.inWords()));
    }
  }
}
