package io.neardup.hadoop.output;

import io.neardup.config.Keys;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The output folder of a stage. The folder is complete once it holds {@link FileList its list of
 * files}, then {@code _neardup.json} and last {@code _SUCCESS}; in a batch of a corpus the metadata
 * comes last, and publishes it. For batches of a corpus and the last stage, which may have very
 * many files, the list has only their names.
 */
public final class StageFolder {

  /** The file that holds the metadata. */
  public static final String METADATA = "_neardup.json";

  /** The mark of a complete output, written last. */
  public static final String SUCCESS = "_SUCCESS";

  private static final FiguresFile<StageMetadata> FILE =
      new FiguresFile<>(METADATA, StageMetadata.class);

  private final FileSystem fs;
  private final Path path;

  /** Looks at a folder, which need not exist. */
  public StageFolder(Configuration conf, Path path) throws IOException {
    this.fs = path.getFileSystem(conf);
    this.path = OutputPath.full(conf, path);
  }

  /** Returns whether a full path is that of a folder or of something below it. */
  public static boolean isWithin(Path path, Path folder) {
    for (Path p = path; p != null; p = p.getParent()) {
      if (p.equals(folder)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the folder's full path. */
  public Path path() {
    return path;
  }

  /** Returns whether anything is there. */
  public boolean exists() throws IOException {
    return fs.exists(path);
  }

  /** Returns whether a stage has finished writing it. */
  public boolean isComplete() throws IOException {
    return fs.exists(new Path(path, SUCCESS)) && fs.exists(new Path(path, METADATA));
  }

  /**
   * Returns the metadata of a complete output; UsageException if the folder is missing, incomplete,
   * or not this stage's output.
   */
  public StageMetadata require(Stage stage) throws IOException {
    UsageException.require(exists(), "%s does not exist; run %s to make it", path, stage.verb());
    UsageException.require(
        isComplete(),
        "%s is not a complete output of %s: %s or %s is missing",
        path,
        stage.verb(),
        SUCCESS,
        METADATA);
    StageMetadata metadata = metadata();
    UsageException.require(
        metadata.stage().equals(stage.verb()),
        "%s is the output of %s, not of %s",
        path,
        metadata.stage(),
        stage.verb());
    return metadata;
  }

  /** Returns the metadata; UsageException if they cannot be read. */
  StageMetadata metadata() throws IOException {
    Path file = new Path(path, METADATA);
    Optional<StageMetadata> metadata = FILE.read(fs.getConf(), path);
    UsageException.require(metadata.isPresent(), "%s does not exist", file);
    UsageException.require(metadata.get().isWhole(), "%s is damaged: something is missing", file);
    return metadata.get();
  }

  /**
   * Sets the configuration that decided an input as the configuration of the following stages;
   * UsageException naming every key that is set to another value. If the list of stop shingles is
   * not where it was, but beside the input, both were moved.
   */
  public static void inherit(Configuration conf, Path input, StageMetadata metadata)
      throws IOException {
    String made = metadata.deciding().getOrDefault(Keys.STOP_LIST.name(), "");
    if (!made.isEmpty()) {
      Path its = new Path(made);
      Path beside =
          new Path(input.getParent(), its.getParent().getName() + Path.SEPARATOR + its.getName());
      if (!its.getFileSystem(conf).exists(its) && beside.getFileSystem(conf).exists(beside)) {
        conf.setIfUnset(Keys.STOP_LIST.name(), beside.toString());
      }
    }
    String sources = metadata.provenance().get(Keys.SOURCE_FIELD.name());
    if (sources != null) { // by which stop shingles were sought
      conf.setIfUnset(Keys.SOURCE_FIELD.name(), sources);
    }
    requireSame(conf, input, metadata);
    String list = conf.get(Keys.STOP_LIST.name());
    metadata.deciding().forEach(conf::set);
    if (list != null) { // of the same content; the other may have been moved
      conf.set(Keys.STOP_LIST.name(), list);
    }
  }

  /**
   * Checks that a configuration agrees with the one that decided an input, and that its provenance
   * has not changed; UsageException naming every key that is set to another value, or what has
   * changed.
   */
  public static void requireSame(Configuration conf, Path input, StageMetadata metadata)
      throws IOException {
    Stage stage = Stage.ofVerb(metadata.stage());
    String difference = difference(conf, input, stage, metadata.deciding(), metadata.provenance());
    UsageException.require(
        difference.isEmpty(), "%s is out of date; make it again:%s", input, difference);
  }

  /**
   * Checks that an output is of the versions of this program, so that it can be read;
   * UsageException naming the versions that differ.
   */
  public static void requireVersions(Path output, StageMetadata metadata) {
    String difference = Provenance.difference(metadata.provenance(), Provenance.versions());
    UsageException.require(
        difference.isEmpty(),
        "%s is out of date; %s:%s",
        output,
        metadata.stage().equals(Stage.INGEST.verb())
            ? "ingest its files again, into a new corpus or collection"
            : "make it again",
        difference);
  }

  /**
   * Checks that a configuration agrees with the keys that decided an input. Returns a line for each
   * thing beside them that decided it and has changed, such as the version of an algorithm; empty
   * if nothing has. UsageException naming every key that is set to another value.
   */
  public static String difference(
      Configuration conf,
      Path input,
      Stage stage,
      Map<String, String> deciding,
      Map<String, String> provenance)
      throws IOException {
    // As they would be resolved together: a unit decides what a size means.
    Configuration asked = new Configuration(conf);
    deciding.forEach((name, value) -> asked.setIfUnset(name, value));
    Map<String, String> resolved = HadoopSettings.of(asked).all();
    List<String> differing = new ArrayList<>();
    deciding.forEach(
        (name, value) -> {
          boolean found =
              name.equals(Keys.INGEST_FORMAT.name()) && resolved.get(name).equals("auto");
          boolean twoLists = // their content is part of the provenance
              name.equals(Keys.STOP_LIST.name())
                  && !value.isEmpty()
                  && !resolved.get(name).isEmpty();
          if (!found && !twoLists && !value.equals(resolved.get(name))) {
            differing.add("  " + name + ": made with " + value + ", now set to " + asked.get(name));
          }
        });
    UsageException.require(
        differing.isEmpty(),
        "%s was made with another configuration:\n%s\n"
            + "unset these keys to inherit its values, or make it again",
        input,
        String.join("\n", differing));
    return Provenance.difference(provenance, Provenance.of(conf, HadoopSettings.of(asked), stage));
  }

  /**
   * Checks that the files are those that the stage wrote; UsageException naming the first that is
   * not.
   */
  public void requireFiles() throws IOException {
    FileList.require(fs, path);
  }

  /** Writes the metadata and marks the folder complete. */
  public void complete(StageMetadata metadata) throws IOException {
    fs.mkdirs(path); // tasks may have written nothing
    boolean isBatch = metadata.stage().equals(Stage.INGEST.verb());
    // A corpus has a manifest; users may change the last stage's output as they like.
    if (isBatch || metadata.stage().equals(Stage.DEDUP.verb())) {
      FileList.writeNames(fs, path);
    } else {
      FileList.write(fs, path);
    }
    Path file = new Path(path, METADATA);
    if (isBatch) { // this file publishes it
      fs.create(new Path(path, SUCCESS), true).close();
      NewFile.publish(
          fs.getConf(), new Path(path, METADATA + ".new"), file, FiguresFile.bytes(metadata));
    } else {
      try (OutputStream out = fs.create(file, true)) {
        out.write(FiguresFile.bytes(metadata));
      }
      fs.create(new Path(path, SUCCESS), true).close();
    }
  }

  /** Returns whether a stage has written metadata or the success mark, complete or not. */
  public boolean isFinished() throws IOException {
    return fs.exists(new Path(path, SUCCESS)) || fs.exists(new Path(path, METADATA));
  }
}
