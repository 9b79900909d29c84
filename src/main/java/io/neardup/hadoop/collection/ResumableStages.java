package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Runs the stages of an addition, except those that an interrupted run has completed. Before the
 * first stage that is run, all else that the interrupted run has left is deleted.
 */
final class ResumableStages {

  /** Makes the output of a stage. */
  interface Run {
    /** Makes it; it is complete when the method returns. */
    void run(StageContext context) throws IOException;
  }

  private final CollectionWriter writer;
  private final AdditionRecord record;
  private final Set<String> kept = new HashSet<>(Set.of(AdditionRecord.NAME));
  private boolean resuming;

  /**
   * @param record of this run, which takes the place of the interrupted run's if a stage is run
   * @param resuming whether there may be stages that are complete
   */
  ResumableStages(CollectionWriter writer, AdditionRecord record, boolean resuming) {
    this.writer = writer;
    this.record = record;
    this.resuming = resuming;
  }

  /**
   * Runs a stage as the next step, unless it is complete.
   *
   * @param name of the step
   * @param output the folder of the stage
   * @param besides names of other parts of the work folder, which are whole once the output is
   * @return the metadata of the output
   * @throws io.neardup.config.UsageException if it is complete, but was made with another
   *     configuration, or has changed
   */
  StageMetadata run(Stage stage, String name, Path output, Run run, String... besides)
      throws IOException {
    try (StageContext context = writer.nextStep(name)) {
      return run(stage, context, output, run, besides);
    }
  }

  /** Runs a stage for a further output of the same step, as {@link #run} does. */
  StageMetadata runFurther(Stage stage, String name, Path output, Run run) throws IOException {
    try (StageContext context = writer.sameStep(name)) {
      return run(stage, context, output, run);
    }
  }

  private StageMetadata run(
      Stage stage, StageContext context, Path output, Run run, String... besides)
      throws IOException {
    StageFolder folder = new StageFolder(writer.conf(), output);
    if (resuming && folder.isComplete()) {
      StageMetadata metadata = complete(stage, output);
      context.progress("already complete");
      kept.add(part(output));
      kept.addAll(List.of(besides));
      return metadata;
    }
    if (resuming) {
      deleteRest();
      resuming = false;
    }
    run.run(context);
    return folder.require(stage);
  }

  /**
   * Returns the metadata of a stage that an interrupted run has completed.
   *
   * @throws io.neardup.config.UsageException if it is not complete, was made with another
   *     configuration, or has changed
   */
  private StageMetadata complete(Stage stage, Path output) throws IOException {
    StageFolder folder = new StageFolder(writer.conf(), output);
    StageMetadata metadata = folder.require(stage);
    StageFolder.requireSame(writer.conf(), folder.path(), metadata);
    if (stage != Stage.INGEST && stage != Stage.DEDUP) { // they have no list of files
      folder.requireFiles();
    }
    return metadata;
  }

  /** Says that this run has made something that is no output of a stage, which therefore stays. */
  void keep(Path made) {
    kept.add(part(made));
  }

  /** Returns the name of the part of the work folder that a path lies in. */
  private String part(Path path) {
    Path part = path;
    while (!part.getParent().equals(writer.work())) {
      part = part.getParent();
    }
    return part.getName();
  }

  private void deleteRest() throws IOException {
    FileSystem fs = writer.fileSystem();
    for (FileStatus child : fs.listStatus(writer.work())) {
      if (!kept.contains(child.getPath().getName())) {
        writer.folder().requireHeld();
        fs.delete(child.getPath(), true);
      }
    }
    record.write(writer.folder(), writer.relative(writer.work()));
  }
}
