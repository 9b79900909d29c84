package io.neardup.hadoop.job;

import io.neardup.config.UsageException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The output of a stage in the making. Jobs write into its {@code _work} folder; {@link #publish}
 * moves the result to its place, the mark of success last, so that no partial output looks whole.
 */
public final class StageOutput implements AutoCloseable {

  private final OwnedFolder folder;
  private final FileSystem fs;

  private StageOutput(OwnedFolder folder, FileSystem fs) {
    this.folder = folder;
    this.fs = fs;
  }

  /**
   * Refuses a folder that may not become the output of a verb, before any work is done for it.
   *
   * @throws UsageException if it is not ours, or is a whole output and may not be replaced
   */
  static void requireFree(Configuration conf, Path output, String verb, boolean overwrite)
      throws IOException {
    StageFolder existing = new StageFolder(conf, output);
    if (!overwrite && existing.exists() && !isReplaceable(existing)) {
      throw new UsageException(
          existing.path() + " exists; --overwrite replaces it, or name another output");
    }
    OwnedFolder.requireFree(output.getFileSystem(conf), existing.path(), verb);
  }

  /**
   * Returns whether nobody can have asked for what is there: it is empty, or was never finished.
   */
  private static boolean isReplaceable(StageFolder existing) throws IOException {
    return switch (existing.state()) {
      case MISSING, EMPTY -> true;
      case OURS -> !existing.isFinished();
      case MOVED, FOREIGN -> false;
    };
  }

  /** Makes a taken folder ready: whatever is in it is deleted. */
  static StageOutput in(OwnedFolder folder, Configuration conf) throws IOException {
    folder.clear();
    return new StageOutput(folder, folder.path().getFileSystem(conf));
  }

  /** Returns where the result is written; it does not exist yet. */
  public Path path() {
    return folder.work("result");
  }

  /** Returns the path of something temporary. */
  public Path work(String name) {
    return folder.work(name);
  }

  /** Moves the result, which is complete, to its place. */
  void publish() throws IOException {
    folder.requireHeld();
    for (FileStatus child : fs.listStatus(path(), child -> !isMark(child))) {
      move(child.getPath());
    }
    move(new Path(path(), StageFolder.METADATA));
    move(new Path(path(), StageFolder.SUCCESS));
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
