package io.neardup.hadoop.output;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Decides what in an output was made by neardup: nothing else is ever deleted. In the output of a
 * pipeline, these are files of known names and the folders of its stages, which carry marks of
 * their own; elsewhere, what the {@linkplain FileList list of files} names.
 */
public final class OutputContents {

  /** What every report has near its beginning. */
  private static final String REPORT_MARK = "<meta name=\"generator\" content=\"neardup\">";

  private static final int BEGINNING = 1024;
  private static final String REPORT = "report.html";

  private static final Set<String> FILES =
      Set.of("_pipeline.json", "summary.json", "audit.json", "against.json", REPORT);

  /** The folder beside those of the stages, and the verb in its mark. */
  private static final String STOP_SHINGLES = "stop-shingles";

  private static final Pattern OF_BATCH =
      Pattern.compile(
          "documents[0-9a-f-]{0,37}|files|_.*|(sources|parts|skipped|malformed|repeated-ids)\\.tsv");

  /** Of a stage, an export or a list of stop shingles, while it is written. */
  private static final Pattern OF_RESULT =
      Pattern.compile(
          "_.*|(part|columns|forest|sources|cluster-sources|removed-by)-.*"
              + "|columns|decisions|links|kept|removed|pairs|clusters|removals"
              + "|(removed-by|sources|source-overlaps|sizes|skipped|stop-shingles)\\.tsv");

  private OutputContents() {}

  /** Returns what is in a folder, except mark, locks and temporary files. */
  static FileStatus[] of(FileSystem fs, Path folder) throws IOException {
    return fs.listStatus(folder, OutputContents::isContent);
  }

  /** Returns whether a child of a folder is neither mark nor lock, and holds no temporary files. */
  static boolean isContent(Path child) {
    return !OwnedFolder.isOfOwner(child) && !child.getName().equals(OwnedFolder.WORK);
  }

  /**
   * Checks that everything in a folder that carries our mark was made by neardup.
   *
   * @param verb the verb of the mark
   * @throws UsageException naming the first file or folder that was not
   */
  static void requireOurs(FileSystem fs, Path folder, String verb) throws IOException {
    if (verb.equals(OwnedFolder.PIPELINE)) {
      for (FileStatus child : of(fs, folder)) {
        requireOfPipeline(fs, child);
      }
    } else if (verb.equals(Stage.INGEST.verb())) {
      requireBatches(fs, folder);
    } else {
      FileList.requireNoOther(fs, folder);
    }
  }

  /** Checks a child of a pipeline's output, as {@link #requireOurs} does. */
  static void requireOfPipeline(FileSystem fs, FileStatus child) throws IOException {
    Path path = child.getPath();
    String name = path.getName();
    if (child.isFile()) {
      require(FILES.contains(name) && (!name.equals(REPORT) || isReport(fs, path)), path);
    } else if (OwnerMark.state(fs, path) != OwnerMark.State.EMPTY) {
      String verb =
          Arrays.stream(Stage.values())
              .filter(stage -> stage.folder().equals(name))
              .map(Stage::verb)
              .findFirst()
              .orElse(name.equals(STOP_SHINGLES) ? name : null);
      require(verb != null && OwnerMark.isOutputOf(fs, path, verb), path);
      requireOurs(fs, path, verb);
    }
  }

  private static void requireBatches(FileSystem fs, Path corpus) throws IOException {
    for (FileStatus child : of(fs, corpus)) {
      require(child.isDirectory() && child.getPath().getName().equals("batches"), child.getPath());
      for (FileStatus batch : fs.listStatus(child.getPath())) {
        require(batch.isDirectory(), batch.getPath());
        if (fs.exists(new Path(batch.getPath(), FileList.NAME))) {
          FileList.requireNoOther(fs, batch.getPath());
        } else { // unpublished: without a list
          requireNames(OF_BATCH, fs.listStatus(batch.getPath()));
        }
      }
    }
  }

  /** Checks that files and folders have names of what is in a result that was written in part. */
  static void requireOfResult(FileStatus[] made) {
    requireNames(OF_RESULT, made);
  }

  private static void requireNames(Pattern names, FileStatus[] made) {
    for (FileStatus each : made) {
      require(names.matcher(each.getPath().getName()).matches(), each.getPath());
    }
  }

  static void require(boolean ours, Path path) {
    UsageException.require(
        ours,
        "%s was not made by neardup and is left alone. Move it, or name another output",
        path);
  }

  /** Returns whether a file is a report that neardup wrote. */
  public static boolean isReport(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8).contains(REPORT_MARK);
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
