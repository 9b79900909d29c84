package io.neardup.hadoop.pipeline;

import io.neardup.config.BandingAdvice;
import io.neardup.config.Key;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.StopShingleList;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OrphanedJobs;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.stage0ingest.BatchTarget;
import io.neardup.hadoop.stage0ingest.IngestStage;
import io.neardup.hadoop.stage1shinglesort.ShingleSortStage;
import io.neardup.hadoop.stage2bandbucket.BandBucketStage;
import io.neardup.hadoop.stage3candidatelist.CandidateListStage;
import io.neardup.hadoop.stage4verify.VerifyStage;
import io.neardup.hadoop.stage5cluster.ClusterStage;
import io.neardup.hadoop.stage6dedup.DedupStage;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import io.neardup.lsh.BandingScheme;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Runs all stages into the folders of one output, {@code corpus/}, {@code 1-signatures/} … {@code
 * 6-dedup/}. The output carries {@code _pipeline.json} from the beginning, so that an interrupted
 * run can be resumed and its incomplete folders are recognized as neardup's.
 */
public final class Pipeline {

  /** Chooses bands and rows for a corpus, with the settings of a context. */
  public interface SchemeChoice {
    BandingScheme choose(StageContext context, Path corpus) throws IOException;
  }

  /** Stages whose outputs are made from what is stored, with the same bytes as from scratch. */
  public interface StoredStages {

    /** Stores nothing. */
    StoredStages NONE = (stage, context, output) -> Optional.empty();

    /**
     * Makes the output of a stage.
     *
     * @param output the folder of the pipeline's output; the earlier stages are complete
     * @return the metadata of the stage; empty if it must be run
     */
    Optional<StageMetadata> make(Stage stage, StageContext context, Path output) throws IOException;
  }

  private final Configuration conf;
  private final PrintStream progress;
  private final List<Path> inputs;
  private final Path output;
  private final boolean corpusIsInput;
  private SchemeChoice choice; // null to take bands and rows as they are set
  private final StoredStages stored;

  /**
   * @param conf the user's configuration, which is copied
   * @param progress where progress lines go
   * @param inputs files and folders of documents; or one corpus, which is read in place
   * @param output the folder to be made
   * @throws UsageException if the configuration is not valid, or not that of the collection, or if
   *     a collection is not the only input
   */
  public Pipeline(Configuration conf, PrintStream progress, List<Path> inputs, Path output)
      throws IOException {
    this(conf, progress, inputs, output, StoredStages.NONE);
  }

  /**
   * Makes a pipeline of which some stages are made from what is stored.
   *
   * @see #Pipeline(Configuration, PrintStream, List, Path)
   */
  public Pipeline(
      Configuration conf, PrintStream progress, List<Path> inputs, Path output, StoredStages stored)
      throws IOException {
    this.conf = new Configuration(conf);
    this.stored = stored;
    this.progress = progress;
    this.inputs = new ArrayList<>();
    for (Path input : inputs) {
      Path full = OutputPath.full(conf, input);
      Optional<CollectionPath> collection = CollectionPath.find(conf, full.toString());
      UsageException.require(
          collection.isEmpty() || inputs.size() == 1,
          "%s is a collection, which cannot be combined with other inputs; add them to it, or use"
              + " --against",
          full);
      // A collection by its generation, which stays what it is.
      this.inputs.add(collection.map(found -> new Path(found.toString())).orElse(full));
    }
    this.output = OutputPath.full(conf, output);
    this.corpusIsInput = inputs.size() == 1 && Corpus.isCorpus(conf, this.inputs.get(0));
    if (corpusIsInput) {
      CollectionSettings.inherit(this.conf, this.inputs.get(0));
    }
    HadoopSettings.of(this.conf); // refuses wrong keys before anything is done
  }

  /**
   * Lets bands and rows be chosen for the corpus, once it is there.
   *
   * @throws UsageException if one of them is set, or the input is a collection
   */
  public Pipeline choosing(SchemeChoice newChoice) throws IOException {
    UsageException.require(
        !corpusIsInput || CollectionPath.find(conf, inputs.get(0).toString()).isEmpty(),
        "--tune cannot be used with a collection, which has its bands and rows");
    Settings settings = HadoopSettings.of(conf);
    settings.requireJaccard("--tune");
    for (Key<?> key : List.of(Keys.BANDS, Keys.ROWS)) {
      UsageException.require(
          settings.explicit(key).isEmpty(), "%s is set; leave it out to let --tune choose it", key);
    }
    choice = newChoice;
    return this;
  }

  /**
   * What a run has made.
   *
   * @param stages the metadata of all stages
   * @param figures what {@code summary.json} holds
   * @param settings of the run: the user's, those of a collection that is read, and those that an
   *     interrupted run was given
   * @param batches the folders of the batches of the corpus
   * @param output the folder of the results
   */
  public record Finished(
      Map<Stage, StageMetadata> stages,
      SummaryFigures figures,
      Settings settings,
      List<Path> batches,
      Path output) {

    /** Prints the closing summary. */
    public void print(PrintStream out) {
      List<Stage> results =
          stages.containsKey(Stage.DEDUP)
              ? List.of(Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)
              : List.of(Stage.CANDIDATE_LIST);
      new SummaryPrinter(figures, batches, out)
          .print(results.stream().map(stage -> new Path(output, stage.folder())).toList());
    }
  }

  /** What to do with an output folder that exists. */
  public enum Existing {
    /** Leave it alone and stop. */
    REFUSE,
    /** Keep its complete stages and go on after them. */
    RESUME,
    /** Keep the complete stages that this run would make in the same way; make the others again. */
    RENEW,
    /** Replace it, if it is a pipeline's output. */
    OVERWRITE;

    boolean keeps() {
      return this == RESUME || this == RENEW;
    }
  }

  /**
   * Runs the stages that are not complete yet, and writes {@code summary.json}.
   *
   * @throws UsageException if the output is not neardup's, if {@code existing} does not allow it,
   *     or if another run is at work there
   */
  public Finished run(Existing existing) throws IOException {
    boolean canResume = stored == StoredStages.NONE;
    ExistingOutput.requireFit(conf, inputs, output, existing, canResume);
    StopShingleSearch.requireLists(conf);
    try (OwnedFolder folder = OwnedFolder.take(conf, output, OwnedFolder.PIPELINE, progress)) {
      // It may have changed while another run held the lock.
      ExistingOutput.requireFit(conf, inputs, output, existing, canResume);
      ExistingOutput before = new ExistingOutput(conf, progress, inputs, this::folder, existing);
      Map<Stage, StageMetadata> stages = run(existing.keeps(), before, folder);
      SummaryFigures figures =
          new FigureCounter(stages, HadoopSettings.of(conf))
              .figures(conf, new Results(conf, output));
      Results.SUMMARY.write(folder, figures);
      List<Path> batches =
          Corpus.batches(conf, folder(Stage.INGEST)).stream().map(Corpus.Batch::folder).toList();
      return new Finished(stages, figures, HadoopSettings.of(conf), batches, output);
    }
  }

  private Map<Stage, StageMetadata> run(boolean keeping, ExistingOutput before, OwnedFolder folder)
      throws IOException {
    boolean fresh = folder.isEmpty();
    boolean resuming = keeping && !fresh;
    if (keeping && fresh) { // cut off before it wrote anything
      progress.println(output + " is empty: all stages are run");
    }
    if (resuming) {
      before.inherit(
          output, choice == null ? Set.of() : Set.of(Keys.BANDS.name(), Keys.ROWS.name()));
    } else if (fresh) {
      writeMark(folder); // before the first stage, so that this run can be resumed
    }
    if (choice == null) {
      BandingAdvice.warning(HadoopSettings.of(conf))
          .ifPresent(warning -> progress.println("warning: " + warning));
    }
    List<Stage> stages = stages();
    Map<Stage, StageMetadata> done = new EnumMap<>(Stage.class);
    if (corpusIsInput) {
      StageContext context = before.contextOfCorpus();
      done.put(Stage.INGEST, Corpus.open(context, folder(Stage.INGEST)).metadata());
      context.requireApart(output);
      requireFields(done.get(Stage.INGEST));
      if (!resuming) {
        folder.clear();
        writeMark(folder);
      }
    }
    for (Stage stage : stages) {
      folder.requireHeld();
      String label =
          "[" + (stages.indexOf(stage) + 1) + "/" + stages.size() + "] " + stage.verb() + ":";
      if (stage == Stage.SHINGLE_SORT
          && StopShingleSearch.isUsual(HadoopSettings.of(conf), done.get(Stage.INGEST).columns())) {
        leaveOutStopShingles(label);
        if (!resuming) {
          writeMark(folder);
        }
      }
      if (resuming && before.keeps(stage, label, done)) {
        progress.println(label + " already complete");
        if (stage == Stage.INGEST) {
          requireFields(done.get(stage));
        }
        continue;
      }
      if (resuming && stage != Stage.INGEST) { // which makes room when it has succeeded
        List<Stage> all = List.of(Stage.values());
        folder.removeStages(all.subList(all.indexOf(stage), all.size()));
        writeMark(folder); // the complete stages agree with the keys of this run
        folder.delete(Results.SUMMARY.name());
        folder.delete(Results.AUDIT);
      }
      resuming = false;
      try {
        done.put(stage, runStage(stage, label, folder));
      } catch (IOException | RuntimeException e) {
        if (fresh && stage == Stage.INGEST) {
          folder.clear(); // there is nothing to resume
        }
        throw e;
      }
    }
    return done;
  }

  private List<Stage> stages() {
    List<Stage> stages = new ArrayList<>(List.of(Stage.values()));
    if (HadoopSettings.of(conf).get(Keys.VERIFY_MODE).equals("none")) {
      stages.remove(Stage.VERIFY);
      stages.remove(Stage.CLUSTER); // only of verified pairs
      stages.remove(Stage.DEDUP);
    }
    if (corpusIsInput) {
      stages.remove(Stage.INGEST);
    }
    return stages;
  }

  /** Refuses what the last stages would refuse, as soon as the format of the documents is known. */
  private void requireFields(StageMetadata corpus) {
    if (stages().contains(Stage.CLUSTER)) {
      ClusterStage.requireFields(HadoopSettings.of(conf), corpus);
    }
  }

  /** Returns the folder of a stage. */
  public Path folder(Stage stage) {
    return corpusIsInput && stage == Stage.INGEST
        ? inputs.get(0)
        : new Path(output, stage.folder());
  }

  private StageMetadata runStage(Stage stage, String label, OwnedFolder folder) throws IOException {
    Configuration marked = new Configuration(conf);
    OrphanedJobs.mark(marked, output);
    boolean needsList =
        stage != Stage.INGEST && StopShingleSearch.isNeeded(HadoopSettings.of(conf));
    if (needsList) {
      marked.set(Keys.STOP_LIST.name(), new Path(stopShingles(), StopShingleList.FILE).toString());
    }
    try (StageContext context = StageContext.ofPipeline(marked, progress, label, folder)) {
      if (stage == Stage.SHINGLE_SORT) { // the time of these is part of the stage's
        if (needsList) {
          makeStopList(new Configuration(marked), label, folder);
        }
        if (choice != null && conf.get(Keys.BANDS.name()) == null) {
          choose(context, folder);
        }
      }
      return stage == Stage.INGEST ? ingest(context, folder) : runStage(stage, context);
    }
  }

  /** Ingests the input. What is in the output stays until that has succeeded. */
  private StageMetadata ingest(StageContext context, OwnedFolder folder) throws IOException {
    OwnerMark.requireOnlyOurs(output.getFileSystem(conf), output, OwnedFolder.PIPELINE);
    Path corpus = folder(Stage.INGEST);
    IngestStage.run(
        context,
        inputs,
        BatchTarget.replacing(
            corpus,
            null,
            batch -> {
              requireFields(Corpus.of(conf, corpus, List.of(batch), Optional.empty()).metadata());
              folder.clearBut(Stage.INGEST.folder());
              writeMark(folder);
            }));
    StageContext reading =
        new StageContext(new Configuration(conf), progress, Stage.INGEST.verb() + ":", false);
    return Corpus.open(reading, corpus).metadata();
  }

  private Path stopShingles() {
    return new Path(output, StopShingleSearch.VERB);
  }

  private void makeStopList(Configuration marked, String label, OwnedFolder folder)
      throws IOException {
    try (StageContext context = StageContext.ofPipeline(marked, progress, label, folder)) {
      StopShingleSearch.run(context, folder(Stage.INGEST), stopShingles());
    }
  }

  /** Sets the usual share of documents. */
  private void leaveOutStopShingles(String label) {
    conf.setDouble(Keys.MAX_DOCUMENT_SHARE.name(), StopShingleSearch.USUAL_SHARE);
    progress.printf(
        Locale.ROOT,
        "%s passages that more than %.0f %% of the documents have are left out; %s=1 uses all%n",
        label,
        100 * StopShingleSearch.USUAL_SHARE,
        Keys.MAX_DOCUMENT_SHARE);
  }

  /** Chooses bands and rows, and records them for this run and one that resumes it. */
  private void choose(StageContext context, OwnedFolder folder) throws IOException {
    BandingScheme scheme = choice.choose(context.another(), folder(Stage.INGEST));
    for (Configuration keys : List.of(conf, context.conf())) {
      keys.setInt(Keys.BANDS.name(), scheme.bands());
      keys.setInt(Keys.ROWS.name(), scheme.rows());
    }
    writeMark(folder);
  }

  private StageMetadata runStage(Stage stage, StageContext context) throws IOException {
    Path target = folder(stage);
    Optional<StageMetadata> made = stored.make(stage, context, output);
    if (made.isPresent()) {
      return made.get();
    }
    return switch (stage) {
      case INGEST -> throw new IllegalArgumentException(stage.verb());
      case SHINGLE_SORT -> ShingleSortStage.run(context, folder(Stage.INGEST), target);
      case BAND_BUCKET ->
          BandBucketStage.run(
              context, Optional.of(folder(Stage.INGEST)), folder(Stage.SHINGLE_SORT), target);
      case CANDIDATE_LIST -> CandidateListStage.run(context, folder(Stage.BAND_BUCKET), target);
      case VERIFY ->
          VerifyStage.run(
              context,
              folder(Stage.INGEST),
              folder(Stage.SHINGLE_SORT),
              folder(Stage.CANDIDATE_LIST),
              target);
      case CLUSTER -> ClusterStage.run(context, folder(Stage.INGEST), folder(Stage.VERIFY), target);
      case DEDUP -> DedupStage.run(context, folder(Stage.INGEST), folder(Stage.CLUSTER), target);
    };
  }

  /** Records inputs and keys for a later run that resumes this one. */
  private void writeMark(OwnedFolder folder) throws IOException {
    Map<String, String> configuration = HadoopSettings.of(conf).explicit();
    Results.MARK.write(
        folder, new Results.Mark(StageMetadata.version(), inputs.toString(), configuration));
  }
}
