package io.neardup.hadoop.stage5cluster;

import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.Facts;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.stage5cluster.components.Components;
import io.neardup.hadoop.stage5cluster.components.VerifiedPairs;
import io.neardup.hadoop.stage5cluster.keep.DecisionWriter;
import io.neardup.hadoop.stage5cluster.keep.KeptDocuments;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.ClusterWarnings;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Runs stage 5, which turns verified pairs into clusters: finds the components, chooses the
 * documents to keep, decides for each other column which one is kept in its place, and writes the
 * clusters with the ids of their documents.
 */
public final class ClusterStage {

  private final StageContext context;
  private final Corpus corpus;
  private final VerifiedPairs pairs;
  private final StageMetadata verified;

  private ClusterStage(StageContext context, Corpus corpus, Path pairs, StageMetadata verified)
      throws IOException {
    this.context = context;
    this.verified = verified;
    this.corpus = corpus;
    this.pairs = VerifiedPairs.of(new StageFolder(context.conf(), pairs).path(), verified);
    for (Path files : List.of(this.pairs.columns(), this.pairs.forests())) {
      if (files.getFileSystem(context.conf()).globStatus(files).length == 0) {
        throw new UsageException(
            "%s lacks its files %s; run verify again",
            this.pairs.folder(), files.getName().replace('*', '…'));
      }
    }
    requireFields(context.settings(), corpus.metadata());
  }

  /** Makes the clusters of a corpus from its verified pairs and returns their metadata. */
  public static StageMetadata run(StageContext context, Path corpus, Path pairs, Path output)
      throws IOException {
    StageMetadata verified = context.inherit(pairs, Stage.VERIFY);
    return new ClusterStage(context, Corpus.open(context, corpus, pairs, verified), pairs, verified)
        .cluster(output);
  }

  /** Makes the clusters of a corpus from its verified pairs and returns their metadata. */
  public static StageMetadata run(StageContext context, Corpus corpus, Path pairs, Path output)
      throws IOException {
    StageMetadata verified = context.inherit(pairs, Stage.VERIFY);
    return new ClusterStage(context, corpus, pairs, verified).cluster(output);
  }

  /**
   * Makes sure that the documents of a corpus can have what the settings ask of them.
   *
   * @throws UsageException if they have no fields, or no files, that could
   */
  public static void requireFields(Settings settings, StageMetadata corpus) {
    for (SourceFormat format : Corpus.formats(corpus)) {
      for (Key<String> key : List.of(Keys.PRIORITY_FIELD, Keys.SOURCE_FIELD)) {
        RequestedField.requireFields(format, key, settings);
      }
      if (!settings.get(Keys.PRIORITY_PREFIXES).isEmpty() && format == SourceFormat.SETS) {
        throw new UsageException(Keys.PRIORITY_PREFIXES + ": sets have no file names");
      }
      if (!settings.get(Keys.SOURCE_ORDER).isEmpty() && format == SourceFormat.SETS) {
        throw new UsageException(Keys.SOURCE_ORDER + ": sets have no sources");
      }
    }
  }

  private StageMetadata cluster(Path outputPath) throws IOException {
    KeptDocuments documents = new KeptDocuments(context, corpus, pairs, Optional.empty());
    OwnedFolder output = context.newOutput(outputPath, Stage.CLUSTER);
    Path components = output.work("components");
    Components.find(context, pairs, corpus.columns(), components);
    documents.decide(components, output.work("documents"), output.result());
    OptionalInt least =
        new ClusterDocuments(context, corpus, false, output.result()).write(pairs.folder());
    long inLargest = ClusterWarnings.print(context, output.result(), !corpus.isPartial());
    if (!corpus.isPartial()) {
      ClusterWarnings.ofPreferences(context, corpus, output.result());
    }
    return context.complete(
        output,
        Stage.CLUSTER,
        corpus.identity(),
        facts(least).with(Fact.LARGEST_CLUSTER, inLargest),
        Quantity.format(
            "%s of %s, %,d to be removed, the largest cluster of %,d",
            Quantity.of(context.count(ClusterCounters.CLUSTERS), "cluster"),
            Quantity.of(context.count(ClusterCounters.DOCUMENTS), "document"),
            context.count(ClusterCounters.REMOVED),
            inLargest));
  }

  private Facts facts(OptionalInt least) {
    Facts facts = Facts.of(verified);
    LineBuilder decimal = new LineBuilder();
    least.ifPresent(
        number ->
            facts.with(
                Fact.LEAST_SIMILARITY, decimal.appendMillionths(number).toText().toString()));
    return facts;
  }

  /**
   * Returns the removals of an output whose documents are least similar to the kept ones that they
   * make a pair with, the least similar first, at most {@value Removal#MAX_LEAST_SIMILAR}.
   */
  public static List<Removal> leastSimilar(Configuration conf, Path output) throws IOException {
    return lines(conf, output, ClusterDocuments.LEAST_SIMILAR).stream()
        .map(Removal::parse)
        .toList();
  }

  /**
   * Returns the folder of an output's part files {@code column<TAB>kept cluster}: of every column
   * in a pair, by column, the one that is kept for it and the smallest of its cluster.
   */
  public static Path decisions(Path clusters) {
    return new Path(clusters, DecisionWriter.COLUMNS_FOLDER);
  }

  /**
   * Returns the lines of {@code sizes.tsv} of an output, {@code
   * from<TAB>to<TAB>clusters<TAB>documents}, from small to large.
   */
  public static List<String> sizes(Configuration conf, Path output) throws IOException {
    return lines(conf, output, ClusterDocuments.SIZES);
  }

  /**
   * Returns how the sources of an output overlap, by the bytes of both names: of the sources with
   * the most documents in clusters.
   */
  public static List<SourceOverlap> sourceOverlaps(Configuration conf, Path output)
      throws IOException {
    return lines(conf, output, ClusterDocuments.SOURCE_OVERLAPS).stream()
        .map(SourceOverlap::parse)
        .toList();
  }

  private static List<String> lines(Configuration conf, Path output, String name)
      throws IOException {
    List<String> lines = new ArrayList<>();
    Utf8Lines.forEach(conf, new Path(output, name), lines::add);
    return lines;
  }
}
