package io.neardup.hadoop.output;

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

  /**
   * @param folder which was taken. What is in it stays until the result is published
   */
  public StageOutput(OwnedFolder folder, Configuration conf) throws IOException {
    this.folder = folder;
    this.fs = folder.path().getFileSystem(conf);
  }

  /**
   * Refuses to replace a complete output of a verb, or one that holds a file of somebody else.
   * {@link OwnedFolder} checks whether the folder is neardup's; an unfinished output may always be
   * replaced.
   *
   * @throws UsageException if the output may not be overwritten
   */
  public static void requireReplaceable(
      Configuration conf, Path output, String verb, boolean overwrite) throws IOException {
    StageFolder existing = new StageFolder(conf, output);
    if (!overwrite
        && existing.isFinished()
        && OwnerMark.isOutputOf(output.getFileSystem(conf), existing.path(), verb)) {
      throw new UsageException(
          existing.path() + " exists; --overwrite replaces it, or name another output");
    }
    OwnerMark.requireOnlyOurs(output.getFileSystem(conf), existing.path(), verb);
  }

  /** Returns where the result is written; it does not exist yet. */
  public Path path() {
    return folder.work("result");
  }

  /** Returns the path of a temporary file or folder. */
  public Path work(String name) {
    return folder.work(name);
  }

  /**
   * Moves the result, which is complete, to its place, from which an earlier one is deleted. The
   * list of its files is moved first, so that whatever is there is known to be ours.
   */
  public void publish() throws IOException {
    folder.requireHeld();
    folder.clear();
    move(FileList.NAME);
    for (FileStatus child : fs.listStatus(path(), child -> !isMark(child))) {
      move(child.getPath().getName());
    }
    if (fs.exists(new Path(path(), StageFolder.METADATA))) {
      move(StageFolder.METADATA);
    }
    move(StageFolder.SUCCESS);
  }

  /** Marks an output without metadata as complete and moves it to its place. */
  public void publishComplete() throws IOException {
    FileList.write(fs, path());
    fs.create(new Path(path(), StageFolder.SUCCESS), true).close();
    publish();
  }

  private static boolean isMark(Path child) {
    return child.getName().equals(FileList.NAME)
        || child.getName().equals(StageFolder.METADATA)
        || child.getName().equals(StageFolder.SUCCESS);
  }

  private void move(String name) throws IOException {
    folder.publish(new Path(path(), name), name);
  }

  /** Removes what was not published and releases the folder. */
  @Override
  public void close() throws IOException {
    folder.close();
  }
}
