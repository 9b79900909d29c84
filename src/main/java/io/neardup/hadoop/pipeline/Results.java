package io.neardup.hadoop.pipeline;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The results of a pipeline in a folder: its stages, as they are opened, and its figures. */
public final class Results {

  /** The name of the file that an audit writes into the results. */
  public static final String AUDIT = "audit.json";

  /** The file of the figures. */
  public static final FiguresFile<SummaryFigures> SUMMARY =
      new FiguresFile<>("summary.json", SummaryFigures.class);

  /** The file that only {@code pipeline --against} writes into its output. */
  public static final String AGAINST = "against.json";

  /** What {@link #MARK} holds: version, inputs as a list, and the keys that were set. */
  record Mark(String neardup, String inputs, Map<String, String> configuration) {}

  /** The file that a pipeline writes first, so that it can be resumed. */
  static final FiguresFile<Mark> MARK = new FiguresFile<>("_pipeline.json", Mark.class);

  private final Configuration conf;
  private final Path folder;
  private final Map<Stage, StageMetadata> stages = new EnumMap<>(Stage.class);

  /** Names a folder; nothing is read yet. */
  public Results(Configuration conf, Path folder) throws IOException {
    this.conf = conf;
    this.folder = OutputPath.full(conf, folder);
  }

  /**
   * Refuses a folder that is not the output of a pipeline.
   *
   * @throws UsageException if it is missing or something else
   */
  public void requireExisting() throws IOException {
    requireOfPipeline();
    FileSystem fs = folder.getFileSystem(conf);
    UsageException.require(fs.exists(folder), "%s does not exist; run pipeline to make it", folder);
    UsageException.require(has(MARK.name()), "%s is not the output of a pipeline", folder);
  }

  /** Refuses a collection, and the result of {@code pipeline --against}. */
  public void requireOfPipeline() throws IOException {
    UsageException.require(
        CollectionPath.find(conf, folder.toString()).isEmpty(),
        "%s is a collection: export it first, and name the folder of the export",
        folder);
    UsageException.require(
        !has(AGAINST),
        "%s is the result of pipeline --against, which has no signatures, no candidates and no"
            + " summary; read its folders of pairs, clusters and documents",
        folder);
  }

  private boolean has(String name) throws IOException {
    return folder.getFileSystem(conf).exists(new Path(folder, name));
  }

  public Path folder() {
    return folder;
  }

  /** Returns the folder of a stage other than the first. */
  public Path of(Stage stage) {
    return new Path(folder, stage.folder());
  }

  /**
   * Opens the output of a stage.
   *
   * @throws UsageException if it is not complete, or of another corpus than those opened before
   */
  public StageMetadata open(Stage stage) throws IOException {
    requireDone(stage);
    return add(stage, new StageFolder(conf, of(stage)).require(stage));
  }

  /** Opens the output of a stage as an input of a context, see {@link StageContext#inherit}. */
  public StageMetadata inherit(StageContext context, Stage stage) throws IOException {
    requireDone(stage);
    return add(stage, context.inherit(of(stage), stage));
  }

  /** Refuses a stage that an interrupted pipeline has not completed. */
  private void requireDone(Stage stage) throws IOException {
    UsageException.require(
        new StageFolder(conf, of(stage)).isComplete() || !has(MARK.name()) || has(SUMMARY.name()),
        "%s is not complete: it lacks %s; continue it with pipeline --resume",
        folder,
        stage.folder());
  }

  private StageMetadata add(Stage stage, StageMetadata metadata) {
    stages.forEach(
        (other, its) -> StageContext.requireSameCorpus(of(other), its, of(stage), metadata));
    stages.put(stage, metadata);
    return metadata;
  }

  /** Returns the metadata of the stages that were opened, in their order. */
  public Map<Stage, StageMetadata> stages() {
    return stages;
  }

  /**
   * Returns the figures.
   *
   * @throws UsageException if there are none, or the file is damaged
   */
  public SummaryFigures figures() throws IOException {
    return SUMMARY
        .read(conf, folder)
        .orElseThrow(
            () ->
                new UsageException(
                    new Path(folder, SUMMARY.name())
                        + " does not exist; pipeline --resume writes it once all stages are"
                        + " complete (pipeline --against writes none)"));
  }

  /** Returns the corpus: in the folder, or the input of the pipeline, with its generation. */
  public Path corpus() throws IOException {
    Path inside = of(Stage.INGEST);
    if (inside.getFileSystem(conf).exists(inside)) {
      return inside;
    }
    Optional<Mark> mark = MARK.read(conf, folder);
    String inputs = mark.map(Mark::inputs).orElse("");
    UsageException.require(
        inputs.length() > 2, "%s/%s is damaged: it names no input", folder, MARK.name());
    Path input = new Path(inputs.substring(1, inputs.length() - 1)); // a list of one path, or more
    return Corpus.isCorpus(conf, input) ? input : inside;
  }
}
