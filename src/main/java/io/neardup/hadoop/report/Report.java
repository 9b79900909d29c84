package io.neardup.hadoop.report;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.pipeline.Results;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.report.Page.PairList;
import io.neardup.hadoop.stage2bandbucket.LargeBucket;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage4verify.compare.SampledPair;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage5cluster.removal.ClusterDocuments;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import io.neardup.hadoop.table.Top;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Writes {@code report.html} about the results of a pipeline. */
public final class Report {

  /** How many sources are chosen by the number and by the share of their removed documents. */
  private static final int MAX_SOURCES = 100;

  private final Configuration conf;
  private final Results results;
  private final SummaryFigures figures;
  private final Settings settings; // of the last stage
  private final List<Corpus.Batch> batches; // that the results were made from
  private final DocumentTexts texts = new DocumentTexts();
  private final CopyPermission permission = new CopyPermission(); // of copies of what is read

  private Report(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    results = new Results(conf, folder);
    figures = results.figures();
    StageMetadata last = null;
    for (String verb : figures.stages()) {
      Stage stage = Stage.ofVerb(verb);
      if (stage != Stage.INGEST) {
        last = results.open(stage);
        StageFolder.requireVersions(results.of(stage), last);
      }
    }
    settings = Settings.read(last.configuration().entrySet());
    List<Corpus.Batch> all = Corpus.batches(conf, results.corpus());
    long used = results.stages().get(Stage.SHINGLE_SORT).number(Fact.BATCHES);
    batches = all.subList(0, (int) Math.min(all.size(), used));
  }

  /**
   * Writes the report into the folder of the results, in place of an earlier one.
   *
   * @param progress where it is said which jobs of an interrupted run are ended
   * @return the file
   * @throws UsageException if the folder is not the output of a pipeline, or not complete, or holds
   *     a file of that name that is not a report
   */
  public static Path write(Configuration conf, Path results, PrintStream progress)
      throws IOException {
    FileSystem fs = results.getFileSystem(conf);
    Path folder = OutputPath.full(conf, results);
    new Results(conf, folder).requireExisting();
    OwnerMark.requireFree(fs, folder, OwnedFolder.PIPELINE, true);
    Report report = new Report(conf, folder); // before anything is written
    try (OwnedFolder taken =
        OwnedFolder.take(
            conf, folder, OwnedFolder.PIPELINE, OwnedFolder.PIPELINE, progress, true)) {
      return ReportFile.write(fs, taken, report.page(), report.permission);
    }
  }

  private Page page() throws IOException {
    boolean isVerified = results.stages().containsKey(Stage.CLUSTER);
    Path verified = results.of(Stage.VERIFY);
    Path clustered = results.of(Stage.CLUSTER);
    List<PairList> lists = isVerified ? pairLists(verified, clustered) : List.of();
    List<LargeBucket> buckets =
        LargeBucket.read(conf, results.of(Stage.BAND_BUCKET), LargeBucketExamples.MAX_BUCKETS);
    lists.forEach(list -> list.pairs().forEach(texts::want));
    buckets.forEach(bucket -> bucket.headColumns().forEach(texts::want));
    texts.read(conf, batches, permission);
    return new Page(
        Heading.of(conf, results, batches, settings),
        figures,
        results.stages(),
        settings.changed(),
        settings.get(Keys.MAX_BUCKET_COLUMNS),
        isVerified ? sources(clustered) : List.of(),
        isVerified ? SourceMatrix.of(conf, clustered) : null,
        lists,
        texts,
        isVerified ? new ClusterExamples(conf, verified, clustered) : null,
        isVerified ? Histogram.of(VerifyStage.similarities(conf, verified), settings) : null,
        AuditFigures.FILE.read(conf, results.folder()).orElse(null),
        LargeBucketExamples.of(buckets, settings.isOfContainment(), texts),
        LeftOutPassages.of(conf, settings, results.corpus(), batches, permission),
        results.folder().toString(),
        results.corpus().toString());
  }

  /** Returns pairs around the threshold, then removals; no list is empty. */
  private List<PairList> pairLists(Path verified, Path clustered) throws IOException {
    List<ExamplePair> weakest =
        ClusterStage.leastSimilar(conf, clustered).stream()
            .limit(ExamplePair.MAX)
            .map(ExamplePair::of)
            .toList();
    return Stream.of(
            new PairList(
                "above",
                "Just above the threshold",
                "The least similar of the pairs kept. If these do not look like duplicates,"
                    + " raise "
                    + Keys.THRESHOLD
                    + ".",
                ExamplePair.choose(SampledPair.justAbove().read(conf, verified))),
            new PairList(
                "below",
                "Just below the threshold",
                "The most similar of the pairs compared and not kept. If these look like"
                    + " duplicates, lower "
                    + Keys.THRESHOLD
                    + ".",
                ExamplePair.choose(SampledPair.justBelow().read(conf, verified))),
            new PairList(
                "weakest",
                "The least certain removals",
                "Removed documents that are least similar to the document kept in their place,"
                    + " of those that make a pair with it.",
                weakest),
            new PairList(
                "removals",
                "A sample of removals",
                "Removed documents and those kept in their place, spread evenly over"
                    + " removed-by.tsv.",
                ExamplePair.ofRemovals(conf, clustered)))
        .filter(list -> !list.pairs().isEmpty())
        .toList();
  }

  /** Returns the sources that lose most documents, or the greatest share, the former first. */
  private List<SourceShare> sources(Path clusters) throws IOException {
    Comparator<SourceShare> byShare = Comparator.comparingDouble(SourceShare::share).reversed();
    Comparator<SourceShare> byRemoved =
        Comparator.comparingLong(SourceShare::removed)
            .reversed()
            .thenComparing(byShare)
            .thenComparing(SourceShare::name);
    Top<SourceShare> mostRemoved = new Top<>(MAX_SOURCES, byRemoved);
    Top<SourceShare> greatestShare = new Top<>(MAX_SOURCES, byShare.thenComparing(byRemoved));
    Utf8Lines.forEach(
        conf,
        new Path(clusters, ClusterDocuments.SOURCES),
        line -> {
          SourceShare source = SourceShare.parse(line);
          mostRemoved.add(source);
          greatestShare.add(source);
        });
    return Stream.concat(mostRemoved.list().stream(), greatestShare.list().stream())
        .distinct()
        .sorted(byRemoved)
        .toList();
  }
}
