package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.Publication;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.generation.WorkFolders.Leftover;
import io.neardup.hadoop.output.FiguresFile;
import io.neardup.hadoop.output.OutputPath;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.OwnerMark;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One writer of a collection, from taking its lock to publishing a generation. Everything that it
 * writes lies below a work folder of its own, which is deleted if nothing is published, unless it
 * is kept for a later run.
 */
public final class CollectionWriter implements AutoCloseable {

  private final Configuration conf;
  private final PrintStream progress;
  private final OwnedFolder folder;
  private final CollectionIndex parent;
  private final WorkFolders works;
  private final Path work;
  private final FileSystem fs;
  private boolean keepsWork;

  private CollectionWriter(
      Configuration conf,
      PrintStream progress,
      OwnedFolder folder,
      CollectionIndex parent,
      WorkFolders works,
      Path work)
      throws IOException {
    this.conf = conf;
    this.progress = progress;
    this.folder = folder;
    this.parent = parent;
    this.works = works;
    this.work = work;
    this.fs = folder.path().getFileSystem(conf);
  }

  /**
   * Returns the full path of a collection to be changed, which need not exist.
   *
   * @throws UsageException if there is something else, or a collection that was copied or moved, if
   *     the path names a generation, or if its file system cannot publish exclusively
   */
  public static Path requireWritable(Configuration conf, Path collection) throws IOException {
    FileSystem fs = collection.getFileSystem(conf);
    Path path = OutputPath.full(conf, collection);
    Optional<CollectionPath> named = CollectionPath.find(conf, path.toString());
    if (named.isPresent() && !named.get().path().equals(path)) {
      throw new UsageException(
          "%s names a generation, which never changes; to change the collection, write %s",
          path, named.get().path());
    }
    if (OwnerMark.state(fs, path) == OwnerMark.State.MOVED
        && Generations.isCollection(conf, path)) {
      throw new UsageException(
          "%s is a collection that was copied or moved. It can be read (list, export), but not"
              + " changed. Move it back to %s or change the collection there",
          path, OwnerMark.madeAt(fs, path).orElse(path));
    }
    OwnerMark.requireFree(fs, path, OwnedFolder.COLLECTION);
    Publication.requireExclusive(fs, path);
    return path;
  }

  /**
   * Takes a collection, which is made if it does not exist, checks its files, and deletes the work
   * folders that interrupted runs left there.
   *
   * @param conf the user's configuration; keys that are not set get the values of the collection
   * @param verb what is run, for the message to other runs
   * @param progress where progress lines go
   * @throws UsageException if it cannot be changed, was made with another configuration or has
   *     changed, or if another run is writing to it
   */
  public static CollectionWriter open(
      Configuration conf, PrintStream progress, Path collection, String verb) throws IOException {
    return open(conf, progress, requireWritable(conf, collection), verb, false);
  }

  /**
   * Takes a collection as {@link #open} does, with the work folder of the interrupted addition that
   * began last, which stays whatever happens. Keys that are not set have the values that they had
   * there.
   *
   * @throws UsageException also if there is none
   */
  public static CollectionWriter resume(
      Configuration conf, PrintStream progress, Path collection, String verb) throws IOException {
    Path path = requireWritable(conf, collection);
    FileSystem fs = path.getFileSystem(conf);
    if (OwnerMark.state(fs, path) != OwnerMark.State.OURS) { // nothing is made there
      throw nothing(path + (fs.exists(path) ? " is not a collection" : " does not exist"));
    }
    return open(conf, progress, path, verb, true);
  }

  private static CollectionWriter open(
      Configuration conf, PrintStream progress, Path path, String verb, boolean resuming)
      throws IOException {
    OwnedFolder folder =
        OwnedFolder.take(conf, path, OwnedFolder.COLLECTION, verb, progress, false);
    try {
      folder.requireConditions();
      CollectionIndex parent = CollectionIndex.newest(conf, path);
      Configuration inherited = new Configuration(conf);
      WorkFolders works = new WorkFolders(conf, folder);
      Path resumed = null;
      if (resuming) {
        resumed = newestInterrupted(conf, works.leftovers(), parent, progress);
        AdditionRecord.read(conf, resumed)
            .ifPresent(record -> record.configuration().forEach(inherited::setIfUnset));
      }
      Configuration used = parent.use(inherited);
      deleteLeftovers(conf, progress, works, resumed);
      CollectionWriter writer =
          new CollectionWriter(
              used, progress, folder, parent, works, resuming ? resumed : works.newFolder());
      writer.keepsWork = resuming;
      return writer;
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Returns the work folder of the addition that began last, with the same parent. */
  private static Path newestInterrupted(
      Configuration conf, List<Leftover> leftovers, CollectionIndex parent, PrintStream progress)
      throws IOException {
    FileSystem fs = parent.collection().getFileSystem(conf);
    AdditionRecord.Parent now = AdditionRecord.Parent.of(conf, parent);
    List<FileStatus> records = new ArrayList<>();
    for (Leftover leftover : leftovers) {
      Optional<AdditionRecord> record = AdditionRecord.read(conf, leftover.folder());
      if (record.isPresent() && Objects.equals(record.get().parent(), now)) {
        records.add(fs.getFileStatus(new Path(leftover.folder(), AdditionRecord.NAME)));
      }
    }
    Path newest =
        records.stream()
            .max(
                Comparator.comparingLong(FileStatus::getModificationTime)
                    .thenComparing(FileStatus::getPath))
            .orElseThrow(() -> nothing(parent.collection() + " has no interrupted add"))
            .getPath()
            .getParent();
    if (records.size() > 1) {
      progress.println(
          "of " + records.size() + " interrupted adds, the newest is continued: " + newest);
    }
    return newest;
  }

  private static UsageException nothing(String why) {
    return new UsageException(why + ": nothing to resume");
  }

  /**
   * Deletes the work folders that interrupted runs left, except one that is continued. Names those
   * of additions that crossed a condition.
   */
  private static void deleteLeftovers(
      Configuration conf, PrintStream progress, WorkFolders works, Path continued)
      throws IOException {
    works.withdraw();
    for (Leftover leftover : works.leftovers()) {
      if (leftover.folder().equals(continued)) {
        continue;
      }
      try {
        AdditionFigures.FILE
            .read(conf, leftover.folder())
            .filter(figures -> !figures.crossed().isEmpty())
            .map(
                figures ->
                    Quantity.format(
                        "deleting %s: batch %s, which was not published as it crossed a condition of"
                            + " --fail-if",
                        leftover.folder(), figures.batch()))
            .ifPresent(progress::println);
      } catch (UsageException e) {
        // a damaged file; the folder is deleted all the same
      }
      works.delete(leftover);
    }
  }

  /** Takes a collection as {@link #open} does; there must be one. */
  public static CollectionWriter openExisting(
      Configuration conf, PrintStream progress, Path collection, String verb) throws IOException {
    Path path = requireWritable(conf, collection);
    CollectionPath.of(conf, path.toString()); // nothing is made where there is none
    CollectionWriter writer = open(conf, progress, path, verb);
    if (writer.parent.isEmpty()) {
      writer.close();
      throw new UsageException(path + " was deleted meanwhile");
    }
    return writer;
  }

  /** Returns the configuration: the user's, and the settings of the collection. */
  public Configuration conf() {
    return conf;
  }

  /** Returns the file system of the collection. */
  public FileSystem fileSystem() {
    return fs;
  }

  /** Returns the full path of the collection. */
  public Path collection() {
    return folder.path();
  }

  /** Returns the newest generation. */
  public CollectionIndex parent() {
    return parent;
  }

  /** Returns the folder of all that is new. */
  public Path work() {
    return work;
  }

  /** Returns the path of something new. */
  public Path work(String name) {
    return new Path(work, name);
  }

  /** Returns the path of a new output of a stage. */
  public Path work(Stage stage) {
    return work(stage.folder());
  }

  /** Returns so many steps, whose outputs are new. */
  public Stages stages(int steps) {
    return new Stages(conf, progress, folder, steps);
  }

  /** Deletes files and folders, if they exist. */
  public void delete(Path... paths) throws IOException {
    for (Path path : paths) {
      fs.delete(path, true);
    }
  }

  /** Returns a path relative to the collection. */
  public String relative(Path path) {
    return path.toString().substring(folder.path().toString().length() + 1);
  }

  /** Returns paths relative to the collection. */
  public List<String> relative(List<Path> paths) {
    return paths.stream().map(this::relative).toList();
  }

  /**
   * Publishes the next generation.
   *
   * @param tombstones null if there are none
   * @throws UsageException if another writer was first
   */
  public Generation publish(
      String verb,
      List<Generation.Batch> batches,
      Generation.Tombstones tombstones,
      SortedMap<String, String> settings,
      SortedMap<String, String> provenance,
      Generation.Index index,
      SortedMap<String, Long> counts)
      throws IOException {
    int number = parent.isEmpty() ? 1 : parent.generation().number() + 1;
    Generation generation =
        new Generation(
            Generation.FORMAT,
            StageMetadata.version(),
            number,
            number == 1 ? null : Generations.of(conf, folder.path()).hash(number - 1),
            verb,
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            batches,
            tombstones,
            settings,
            provenance,
            index,
            counts,
            parent.filesOfNext(fs, index, batches, tombstones, work));
    Publication.publish(conf, folder, work, generation);
    return generation;
  }

  /**
   * Writes figures of the generation that was published into the collection, in place of those of
   * an earlier one. If that fails, a line says so: the generation is there all the same.
   */
  public <T extends Record> void writePublished(FiguresFile<T> file, T figures) {
    try {
      file.write(folder, figures);
    } catch (IOException e) {
      progress.println(
          Quantity.format(
              "warning: the generation is published, but %s is not of it: %s",
              new Path(collection(), file.name()), e.getMessage()));
    }
  }

  /** Returns the collection as a folder that this process has taken. */
  public OwnedFolder folder() {
    return folder;
  }

  /** Keeps the work folder for a later run, even if nothing is published. */
  public void keepWork() {
    keepsWork = true;
  }

  /** Deletes the work folder, unless a generation names it. */
  public void deleteWork() throws IOException {
    works.deleteIfUnnamed(work);
  }

  /**
   * Releases the collection; deletes what was written if nothing was published and it is not kept.
   */
  @Override
  public void close() throws IOException {
    try {
      if (!keepsWork) {
        deleteWork();
      }
    } finally {
      folder.close();
    }
  }
}
