package io.neardup.hadoop.pipeline;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.hadoop.stopshingles.StopShingleSearch;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What a pipeline finds in the folder of its output, and which stages of it are kept.
 *
 * @param folders of the stages
 * @param existing what to do with it
 */
public record ExistingOutput(
    Configuration conf,
    PrintStream progress,
    List<Path> inputs,
    Function<Stage, Path> folders,
    Existing existing) {

  /**
   * Refuses an output that is not apart from an input, or that {@code existing} does not allow.
   *
   * @param canResume whether it could be continued
   */
  public static void requireFit(
      Configuration conf, List<Path> inputs, Path output, Existing existing, boolean canResume)
      throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    OutputPath place = new OutputPath(conf, output);
    place.requireApart(HadoopSettings.of(conf));
    for (Path input : inputs) {
      place.requireApart(
          CollectionPath.find(conf, input.toString()).map(CollectionPath::path).orElse(input));
    }
    if (!fs.exists(output)) {
      UsageException.require(
          !existing.keeps(), "%s does not exist: nothing to resume; leave out --resume", output);
      return;
    }
    OwnerMark.requireFree(fs, output, OwnedFolder.PIPELINE);
    UsageException.require(
        !existing.keeps()
            || OwnedFolder.isEmpty(fs, output)
            || fs.exists(new Path(output, Results.MARK.name())),
        "%s is not the output of a pipeline: nothing to resume",
        output);
    if (existing == Existing.OVERWRITE) {
      OwnerMark.requireOnlyOurs(fs, output, OwnedFolder.PIPELINE);
    }
    UsageException.require(
        existing != Existing.REFUSE || OwnedFolder.isEmpty(fs, output),
        canResume
            ? "%s exists; continue it with --resume, replace it with --overwrite, or name another"
                + " output"
            : "%s exists; --overwrite replaces it, or name another output",
        output);
  }

  /**
   * Sets keys of the run that made the output, unless they are set, and prints those that have
   * another value than this run would give them: all keys to resume that run, otherwise some.
   *
   * @param some names of keys
   */
  void inherit(Path output, Set<String> some) throws IOException {
    Path mark = new Path(output, Results.MARK.name());
    Map<String, String> own = HadoopSettings.of(conf).all();
    Results.MARK
        .read(conf, output)
        .orElseThrow(() -> new FileNotFoundException("there is no " + mark))
        .configuration()
        .forEach(
            (name, value) -> {
              boolean isInherited = existing == Existing.RESUME || some.contains(name);
              if (isInherited && conf.get(name) == null) {
                conf.set(name, value);
                if (!value.equals(own.get(name))) {
                  progress.println(name + "=" + value + ", as in " + output);
                }
              }
            });
  }

  /** Returns the keys that a stage must have been made with: unless it is resumed, all of them. */
  private Configuration asked() {
    Configuration asked = new Configuration(conf);
    if (existing == Existing.RENEW) {
      Settings own = HadoopSettings.of(conf);
      own.all().forEach(asked::setIfUnset);
      if (StopShingleSearch.isNeeded(own)) { // its list is the one that was made
        asked.unset(Keys.STOP_LIST.name());
      }
    }
    return asked;
  }

  /**
   * Returns whether a stage is complete and as this run would make it; if so, its metadata are
   * among those of the stages that are done.
   *
   * @throws UsageException if it is complete, but not as this run would make it, unless it is to be
   *     made again then
   */
  boolean keeps(Stage stage, String label, Map<Stage, StageMetadata> done) throws IOException {
    StageFolder folder = new StageFolder(conf, folders.apply(stage));
    boolean isComplete =
        stage == Stage.INGEST
            ? !Corpus.batches(conf, folder.path()).isEmpty()
            : folder.isComplete();
    if (!isComplete) {
      return false;
    }
    try {
      done.put(
          stage, stage == Stage.INGEST ? corpus(folder.path()) : metadata(stage, folder, done));
      return true;
    } catch (UsageException | UnsupportedSourceException e) {
      if (existing == Existing.RENEW) {
        progress.println(label + " is made again: " + e.getMessage());
        return false;
      }
      if (e instanceof UnsupportedSourceException) {
        throw e;
      }
      throw new UsageException(
          e.getMessage()
              + "\n--resume --overwrite makes this stage and those after it again, and keeps those"
              + " before it");
    }
  }

  /** Returns the metadata of a corpus that this run would ingest in the same way. */
  private StageMetadata corpus(Path folder) throws IOException {
    Corpus corpus = Corpus.open(contextOfCorpus(asked()), folder);
    String ingested = corpus.batches().get(0).metadata().text(Fact.INPUTS);
    UsageException.require(
        ingested.equals(inputs.toString()),
        "%s was ingested from %s, not from %s",
        folder,
        ingested,
        inputs);
    if (existing == Existing.RENEW) {
      corpus.requireSources(conf);
    }
    return corpus.metadata();
  }

  /** Returns the metadata of a stage that this run would make in the same way. */
  private StageMetadata metadata(Stage stage, StageFolder folder, Map<Stage, StageMetadata> done)
      throws IOException {
    StageMetadata metadata = folder.require(stage);
    if (stage != Stage.DEDUP) { // nothing reads its output
      folder.requireFiles();
    }
    StageFolder.inherit(asked(), folder.path(), metadata);
    UsageException.require(
        metadata.corpus().equals(done.get(Stage.INGEST).corpus()),
        "%s was made from another corpus than %s; make all of %s again with --overwrite",
        folder.path(),
        folders.apply(Stage.INGEST),
        folder.path().getParent());
    return metadata;
  }

  /** Returns a context to open the corpus in. */
  StageContext contextOfCorpus() {
    return contextOfCorpus(new Configuration(conf));
  }

  private StageContext contextOfCorpus(Configuration keys) {
    return new StageContext(keys, progress, Stage.INGEST.verb() + ":", false);
  }
}
