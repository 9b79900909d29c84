package io.neardup.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.BandingAdvice;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.gate.Gates;
import io.neardup.hadoop.audit.Audit;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.audit.PairAudit;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.add.Addition;
import io.neardup.hadoop.collection.add.Comparison;
import io.neardup.hadoop.collection.drop.Compaction;
import io.neardup.hadoop.collection.drop.Drop;
import io.neardup.hadoop.collection.list.CollectionExport;
import io.neardup.hadoop.collection.list.CollectionListing;
import io.neardup.hadoop.collection.lookup.Lookup;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.explain.AnchorTuning;
import io.neardup.hadoop.explain.Explanation;
import io.neardup.hadoop.explain.Tuning;
import io.neardup.hadoop.export.Export;
import io.neardup.hadoop.export.TableFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.report.Report;
import io.neardup.hadoop.stage0ingest.BatchTarget;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * The verbs of the command line as calls. Each returns what the verb prints or writes, as figures;
 * most results also print themselves as the verb does. {@code keys} is {@link
 * io.neardup.config.Keys}, {@code s-curve} {@link io.neardup.lsh.BandingScheme}. {@code neardup.*}
 * keys are those of the configuration. Paths may be of any file system. Jobs run on the cluster of
 * the configuration, or in this process if it names none.
 *
 * <p>Every call throws {@link UsageException} where the exit status of the verb is 2: a key, an
 * argument or an input is wrong, or another process is writing the output. It throws an IOException
 * where it is 1. After an exception, no output looks complete. Nothing is printed, and the process
 * does not exit.
 *
 * <p>Safe for use by several threads, for different outputs. The default locale of the process must
 * have the digits 0 to 9: Hadoop uses it in names of files.
 */
public final class Neardup {

  private final Configuration shared; // not changed
  private final PrintStream progress;

  /**
   * Uses a configuration, without progress.
   *
   * @param conf the caller's, which is copied
   * @throws UsageException if a key is unknown or has a value that it does not allow
   */
  public Neardup(Configuration conf) throws IOException {
    this(conf, line -> {});
  }

  /**
   * Uses a configuration.
   *
   * @param conf the caller's, which is copied
   * @param progress receives each line that a verb prints on standard error, warnings among them
   * @throws UsageException if a key is unknown or has a value that it does not allow
   */
  public Neardup(Configuration conf, Consumer<String> progress) throws IOException {
    shared = Job.getInstance(conf).getConfiguration(); // with the defaults of MapReduce
    this.progress = new PrintStream(new LineListener(progress), true, UTF_8);
    HadoopSettings.of(shared);
    EmbeddedDefaults.apply(shared);
  }

  /** Runs all stages: {@code pipeline}. Writes no report; {@link #report} does. */
  public Pipeline.Finished pipeline(List<Path> inputs, Path output, Pipeline.Existing existing)
      throws IOException {
    return new Pipeline(conf(), progress, required(inputs), output).run(existing);
  }

  /**
   * Runs all stages with bands and rows that are chosen for the corpus: {@code pipeline --tune}.
   *
   * @param recall of pairs at the threshold, above 0, below 1
   */
  public Pipeline.Finished pipeline(
      List<Path> inputs, Path output, Pipeline.Existing existing, double recall)
      throws IOException {
    // Before the corpus is made; the tuning itself needs it.
    UsageException.require(
        recall > 0 && recall < 1, "--tune must be above 0 and below 1: %s", recall);
    Pipeline.SchemeChoice choice =
        (context, corpus) -> {
          Tuning tuning =
              Tuning.of(context, corpus, recall, Tuning.SAMPLE_BYTES, Explanation.SAMPLE_DOCUMENTS);
          tuning.print(progress);
          return tuning.best();
        };
    return new Pipeline(conf(), progress, required(inputs), output).choosing(choice).run(existing);
  }

  /**
   * Compares an input with a collection: {@code pipeline --against}.
   *
   * @param collection {@code COLLECTION} or {@code COLLECTION@GENERATION}
   * @param overwrite whether an output of a pipeline may be replaced
   */
  public Comparison.Result against(
      String collection, List<Path> inputs, Path output, boolean overwrite) throws IOException {
    return Comparison.run(conf(), progress, collection, required(inputs), output, overwrite);
  }

  /**
   * Adds files to a corpus, as a new batch: {@code ingest}.
   *
   * @param batch the name of the batch; null for its number
   * @return what was counted
   */
  public StageMetadata ingest(List<Path> inputs, Path corpus, String batch) throws IOException {
    StageContext context = context(Stage.INGEST.verb(), false);
    return IngestStage.run(context, required(inputs), BatchTarget.of(corpus, batch)).metadata();
  }

  /**
   * Runs one stage.
   *
   * @param stage 1 to 6
   * @param overwrite whether an output of that stage may be replaced
   * @param paths those that the verb of the stage takes, in that order: the inputs, then the
   *     output; for band-bucket, the corpus may be first, which containment needs
   * @return what was counted
   */
  public StageMetadata stage(Stage stage, boolean overwrite, Path... paths) throws IOException {
    UsageException.require(stage != Stage.INGEST, "call ingest for the stage ingest");
    int needed =
        switch (stage) {
          case SHINGLE_SORT, CANDIDATE_LIST -> 2;
          case BAND_BUCKET -> paths.length == 3 ? 3 : 2;
          case VERIFY -> 4;
          default -> 3;
        };
    UsageException.require(
        paths.length == needed, "%s takes %d paths, not %d", stage.verb(), needed, paths.length);
    try (StageContext context = context(stage.verb(), overwrite)) {
      return switch (stage) {
        case SHINGLE_SORT -> ShingleSortStage.run(context, paths[0], paths[1]);
        case BAND_BUCKET -> {
          int given = paths.length - 2; // corpora
          Optional<Path> corpus = given > 0 ? Optional.of(paths[0]) : Optional.empty();
          yield BandBucketStage.run(context, corpus, paths[given], paths[given + 1]);
        }
        case CANDIDATE_LIST -> CandidateListStage.run(context, paths[0], paths[1]);
        case VERIFY -> verify(context, paths);
        case CLUSTER -> ClusterStage.run(context, paths[0], paths[1], paths[2]);
        default -> DedupStage.run(context, paths[0], paths[1], paths[2]);
      };
    }
  }

  private static StageMetadata verify(StageContext context, Path... paths) throws IOException {
    StageMetadata metadata = VerifyStage.run(context, paths[0], paths[1], paths[2], paths[3]);
    // Now the configuration has the bands and rows from the signatures.
    BandingAdvice.warning(context.settings())
        .ifPresent(warning -> context.progress("warning: " + warning));
    return metadata;
  }

  /**
   * Divides a corpus by its clusters, with fields that say so: {@code dedup --annotate}.
   *
   * @param overwrite whether an output of that stage may be replaced
   * @return what was counted
   */
  public StageMetadata annotate(Path corpus, Path clusters, Path output, boolean overwrite)
      throws IOException {
    try (StageContext context = context(Stage.DEDUP.verb(), overwrite)) {
      return DedupStage.annotate(context, corpus, clusters, output);
    }
  }

  /**
   * Lists shingles that many documents have: {@code stop-shingles}.
   *
   * @param overwrite whether an earlier list may be replaced
   */
  public void stopShingles(Path corpus, Path output, boolean overwrite) throws IOException {
    try (StageContext context = context(StopShingleSearch.VERB, overwrite)) {
      StopShingleSearch.run(context, corpus, output);
    }
  }

  /** Returns the batches of a corpus: {@code corpus list}. */
  public List<Corpus.Batch> batches(Path corpus) throws IOException {
    Configuration conf = conf();
    Path full = OutputPath.full(conf, corpus);
    UsageException.require(full.getFileSystem(conf).exists(full), "%s does not exist", full);
    if (!Corpus.isCorpus(conf, full)) {
      throw Corpus.noCorpus(conf, full);
    }
    return Corpus.batches(conf, full);
  }

  /**
   * Reads a batch of a corpus again and checks it: {@code corpus verify}.
   *
   * @param problems takes the first few
   * @return how many problems there are
   */
  public long verify(Corpus.Batch batch, Consumer<String> problems) throws IOException {
    return CorpusReader.verify(conf(), batch, problems);
  }

  /**
   * Predicts the cost of a pipeline over a corpus, or of the next batch of a collection: {@code
   * explain}.
   *
   * @param documents how many documents there are to be, like those of the corpus; 0 for as many
   * @param added how many are added to a collection; 0 for a pipeline over all documents
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   */
  public Explanation explain(
      Path corpus, double documents, double added, long sampleBytes, long sampleDocuments)
      throws IOException {
    UsageException.require(
        documents >= 0 && added >= 0, "%s and %s must be 0 or more", documents, added);
    requireSample(sampleBytes, sampleDocuments);
    if (added > 0) {
      CollectionPath.of(conf(), corpus.toString());
    }
    StageContext context = context("explain", false);
    return Explanation.of(context, corpus, documents, added, sampleBytes, sampleDocuments);
  }

  /**
   * Compares numbers of bands and rows for a corpus, for the threshold of the configuration: {@code
   * tune}.
   *
   * @param recall of pairs at the threshold, above 0, below 1
   * @param sampleBytes how much is read, at least 1
   * @param sampleDocuments how many documents are chosen at most, at least 1
   */
  public Tuning tune(Path corpus, double recall, long sampleBytes, long sampleDocuments)
      throws IOException {
    requireSample(sampleBytes, sampleDocuments);
    StageContext context = context("tune", false);
    context.settings().requireJaccard("a choice of bands and rows");
    return Tuning.of(context, corpus, recall, sampleBytes, sampleDocuments);
  }

  /** Compares values of {@code neardup.candidate.min-shingles} as {@link #tune} does bands. */
  public AnchorTuning tuneContainment(
      Path corpus, double recall, long sampleBytes, long sampleDocuments) throws IOException {
    requireSample(sampleBytes, sampleDocuments);
    return AnchorTuning.of(context("tune", false), corpus, recall, sampleBytes, sampleDocuments);
  }

  /**
   * Adds a batch to a collection, which is made if it does not exist: {@code add}.
   *
   * @param batch the name of the batch; null for its number
   * @param conditions as for {@code --fail-if}. If one is true, {@code crossed} of the figures
   *     names it, and nothing is published
   */
  public Addition.Result add(
      List<Path> inputs, Path collection, String batch, List<String> conditions)
      throws IOException {
    Gates gates = Gates.of(conditions, AdditionFigures.names());
    return Addition.run(conf(), progress, required(inputs), collection, batch, gates);
  }

  /**
   * Continues an addition that was interrupted, or that crossed a condition: {@code add --resume}.
   *
   * @param inputs as they were then, or none
   * @param batch as it was then, or null
   * @param conditions if there are none, those that the addition began with
   * @param accepting whether to publish even if a condition is true: {@code --accept}
   */
  public Addition.Result resumeAdd(
      List<Path> inputs, Path collection, String batch, List<String> conditions, boolean accepting)
      throws IOException {
    Gates gates = Gates.of(conditions, AdditionFigures.names());
    return Addition.resume(conf(), progress, inputs, collection, batch, gates, accepting);
  }

  /** Returns the generations of a collection, with their batches and counts: {@code list}. */
  public List<Generation> list(Path collection) throws IOException {
    Configuration conf = conf();
    return CollectionListing.generations(conf, CollectionPath.of(conf, collection.toString()));
  }

  /** Drops a batch from a collection: {@code drop --batch}. */
  public Drop.Result drop(Path collection, String batch) throws IOException {
    return Drop.batch(conf(), progress, collection, batch);
  }

  /** Drops the documents whose ids are in a file, one a line: {@code drop --ids}. */
  public Drop.Result dropIds(Path collection, Path ids) throws IOException {
    return Drop.ids(conf(), progress, collection, ids);
  }

  /**
   * Merges the index of a collection: {@code compact}.
   *
   * @param expired generations before this are deleted, except the newest two; null for none
   */
  public Compaction compact(Path collection, Instant expired) throws IOException {
    return Compaction.run(conf(), progress, collection, Optional.ofNullable(expired));
  }

  /**
   * Looks documents up in a collection, without a job: {@code lookup}.
   *
   * @param collection {@code COLLECTION} or {@code COLLECTION@GENERATION}
   * @param answers takes the answer for each document, in the order of the files
   * @param setAside takes the file of each record that is no document, and the record, which is
   *     valid during the call
   */
  public void lookup(
      String collection,
      List<Path> files,
      Consumer<Lookup.Answer> answers,
      BiConsumer<String, SourceRecord> setAside)
      throws IOException {
    Lookup.run(conf(), progress, collection, required(files), answers::accept, setAside);
  }

  /**
   * Compares two documents of results: {@code compare}. {@link Similarity} compares texts.
   *
   * @param results the output of a pipeline, with verified pairs
   * @param a the id of a document
   * @param b the id of another one
   * @param columns whether these are columns of the corpus, not ids
   */
  public PairAudit.Found compare(Path results, String a, String b, boolean columns)
      throws IOException {
    return PairAudit.of(conf(), progress, results, a, b, columns);
  }

  /**
   * Measures what a pipeline missed, and checks its results: {@code audit}.
   *
   * @param documents how many documents to sample, 1 to 2³¹ − 1
   * @param seed decides which
   * @param maxComparisons the sample is halved until fewer comparisons are predicted
   */
  public AuditFigures audit(Path results, long documents, long seed, long maxComparisons)
      throws IOException {
    UsageException.require(
        documents > 0 && documents <= Integer.MAX_VALUE,
        "%s documents cannot be sampled; the number must be 1 to %s",
        documents,
        Integer.MAX_VALUE);
    return Audit.run(conf(), progress, results, documents, seed, maxComparisons);
  }

  /** Writes {@code report.html} into results: {@code report}. Returns the file. */
  public Path report(Path results) throws IOException {
    return Report.write(conf(), results, progress);
  }

  /**
   * Writes the results of a collection, as a pipeline does: {@code export COLLECTION}.
   *
   * @param collection {@code COLLECTION} or {@code COLLECTION@GENERATION}
   */
  public Pipeline.Finished export(String collection, Path output, Pipeline.Existing existing)
      throws IOException {
    return CollectionExport.of(conf(), progress, collection, output).run(existing);
  }

  /**
   * Writes pairs, clusters and removals as tables: {@code export --format}.
   *
   * @param format {@code parquet}, {@code csv} or {@code tsv}
   * @param overwrite whether tables that neardup wrote may be replaced
   */
  public void tables(Path results, String format, Path output, boolean overwrite)
      throws IOException {
    try (StageContext context = context(Export.VERB, overwrite)) {
      Export.write(context, TableFormat.named(format), results, output);
    }
  }

  private static List<Path> required(List<Path> inputs) {
    UsageException.require(!inputs.isEmpty(), "there is no input");
    return inputs;
  }

  private static void requireSample(long bytes, long documents) {
    UsageException.require(
        bytes > 0 && documents > 0, "the bytes and documents of a sample must be 1 or more");
  }

  /** Returns the configuration of one call, which may change it. */
  private Configuration conf() {
    return new Configuration(shared);
  }

  private StageContext context(String verb, boolean overwrite) throws IOException {
    return new StageContext(conf(), progress, verb + ":", overwrite);
  }
}
