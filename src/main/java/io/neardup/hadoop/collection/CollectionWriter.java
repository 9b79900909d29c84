package io.neardup.hadoop.collection;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.generation.Publication;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.job.OrphanedJobs;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One writer of a collection, from taking its lock to publishing a generation. Everything that it
 * writes lies below a work folder of its own, which is deleted if nothing is published.
 */
final class CollectionWriter implements AutoCloseable {

  /** The verb in the mark of a collection. */
  static final String COLLECTION = "collection";

  private final Configuration conf;
  private final PrintStream progress;
  private final OwnedFolder folder;
  private final CollectionIndex parent; // null if there is no generation yet
  private final Path work;
  private final FileSystem fs;
  private int step;
  private int steps;
  private boolean published;

  private CollectionWriter(
      Configuration conf,
      PrintStream progress,
      OwnedFolder folder,
      CollectionIndex parent,
      Path work)
      throws IOException {
    this.conf = conf;
    this.progress = progress;
    this.folder = folder;
    this.parent = parent;
    this.work = work;
    this.fs = folder.path().getFileSystem(conf);
  }

  /**
   * Takes a collection, checks its files, and deletes what earlier writers have left.
   *
   * @param conf the user's configuration; keys that are not set have the values of the collection
   * @param collection a full path
   * @param mayBeNew whether there need not be a generation
   * @throws UsageException if it is no collection, was made with another configuration or has
   *     changed, if another run is writing to it, or if its file system cannot publish exclusively
   */
  static CollectionWriter open(
      Configuration conf, PrintStream progress, Path collection, boolean mayBeNew)
      throws IOException {
    FileSystem fs = collection.getFileSystem(conf);
    if (!mayBeNew && CollectionIndex.newest(conf, collection).isEmpty()) {
      throw new UsageException(
          collection + " is not a collection: it has no generation; run add to make one");
    }
    Publication.requireExclusive(fs, collection);
    OwnedFolder folder = OwnedFolder.take(conf, collection, COLLECTION, progress);
    try {
      CollectionIndex parent = CollectionIndex.newest(conf, collection).orElse(null);
      Configuration inherited = new Configuration(conf);
      if (parent != null) {
        inherit(inherited, parent);
        requireFiles(fs, parent);
      }
      WorkFolders works = new WorkFolders(conf, folder);
      works.deleteLeftovers();
      return new CollectionWriter(inherited, progress, folder, parent, works.newFolder());
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Sets the keys of a collection, unless they are set to the same value. */
  static void inherit(Configuration conf, CollectionIndex index) throws IOException {
    Generation generation = index.generation();
    StageFolder.inherit(
        conf,
        index.collection(),
        new StageMetadata(
            Stage.DEDUP.verb(),
            "",
            "",
            new TreeMap<>(),
            generation.settings(),
            generation.provenance(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            0,
            new TreeMap<>()));
  }

  /** Checks that the files of a generation are as they were written. */
  static void requireFiles(FileSystem fs, CollectionIndex index) throws IOException {
    for (NamedFile file : index.generation().files()) {
      file.require(fs, index.collection());
    }
  }

  /** Returns the configuration: the user's, and the settings of the collection. */
  Configuration conf() {
    return conf;
  }

  /** Returns the file system of the collection. */
  FileSystem fileSystem() {
    return fs;
  }

  /** Returns the full path of the collection. */
  Path collection() {
    return folder.path();
  }

  /** Returns the newest generation; null if there is none. */
  CollectionIndex parent() {
    return parent;
  }

  /** Returns the folder of all that is new. */
  Path work() {
    return work;
  }

  /** Returns the path of something new. */
  Path work(String name) {
    return new Path(work, name);
  }

  /** Returns the path of a new output of a stage. */
  Path work(Stage stage) {
    return work(stage.folder());
  }

  /** Sets how many steps there are, for progress lines. */
  void setSteps(int newSteps) {
    steps = newSteps;
  }

  /** Returns the context of the next step. */
  StageContext nextStep(String name) throws IOException {
    step++;
    return sameStep(name);
  }

  /** Returns a further context of a step, for a further output. */
  StageContext sameStep(String name) throws IOException {
    Configuration marked = new Configuration(conf);
    OrphanedJobs.mark(marked, folder.path());
    return StageContext.ofPipeline(
        marked, progress, "[" + step + "/" + steps + "] " + name + ":", folder);
  }

  /** Prints a progress line. */
  void progress(String line) {
    progress.println("[" + step + "/" + steps + "] " + line);
  }

  /** Returns a path relative to the collection. */
  String relative(Path path) {
    return path.toString().substring(folder.path().toString().length() + 1);
  }

  /** Returns paths relative to the collection. */
  List<String> relative(List<Path> paths) {
    return paths.stream().map(this::relative).toList();
  }

  /**
   * Publishes the next generation.
   *
   * @param tombstones null if there are none
   * @throws UsageException if another writer was first
   */
  Generation publish(
      String verb,
      List<Generation.Batch> batches,
      Generation.Tombstones tombstones,
      SortedMap<String, String> settings,
      SortedMap<String, String> provenance,
      Generation.Index index,
      SortedMap<String, Long> counts)
      throws IOException {
    int number = parent == null ? 1 : parent.generation().number() + 1;
    Generation generation =
        Generation.now(
            number,
            number == 1 ? null : Generations.of(conf, folder.path()).hash(number - 1),
            verb,
            batches,
            tombstones,
            settings,
            provenance,
            index,
            counts,
            NamedFiles.of(fs, folder.path(), parent, index, batches, tombstones, work));
    Publication.publish(conf, folder, work, generation);
    published = true;
    return generation;
  }

  /** Releases the collection; deletes what was written if nothing was published. */
  @Override
  public void close() throws IOException {
    try (folder) {
      if (!published) {
        fs.delete(work, true);
      }
    }
  }
}
