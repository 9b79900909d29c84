package io.neardup.hadoop.output;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A folder that this process writes to. While it is open, it carries {@linkplain OwnerMark our
 * mark} and {@linkplain OutputLock our lock}. What an earlier run left in {@code _work} is removed
 * when the folder is taken.
 *
 * <p>A stage's folder inside a pipeline's output is locked by the lock of that output, so that
 * neither can be changed while the other is at work.
 *
 * <p>Everything temporary lies in {@code _work} of the folder with the lock, below a name that no
 * other run uses. Results are moved from there. So a run that lost the lock while it was suspended
 * cannot damage what its successor makes, even if its tasks still write: what they have written is
 * removed, and can no longer be moved. On S3, where renaming copies every byte, new results are
 * written in their place by a committer that keeps the files of each job apart, and the jobs of
 * such a run are not committed any more.
 */
public final class OwnedFolder implements AutoCloseable {

  /** The subfolder of everything temporary; a run has a folder of its own in it. */
  public static final String WORK = "_work";

  /** The verb in the mark of a pipeline's output. */
  public static final String PIPELINE = "pipeline";

  /** The verb in the mark of a collection, which several verbs change. */
  public static final String COLLECTION = "collection";

  private final FileSystem fs;
  private final Path path;
  private final String verb;
  private final boolean created;
  private final OutputLock lock;
  private final boolean releasing;
  private final Path work;
  private Path result;
  private boolean closed;

  private OwnedFolder(
      FileSystem fs, Path path, String verb, boolean created, OutputLock lock, boolean releasing) {
    this.fs = fs;
    this.path = path;
    this.verb = verb;
    this.created = created;
    this.lock = lock;
    this.releasing = releasing;
    this.work = new Path(new Path(lock.folder(), WORK), UUID.randomUUID().toString());
    this.result = work("result");
  }

  /** Returns which run is writing to a folder, for people; empty if none is. Changes nothing. */
  public static Optional<String> writer(FileSystem fs, Path path) throws IOException {
    return OutputLock.findHolder(fs, locked(fs, path), OutputLock.Timing.DEFAULT, null);
  }

  static boolean isOfOwner(Path child) {
    return child.getName().equals(OwnerMark.NAME) || OutputLock.isLock(child);
  }

  /**
   * Takes a folder, which need not exist, and removes what an interrupted run left in its {@code
   * _work}.
   *
   * @param verb what is run
   * @param progress where it is said which jobs of an interrupted run are ended
   * @throws UsageException if the folder is not ours, or another process is at work there
   */
  public static OwnedFolder take(Configuration conf, Path folder, String verb, PrintStream progress)
      throws IOException {
    return take(conf, folder, verb, verb, progress, false);
  }

  /**
   * Takes a folder as {@link #take(Configuration, Path, String, PrintStream)} does.
   *
   * @param verb the verb in the mark of the folder, which several verbs may write to
   * @param running the verb that is run, for the message to other runs
   * @param adding whether files are only added: the folder may have been copied or moved
   */
  public static OwnedFolder take(
      Configuration conf,
      Path folder,
      String verb,
      String running,
      PrintStream progress,
      boolean adding)
      throws IOException {
    FileSystem fs = folder.getFileSystem(conf);
    Path path = OutputPath.full(conf, folder);
    OwnerMark.State found =
        OwnerMark.requireFree(fs, path, verb, adding); // before anything is written there
    Path locked = locked(fs, path);
    if (locked.equals(path)) {
      makeWithMark(fs, path, verb); // before the lock, which lies there too
    }
    OutputLock lock = OutputLock.take(fs, locked, running, OutputLock.Timing.DEFAULT);
    OwnedFolder taken =
        new OwnedFolder(fs, path, verb, found == OwnerMark.State.MISSING, lock, true);
    try {
      if (found == OwnerMark.State.OURS) {
        OrphanedJobs.end(conf, locked, progress);
      }
      OwnerMark.requireFree(fs, path, verb, adding); // now that nobody else changes it
      makeWithMark(fs, path, verb);
      fs.delete(new Path(locked, WORK), true);
      EmbeddedDefaults.moveTemporary(conf, taken.work("temporary"));
      return taken;
    } catch (IOException | RuntimeException e) {
      taken.close();
      throw e;
    }
  }

  /** Takes a folder inside this one; this one's lock protects it. */
  public OwnedFolder takeInside(Path folder, String insideVerb) throws IOException {
    Path inside = fs.makeQualified(new Path(folder.toString()));
    OwnerMark.State found = OwnerMark.requireFree(fs, inside, insideVerb);
    requireHeld();
    makeWithMark(fs, inside, insideVerb);
    return new OwnedFolder(fs, inside, insideVerb, found == OwnerMark.State.MISSING, lock, false);
  }

  /** Makes sure that there is the folder and its mark, and that it names the verb. */
  private static void makeWithMark(FileSystem fs, Path path, String verb) throws IOException {
    fs.mkdirs(path);
    if (OwnerMark.read(fs, path).filter(mark -> mark.verb().equals(verb)).isEmpty()) {
      OwnerMark.write(fs, path, verb);
    }
  }

  /** Returns the folder whose lock protects a path: its pipeline's output, or the path itself. */
  private static Path locked(FileSystem fs, Path path) throws IOException {
    Path parent = path.getParent();
    return parent != null && OwnerMark.isOutputOf(fs, parent, PIPELINE) ? parent : path;
  }

  /** Refuses a store that says it knows conditional writes and does not; UsageException. */
  public void requireConditions() throws IOException {
    UsageException.require(
        NewFile.refusesExisting(fs, new Path(path, OwnerMark.NAME)),
        "%s: this store ignores the condition If-None-Match of a write, so that a collection cannot"
            + " be changed safely there",
        path);
  }

  /** Returns the full path. */
  public Path path() {
    return path;
  }

  /** Returns the folder whose lock protects this one; the tag of its jobs derives from its path. */
  public Path locked() {
    return lock.folder();
  }

  /** Returns the path of a temporary file or folder. */
  public Path work(String name) {
    return new Path(work, name);
  }

  /** Returns whether the folder holds only marks and temporary files. */
  public boolean isEmpty() throws IOException {
    return isEmpty(fs, path);
  }

  /** Returns whether a folder holds only marks and temporary files. */
  public static boolean isEmpty(FileSystem fs, Path path) throws IOException {
    return OutputContents.of(fs, path).length == 0;
  }

  /**
   * Deletes everything except mark, lock and temporary files: first what says that it is complete,
   * last what says that it is ours; UsageException if something there was not made by neardup;
   * nothing is deleted then.
   */
  public void clear() throws IOException {
    clearBut("");
  }

  /** Deletes everything as {@link #clear} does, except the file or folder of a name. */
  public void clearBut(String kept) throws IOException {
    requireHeld();
    OwnerMark.requireOnlyOurs(fs, path, verb);
    delete(StageFolder.SUCCESS);
    for (boolean last : new boolean[] {false, true}) {
      for (FileStatus child : OutputContents.of(fs, path)) {
        String name = child.getPath().getName();
        if ((last || !name.startsWith("_")) && !name.equals(kept)) {
          remove(child.getPath());
        }
      }
    }
  }

  /**
   * Deletes the folders of some stages in this output of a pipeline, the last one first;
   * UsageException if something there was not made by neardup; nothing is deleted then.
   */
  public void removeStages(List<Stage> stages) throws IOException {
    Deque<Path> folders = new ArrayDeque<>();
    for (Stage stage : stages) {
      Path folder = new Path(path, stage.folder());
      if (fs.exists(folder)) {
        OutputContents.requireOfPipeline(fs, fs.getFileStatus(folder));
        folders.push(folder);
      }
    }
    for (Path folder : folders) {
      remove(folder);
    }
  }

  /**
   * Deletes a child at once: a local folder, which is deleted file by file, is moved away first.
   */
  private void remove(Path child) throws IOException {
    requireHeld();
    Path removed = child;
    if (fs.getUri().getScheme().equals("file")) {
      removed = work("removed");
      fs.mkdirs(removed.getParent());
      move(child, removed);
    }
    fs.delete(removed, true);
  }

  /** Moves what was made in {@code _work} to its place in this folder, by its relative path. */
  public void publish(Path made, String name) throws IOException {
    requireHeld();
    move(made, new Path(path, name));
  }

  /** Returns where the result of a stage is written: in {@code _work}, or in its place. */
  public Path result() {
    return result;
  }

  /** Begins a result; on S3 in its place, unless a complete one is there. */
  public void beginResult(Configuration conf) throws IOException {
    if (S3aCommitter.isOf(fs, path)
        && S3aCommitter.writesOnce(conf)
        && !new StageFolder(fs.getConf(), path).isFinished()) {
      result = path;
      if (!isEmpty()) {
        clear();
      }
    }
  }

  /** Deletes what has been written of the result. */
  public void clearResult() throws IOException {
    if (result.equals(path)) {
      clear();
    } else {
      fs.delete(result, true);
    }
  }

  /**
   * Moves the complete result to its place, where an earlier one is deleted. The list of its files
   * is moved first, so that what is there is known to be ours, and the success mark last.
   */
  public void publishResult() throws IOException {
    if (result.equals(path)) { // nothing is left to be cleared
      result = work("result");
      return;
    }
    clear();
    publish(new Path(result(), FileList.NAME), FileList.NAME);
    for (FileStatus child : fs.listStatus(result(), child -> !FileList.isMark(child.getName()))) {
      publish(child.getPath(), child.getPath().getName());
    }
    for (String mark : List.of(StageFolder.METADATA, StageFolder.SUCCESS)) {
      if (fs.exists(new Path(result(), mark))) {
        publish(new Path(result(), mark), mark);
      }
    }
  }

  /** Marks a result without metadata as complete and moves it to its place. */
  public void publishComplete() throws IOException {
    requireHeld();
    FileList.write(fs, result);
    fs.create(new Path(result, StageFolder.SUCCESS), true).close();
    publishResult();
  }

  private void move(Path from, Path to) throws IOException {
    if (!fs.rename(from, to)) {
      throw new IOException("cannot move " + from + " to " + to);
    }
  }

  /**
   * Writes a file into this folder in place of an earlier one. At every moment, either the old or
   * the new file is there, whole.
   *
   * @param name of the file, or its path relative to this folder
   * @return the file
   * @throws IOException if it cannot be written, or if another process has taken the folder
   */
  public Path replace(String name, byte[] bytes) throws IOException {
    return replace(name, bytes, new CopyPermission());
  }

  /** Writes a file as {@link #replace(String, byte[])} does, with the permission of a copy. */
  public Path replace(String name, byte[] bytes, CopyPermission permission) throws IOException {
    requireHeld();
    Path file = new Path(path, name);
    NewFile.replace(fs, work(name), file, bytes, permission);
    return file;
  }

  /** Deletes a file of this folder, if there is one of the name. */
  public void delete(String name) throws IOException {
    requireHeld();
    fs.delete(new Path(path, name), false);
  }

  /** Returns whether no other process has taken the folder. */
  public boolean isHeld() throws IOException {
    return lock.isHeld();
  }

  /** Checks that no other process has taken the folder. */
  public void requireHeld() throws IOException {
    lock.requireHeld();
  }

  /** Returns the file that is there as long as no other process has taken the folder. */
  public Path lockFile() {
    return lock.file();
  }

  /** Checks that no other process has taken a folder, by its {@link #lockFile}. */
  public static void requireHeld(Configuration conf, Path lockFile) throws IOException {
    OutputLock.requireHeld(lockFile.getFileSystem(conf), lockFile);
  }

  /**
   * Deletes temporary files and releases the folder. An empty folder is deleted if this process
   * created it; otherwise it stays, empty as before. If another run has taken the folder meanwhile,
   * it is left to that run.
   */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try {
      fs.delete(work, true);
      if (lock.isHeld() && fs.exists(path)) {
        if (result.equals(path)) {
          clear();
        }
        if (releasing) {
          fs.delete(work.getParent(), true);
        }
        if (isEmpty()) {
          fs.delete(new Path(path, OwnerMark.NAME), false);
        }
      }
    } finally {
      if (releasing) {
        lock.close();
      }
    }
    if (created) {
      removeIfEmpty();
    }
  }

  private void removeIfEmpty() throws IOException {
    try {
      if (fs.listStatus(path).length == 0) {
        fs.delete(path, false);
      }
    } catch (FileNotFoundException e) {
      return; // another run that found it empty has removed it
    } catch (IOException e) {
      if (fs.exists(path) && fs.listStatus(path).length > 0) {
        return; // another run has begun to use it
      }
      throw e;
    }
  }
}
