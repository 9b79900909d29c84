package io.neardup.hadoop.job;

import io.neardup.config.UsageException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The output of a running stage. Jobs write into its {@code _work} folder; {@link #publish} moves
 * the result to its place, and the success mark last, so that a partial output never looks
 * complete.
 */
public final class StageOutput implements AutoCloseable {

  private final OwnedFolder folder;
  private final FileSystem fs;

  private StageOutput(OwnedFolder folder, FileSystem fs) {
    this.folder = folder;
    this.fs = fs;
  }

  /**
   * Refuses to replace a complete output of a verb. {@link OwnedFolder} checks whether the folder
   * is neardup's; an unfinished output may always be replaced.
   *
   * @throws UsageException if the output is complete and may not be overwritten
   */
  static void requireReplaceable(Configuration conf, Path output, String verb, boolean overwrite)
      throws IOException {
    StageFolder existing = new StageFolder(conf, output);
    if (!overwrite
        && existing.isFinished()
        && OwnedFolder.isOutputOf(output.getFileSystem(conf), existing.path(), verb)) {
      throw new UsageException(
          existing.path() + " exists; --overwrite replaces it, or name another output");
    }
  }

  /** Prepares a taken folder: deletes everything in it. */
  static StageOutput in(OwnedFolder folder, Configuration conf) throws IOException {
    folder.clear();
    return new StageOutput(folder, folder.path().getFileSystem(conf));
  }

  /** Returns where the result is written; it does not exist yet. */
  public Path path() {
    return folder.work("result");
  }

  /** Returns the path of a temporary file or folder. */
  public Path work(String name) {
    return folder.work(name);
  }

  /** Moves the result, which is complete, to its place. */
  void publish() throws IOException {
    folder.requireHeld();
    for (FileStatus child : fs.listStatus(path(), child -> !isMark(child))) {
      move(child.getPath());
    }
    if (fs.exists(new Path(path(), StageFolder.METADATA))) {
      move(new Path(path(), StageFolder.METADATA));
    }
    move(new Path(path(), StageFolder.SUCCESS));
  }

  /** Marks an output without metadata as complete and moves it to its place. */
  public void publishComplete() throws IOException {
    fs.create(new Path(path(), StageFolder.SUCCESS), true).close();
    publish();
  }

  private static boolean isMark(Path child) {
    return child.getName().equals(StageFolder.METADATA)
        || child.getName().equals(StageFolder.SUCCESS);
  }

  private void move(Path child) throws IOException {
    if (!fs.rename(child, new Path(folder.path(), child.getName()))) {
      throw new IOException("cannot move " + child + " to " + folder.path());
    }
  }

  /** Removes what was not published and releases the folder. */
  @Override
  public void close() throws IOException {
    folder.close();
  }
}
