package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFolder;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The folder in which a new batch is written: a temporary folder of the corpus. One rename makes it
 * the next batch of the corpus. While it is open, no other run can write to the corpus.
 */
final class BatchFolder implements AutoCloseable {

  private final Configuration conf;
  private final FileSystem fs;
  private final OwnedFolder corpus;
  private final Path folder;
  private final boolean named;
  private final String name;
  private final Path owner; // what messages call the corpus
  private final List<Corpus.Batch> others;

  /**
   * Takes the corpus, so that no other run writes to it. The corpus need not exist.
   *
   * @param name of the batch; null for a name made from its position
   * @param collection that the batch is for; null if it is for the corpus itself
   * @param earlier the batches of that collection; null if the batches are in the corpus
   * @throws UsageException if the folder is not a corpus, if another run is writing to it, or if it
   *     has a batch of that name
   */
  BatchFolder(
      StageContext context,
      Path corpusPath,
      String name,
      Path collection,
      List<Corpus.Batch> earlier)
      throws IOException {
    if (name != null && !name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,99}")) {
      throw new UsageException(
          "batch name "
              + name
              + ": up to 100 letters, digits, dots, dashes and underscores, the first a letter or"
              + " digit");
    }
    this.conf = context.conf();
    this.fs = corpusPath.getFileSystem(conf);
    this.corpus = context.take(corpusPath, Stage.INGEST);
    this.owner = collection == null ? corpus.path() : collection;
    this.folder = corpus.work("batch");
    this.named = name != null;
    try {
      this.others = earlier == null ? Corpus.batches(conf, corpus.path()) : earlier;
      this.name = named ? name : String.format(Locale.ROOT, "batch-%05d", others.size());
      for (Corpus.Batch batch : others) {
        if (batch.name().equals(this.name)) {
          throw new UsageException(
              owner
                  + " already has a batch "
                  + this.name
                  + "; give another name with --batch"
                  + (collection == null
                      ? ""
                      : ", such as "
                          + this.name
                          + "-2: a batch keeps its name when its documents are dropped, because"
                          + " earlier generations have it and its files are named after it"));
        }
      }
    } catch (IOException | RuntimeException e) {
      corpus.close();
      throw e;
    }
  }

  /**
   * Makes sure that no other batch of the corpus has one of the files that this one reads.
   *
   * <p>Memory: 16 bytes a file of this batch, 16 MB for a million.
   *
   * @throws UsageException if one has
   */
  void requireNew(InputList inputFiles) throws IOException {
    if (others.isEmpty()) {
      return;
    }
    Hasher64 hasher = Hashing.xxh3_64();
    LongOpenHashSet hashes = new LongOpenHashSet();
    try (CorpusManifest.Cursor in = inputFiles.read(conf)) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        hashes.add(hasher.hashCharsToLong(file.file()));
      }
    }
    for (Corpus.Batch batch : others) {
      try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
        for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
          if (named && range.name().startsWith(prefix())) {
            throw new UsageException(
                "batch "
                    + batch.name()
                    + " already has a file "
                    + range.name()
                    + ", and the names of all files of batch "
                    + name
                    + " would begin in the same way; give another name with --batch");
          }
          if (hashes.contains(hasher.hashCharsToLong(range.file()))
              && contains(inputFiles, range.file())) {
            throw new UsageException(
                range.file() + " is already in batch " + batch.name() + " of " + owner);
          }
        }
      }
    }
  }

  /** Returns the last of the other batches that the corpus had when it was looked at; or null. */
  Corpus.Batch lastOther() {
    return others.isEmpty() ? null : others.get(others.size() - 1);
  }

  /** Returns whether a path is really in a list, and not only one of the same hash. */
  private boolean contains(InputList inputFiles, String path) throws IOException {
    try (CorpusManifest.Cursor in = inputFiles.read(conf)) {
      for (CorpusRange file = in.next(); file != null; file = in.next()) {
        if (file.file().equals(path)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the full path of the corpus. */
  Path corpus() {
    return corpus.path();
  }

  /** Returns the folder in which the batch is made. */
  Path path() {
    return folder;
  }

  /** Returns what the names of the batch's files begin with: its name, if it was given one. */
  String prefix() {
    return named || !others.isEmpty() ? name + "/" : "";
  }

  /** Returns the name. */
  String name() {
    return name;
  }

  /** Makes the folder. */
  void create() throws IOException {
    fs.mkdirs(folder);
  }

  /** Publishes the batch, which must be complete. */
  void publish() throws IOException {
    corpus.requireHeld();
    Path target = Corpus.batchFolder(corpus.path(), others.size());
    fs.mkdirs(target.getParent());
    if (fs.exists(target) || !fs.rename(folder, target)) {
      throw new IOException("cannot move " + folder + " to " + target);
    }
  }

  /** Returns the folder as one of a stage. */
  StageFolder stageFolder() throws IOException {
    return new StageFolder(conf, folder);
  }

  /** Removes what was not published, and releases the corpus. */
  @Override
  public void close() throws IOException {
    corpus.close();
  }
}
