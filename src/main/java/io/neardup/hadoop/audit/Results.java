package io.neardup.hadoop.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The results of a pipeline, and which of their files have changed since they were written. */
final class Results {

  private static final String MARK = "_pipeline.json";
  private static final List<Stage> NEEDED =
      List.of(Stage.SHINGLE_SORT, Stage.CANDIDATE_LIST, Stage.VERIFY, Stage.CLUSTER);

  private final Path folder;
  private final Map<Stage, StageMetadata> metadata = new EnumMap<>(Stage.class);
  private final List<String> changed = new ArrayList<>();
  private Corpus corpus;

  private Results(Path folder) {
    this.folder = folder;
  }

  /**
   * Refuses a folder that is not the output of a pipeline, before anything is written there.
   *
   * @throws UsageException if it is missing or something else
   */
  static void requireExisting(Configuration conf, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    if (!fs.exists(folder)) {
      throw new UsageException(folder + " does not exist; run pipeline to make it");
    }
    if (!fs.exists(new Path(folder, MARK))) {
      throw new UsageException(folder + " is not the output of a pipeline");
    }
  }

  /**
   * Opens results and inherits the configuration that decided them.
   *
   * @throws UsageException if a stage is missing, or there are no verified pairs
   */
  static Results open(StageContext context, Path folder) throws IOException {
    Results results = new Results(folder);
    for (Stage stage : NEEDED) {
      results.open(context.conf(), stage);
    }
    StageFolder collection = new StageFolder(context.conf(), results.collection());
    if (collection.isComplete()) {
      StageMetadata divided = collection.require(Stage.DEDUP);
      StageFolder.inherit(context.conf(), collection.path(), divided);
      results.metadata.put(Stage.DEDUP, divided);
    }
    double threshold = context.settings().get(Keys.THRESHOLD);
    if (threshold == 0) {
      throw new UsageException(
          Keys.THRESHOLD
              + "=0: every two documents are near-duplicates; there is nothing to audit");
    }
    results.corpus =
        Corpus.open(
            context,
            results.corpusPath(context.conf()),
            results.clusters(),
            results.metadata.get(Stage.CLUSTER));
    if (results.corpus.columns() == 0) {
      throw new UsageException(results.corpus.path() + " has no document to audit");
    }
    return results;
  }

  private void open(Configuration conf, Stage stage) throws IOException {
    StageFolder output = new StageFolder(conf, path(stage));
    StageMetadata itsMetadata = output.require(stage);
    StageFolder.inherit(conf, output.path(), itsMetadata);
    try {
      output.requireFiles();
    } catch (UsageException e) {
      changed.add(e.getMessage());
    }
    metadata.put(stage, itsMetadata);
    for (StageMetadata other : metadata.values()) {
      StageContext.requireSameCorpus(path(Stage.SHINGLE_SORT), other, output.path(), itsMetadata);
    }
  }

  private Path corpusPath(Configuration conf) throws IOException {
    Path inside = path(Stage.INGEST);
    if (inside.getFileSystem(conf).exists(inside)) {
      return inside;
    }
    Path mark = new Path(folder, MARK);
    try (InputStream in = mark.getFileSystem(conf).open(mark)) {
      JsonNode inputs = new ObjectMapper().readTree(in).path("inputs");
      String list = inputs.asText();
      if (list.length() > 2) {
        return new Path(list.substring(1, list.length() - 1)); // one corpus, in brackets
      }
    } catch (JsonProcessingException | FileNotFoundException e) {
      throw new UsageException(mark + " is damaged: " + e.getMessage());
    }
    throw new UsageException(mark + " is damaged: it names no input");
  }

  /** Records it as a change if the lines of pairs are not those that stage 4 wrote. */
  void requireSums(long pairs, long columns, Enum<?> ofPairs, Enum<?> ofColumns) {
    StageMetadata verified = metadata.get(Stage.VERIFY);
    if (verified.count(ofPairs) != pairs) {
      changed.add(pairs() + ": its lines are not those that were written; run verify again");
    }
    if (verified.count(ofColumns) != columns) {
      changed.add(
          pairs() + ": the lines of its columns are not those that were written; run verify again");
    }
  }

  private Path path(Stage stage) {
    return new Path(folder, stage.folder());
  }

  Path signatures() {
    return path(Stage.SHINGLE_SORT);
  }

  Path candidates() {
    return path(Stage.CANDIDATE_LIST);
  }

  Path pairs() {
    return path(Stage.VERIFY);
  }

  Path clusters() {
    return path(Stage.CLUSTER);
  }

  Path collection() {
    return path(Stage.DEDUP);
  }

  /** Returns whether the documents have been divided into those kept and those removed. */
  boolean hasCollection() {
    return metadata.containsKey(Stage.DEDUP);
  }

  /** Returns the metadata of the signatures. */
  StageMetadata signed() {
    return metadata.get(Stage.SHINGLE_SORT);
  }

  Corpus corpus() {
    return corpus;
  }

  /** Records that something is not as it was written. */
  void addChange(String message) {
    changed.add(message);
  }

  /** Returns what has changed since it was written, as messages. */
  List<String> changed() {
    return changed;
  }
}
