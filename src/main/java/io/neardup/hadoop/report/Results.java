package io.neardup.hadoop.report;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.pipeline.SummaryFile;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The results of a pipeline: its folders, metadata and figures. */
final class Results {

  private final Configuration conf;
  private final Path folder;
  private final Path corpus;
  private final SummaryFigures figures;
  private final Map<Stage, StageMetadata> stages = new EnumMap<>(Stage.class);

  /**
   * Opens the results in a folder.
   *
   * @throws io.neardup.config.UsageException if they are not complete, or of another version
   */
  Results(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    this.folder = folder;
    this.figures = SummaryFile.read(conf, folder);
    for (Stage stage : Stage.values()) {
      if (stage != Stage.INGEST && figures.stages().contains(stage.verb())) {
        StageMetadata metadata = new StageFolder(conf, of(stage)).require(stage);
        StageFolder.requireVersions(of(stage), metadata);
        stages.put(stage, metadata);
      }
    }
    this.corpus = Pipeline.corpus(conf, folder);
  }

  Configuration conf() {
    return conf;
  }

  Path folder() {
    return folder;
  }

  /** Returns the corpus whose documents they are about; a collection with its generation. */
  Path corpus() {
    return corpus;
  }

  SummaryFigures figures() {
    return figures;
  }

  /** Returns the folder of a stage other than the first. */
  Path of(Stage stage) {
    return new Path(folder, stage.folder());
  }

  /** Returns whether pairs were verified, and so there are clusters. */
  boolean isVerified() {
    return stages.containsKey(Stage.CLUSTER);
  }

  /** Returns the metadata of a stage other than the first; empty if it was not run. */
  Optional<StageMetadata> metadata(Stage stage) {
    return Optional.ofNullable(stages.get(stage));
  }

  /** Returns the settings of the last stage. */
  Settings settings() {
    StageMetadata last = null;
    for (StageMetadata stage : stages.values()) {
      last = stage;
    }
    return Settings.read(last.configuration().entrySet());
  }

  /** Returns which documents of the corpus were dropped; empty if none were. */
  Optional<ColumnSet> dropped() throws IOException {
    Optional<CollectionPath> collection = CollectionPath.find(conf, corpus.toString());
    return collection.isEmpty()
        ? Optional.empty()
        : Corpus.dropped(collection.get().path(), collection.get().read(conf));
  }

  /** Returns the batches of the corpus that the results were made from. */
  List<Corpus.Batch> batches() throws IOException {
    List<Corpus.Batch> all = Corpus.batches(conf, corpus);
    long used = stages.get(Stage.SHINGLE_SORT).number(Fact.BATCHES);
    return all.subList(0, (int) Math.min(all.size(), used));
  }
}
