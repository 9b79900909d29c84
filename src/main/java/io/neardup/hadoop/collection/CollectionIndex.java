package io.neardup.hadoop.collection;

import io.neardup.config.UsageException;
import io.neardup.hadoop.collection.index.StoredIndex;
import io.neardup.hadoop.corpus.CollectionSettings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.generation.CollectionPath;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A generation of a collection with the full paths of its parts.
 *
 * @param collection the full path of the collection
 * @param generation the generation; null if there is none yet: it has no documents
 */
public record CollectionIndex(Path collection, Generation generation) {

  /** The count of documents that were not dropped. */
  public static final String DOCUMENTS = "DOCUMENTS";

  /** The count of documents that are removed for others. */
  public static final String REMOVED = "REMOVED";

  /** The count of documents that are removed as they have no shingle. */
  public static final String REMOVED_WITHOUT_SHINGLES = "REMOVED_WITHOUT_SHINGLES";

  public static CollectionIndex newest(Configuration conf, Path collection) throws IOException {
    Generations generations = Generations.of(conf, collection);
    return new CollectionIndex(generations.collection(), generations.newest().orElse(null));
  }

  /** Returns a generation as a user names it. */
  public static CollectionIndex of(Configuration conf, CollectionPath path) throws IOException {
    return new CollectionIndex(path.path(), path.read(conf));
  }

  /**
   * Checks that all files are as they were written, and returns a configuration with the settings
   * of the collection.
   *
   * @param conf the user's; keys that are not set get the values of the collection
   * @throws UsageException if a file has changed, or another value is set
   */
  public Configuration use(Configuration conf) throws IOException {
    if (!isEmpty()) {
      try {
        for (NamedFile file : generation.files()) {
          file.require(collection.getFileSystem(conf), collection);
        }
      } catch (UsageException e) {
        List<Integer> there = Generations.of(conf, collection).numbers();
        if (there.isEmpty() || there.contains(generation.number())) {
          throw e;
        }
        throw new UsageException(
            "compact --expire has deleted generation %d of %s meanwhile; the newest is %d",
            generation.number(), collection, there.get(there.size() - 1));
      }
    }
    return inherit(conf);
  }

  /** Returns a configuration with the settings of the collection, as {@link #use} does. */
  public Configuration inherit(Configuration conf) throws IOException {
    Configuration inherited = new Configuration(conf);
    if (!isEmpty()) {
      CollectionSettings.inherit(inherited, collection, generation);
    }
    return inherited;
  }

  /** Returns whether there is no generation yet. */
  public boolean isEmpty() {
    return generation == null;
  }

  /** Returns its batches in the order of their columns. */
  public List<Corpus.Batch> batches(Configuration conf) throws IOException {
    return isEmpty() ? List.of() : Corpus.batches(conf, collection, generation);
  }

  /** Returns the columns of the documents that were dropped, if there are any. */
  public Optional<ColumnSet> dropped() {
    return isEmpty() ? Optional.empty() : Corpus.dropped(collection, generation);
  }

  /** Returns the folders of the signatures, in the order of their columns. */
  public List<Path> signatures() {
    return paths(Generation.Index::signatures);
  }

  /** Returns the index of twins and bands. */
  public StoredIndex stored() {
    return new StoredIndex(
        paths(Generation.Index::twins), paths(Generation.Index::bands), signatures());
  }

  /** Returns the folders of the runs of pairs, oldest first. */
  public List<Path> pairs() {
    return paths(Generation.Index::pairs);
  }

  /** Returns the folder of the decisions: lines {@code column<TAB>kept cluster}, by column. */
  public Path decisions() {
    return new Path(collection, generation.index().clusters());
  }

  /** Returns a count, 0 if the generation has none of that name. */
  public long count(String name) {
    return isEmpty() ? 0 : generation.counts().getOrDefault(name, 0L);
  }

  /** Returns how many documents are kept. */
  public long kept() {
    return count(DOCUMENTS) - count(REMOVED) - count(REMOVED_WITHOUT_SHINGLES);
  }

  /** Returns a count of stage 1, of all documents that were not dropped. */
  public long count(ShingleSortCounters counter) {
    return count(counter.name());
  }

  /** Returns the folder of the list of stop shingles in the collection; null if there is none. */
  public String stopShingles() {
    return isEmpty() ? null : generation.index().stopShingles();
  }

  private List<Path> paths(Function<Generation.Index, List<String>> folders) {
    return isEmpty()
        ? List.of()
        : folders.apply(generation.index()).stream()
            .map(folder -> new Path(collection, folder))
            .toList();
  }

  /**
   * Describes the files of the next generation: those of its batches, except the documents, which
   * are compared with the manifest when they are read, and those of its index, except the
   * collection in {@code 6-dedup}, which users may change. Those that this generation has too are
   * not described again.
   *
   * @param tombstones null if there are none
   * @param work where everything lies that is new
   */
  List<NamedFile> filesOfNext(
      FileSystem fs,
      Generation.Index index,
      List<Generation.Batch> batches,
      Generation.Tombstones tombstones,
      Path work)
      throws IOException {
    List<String> folders =
        Stream.concat(index.folders(), batches.stream().map(Generation.Batch::folder))
            .filter(folder -> !folder.equals(index.dedup()))
            .map(folder -> folder + "/")
            .distinct()
            .toList();
    List<NamedFile> files = new ArrayList<>();
    if (!isEmpty()) {
      generation.files().stream()
          .filter(file -> folders.stream().anyMatch(file.file()::startsWith))
          .forEach(files::add);
    }
    for (String folder : folders) {
      Path path = new Path(collection, folder);
      if (path.toString().startsWith(work + "/")) {
        NamedFile.describeAll(fs, collection, path).stream()
            .filter(file -> !file.file().startsWith(folder + "documents/"))
            .filter(file -> !file.file().startsWith(folder + "files/"))
            .forEach(files::add);
      }
    }
    if (tombstones != null && files.stream().noneMatch(f -> f.file().equals(tombstones.file()))) {
      files.add(NamedFile.describe(fs, collection, new Path(collection, tombstones.file())));
    }
    return files;
  }
}
