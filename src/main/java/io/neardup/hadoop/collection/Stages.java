package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.OrphanedJobs;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Runs the numbered steps of a change of a collection or a comparison with one. Steps that an
 * interrupted run has completed are not run again. Before the first that is, all else that the
 * interrupted run has left is deleted.
 */
public final class Stages {

  /** Makes the output of a stage. */
  public interface Run {
    /** Makes it; it is complete when the method returns. */
    void run(StageContext context, Path output) throws IOException;
  }

  private final Configuration conf;
  private final PrintStream progress;
  private final OwnedFolder folder;
  private final int steps;
  private int step;
  private Path work; // of the interrupted run; null if there is none, or once a step is run
  private AdditionRecord record;
  private final Set<String> kept = new HashSet<>(Set.of(AdditionRecord.NAME));

  /**
   * @param folder that of the outputs, which this process has taken
   * @param steps how many there are
   */
  public Stages(Configuration conf, PrintStream progress, OwnedFolder folder, int steps) {
    this.conf = conf;
    this.progress = progress;
    this.folder = folder;
    this.steps = steps;
  }

  /**
   * Continues an interrupted run.
   *
   * @param newWork its work folder, for all outputs
   * @param newRecord of this run, which takes the place of the interrupted run's if a step is run
   */
  public Stages resuming(Path newWork, AdditionRecord newRecord) {
    work = newWork;
    record = newRecord;
    return this;
  }

  /** Returns the context of the next step. */
  public StageContext next(String name) throws IOException {
    return next(conf, name);
  }

  /** Returns the context of the next step, with a configuration of its own. */
  public StageContext next(Configuration settings, String name) throws IOException {
    step++;
    return context(settings, name);
  }

  /** Returns a further context of a step, for a further output. */
  public StageContext same(String name) throws IOException {
    return context(conf, name);
  }

  public void progress(String line) {
    progress.println("[" + step + "/" + steps + "] " + line);
  }

  private StageContext context(Configuration settings, String name) throws IOException {
    folder.requireHeld();
    Configuration marked = new Configuration(settings);
    OrphanedJobs.mark(marked, folder.path());
    return StageContext.ofPipeline(
        marked, progress, "[" + step + "/" + steps + "] " + name + ":", folder);
  }

  /**
   * Runs a stage as the next step, unless it is complete.
   *
   * @param name of the step
   * @param output the folder of the stage
   * @return the metadata of the output
   * @throws io.neardup.config.UsageException if it is complete, but was made with another
   *     configuration, or has changed
   */
  public StageMetadata run(Stage stage, String name, Path output, Run run) throws IOException {
    step++;
    return runFurther(stage, name, output, run);
  }

  /** Runs a stage whose name is its verb as the next step, as the other {@link #run} does. */
  public StageMetadata run(Stage stage, Path output, Run run) throws IOException {
    return run(stage, stage.verb(), output, run);
  }

  /** Runs a stage for a further output of the same step, as {@link #run} does. */
  public StageMetadata runFurther(Stage stage, String name, Path output, Run run)
      throws IOException {
    StageFolder made = new StageFolder(conf, output);
    try (StageContext context = same(name)) {
      if (work != null && made.isComplete()) {
        StageMetadata metadata = made.require(stage);
        StageFolder.requireSame(conf, made.path(), metadata);
        if (stage != Stage.INGEST && stage != Stage.DEDUP) { // they have no list of files
          made.requireFiles();
        }
        context.progress("already complete");
        keep(output);
        return metadata;
      }
      deleteRest();
      run.run(context, output);
      return made.require(stage);
    }
  }

  /** Says that this run has made something that is no output of a stage, which therefore stays. */
  public void keep(Path made) {
    Path part = made;
    while (work != null && !part.getParent().equals(work)) {
      part = part.getParent();
    }
    kept.add(part.getName());
  }

  private void deleteRest() throws IOException {
    if (work != null) {
      FileSystem fs = work.getFileSystem(conf);
      for (FileStatus child : fs.listStatus(work)) {
        if (!kept.contains(child.getPath().getName())) {
          folder.requireHeld();
          fs.delete(child.getPath(), true);
        }
      }
      record.write(folder, work);
      work = null;
    }
  }
}
