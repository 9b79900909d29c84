package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;

/**
 * The folder of a new batch. Its last file, {@link StageFolder#METADATA}, publishes the batch.
 * While this is open, no other process can write to the corpus.
 */
final class BatchFolder implements AutoCloseable {

  private final Configuration conf;
  private final FileSystem fs;
  private final BatchTarget target;
  private final OwnedFolder corpus;
  private final Path owner; // what messages call the corpus
  final Path folder;
  final String name;
  final List<Corpus.Batch> others; // before it
  private final UUID token = UUID.randomUUID();

  /**
   * Locks the corpus against other writers, and removes unpublished batches. UsageException if the
   * folder is not a corpus, another process is writing to it, or it has a batch of that name.
   */
  BatchFolder(StageContext context, BatchTarget target) throws IOException {
    UsageException.require(
        target.name() == null || target.name().matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,99}"),
        "batch name %s: up to 100 letters, digits, dots, dashes and underscores, the first a"
            + " letter or digit",
        target.name());
    this.conf = context.conf();
    this.target = target;
    this.fs = target.corpus().getFileSystem(conf);
    this.corpus = context.take(target.corpus(), Stage.INGEST);
    this.owner = target.collection() == null ? corpus.path() : target.collection();
    try {
      this.others =
          target.earlier() == null ? Corpus.batches(conf, corpus.path()) : target.earlier();
      this.name =
          target.name() == null ? Quantity.format("batch-%05d", others.size()) : target.name();
      requireNewName();
      int number = others.size();
      while (isPublished(Corpus.folder(corpus.path(), number))) {
        number++; // it replaced others, or is to be replaced
      }
      this.folder = Corpus.folder(corpus.path(), number);
      removeUnpublished();
    } catch (IOException | RuntimeException e) {
      corpus.close();
      throw e;
    }
  }

  private boolean isPublished(Path batch) throws IOException {
    return fs.exists(new Path(batch, StageFolder.METADATA));
  }

  /** Returns the folders of all batches, published or not. */
  private Path[] batches() throws IOException {
    return fs.exists(folder.getParent())
        ? FileUtil.stat2Paths(fs.listStatus(folder.getParent()))
        : new Path[0];
  }

  private void removeUnpublished() throws IOException {
    corpus.requireHeld();
    for (Path batch : batches()) {
      if (!isPublished(batch)) {
        fs.delete(batch, true);
      }
    }
  }

  private void requireNewName() {
    for (Corpus.Batch batch : others) {
      if (batch.name().equals(name)) {
        String advice =
            ", such as %2$s-2: a batch keeps its name when its documents are dropped, because"
                + " earlier generations have it and its files are named after it";
        throw new UsageException(
            "%1$s already has a batch %2$s; give another name with --batch"
                + (target.collection() == null ? "" : advice),
            owner,
            name);
      }
    }
  }

  /**
   * Checks that no other batch of the corpus reads one of the files of this one again;
   * UsageException if one does. Memory: 16 bytes a file of this batch. Two files with the same hash
   * count as one.
   */
  void requireNew(CorpusManifest inputFiles) throws IOException {
    if (others.isEmpty()) {
      return;
    }
    Hasher64 hasher = Hashing.xxh3_64();
    LongOpenHashSet hashes = new LongOpenHashSet();
    CorpusManifest.forEach(
        conf, inputFiles.path(), file -> hashes.add(hasher.hashCharsToLong(file.file())));
    for (Corpus.Batch batch : others) {
      CorpusManifest.forFiles(
          conf,
          batch,
          target.dropped(),
          Long.MAX_VALUE,
          range -> {
            if (target.name() != null && range.name().startsWith(prefix())) {
              throw new UsageException(
                  "batch %s already has a file %s, and all file names of batch %s would begin in"
                      + " the same way; give another name with --batch",
                  batch.name(), range.name(), name);
            }
            if (hashes.contains(hasher.hashCharsToLong(range.file()))) {
              boolean hasDocument =
                  target.dropped().isEmpty()
                      || CorpusManifest.hasDocument(
                          conf, batch, target.dropped().get(), range.file());
              throw new UsageException(
                  "%s is already in batch %s of %s%s",
                  range.file(),
                  batch.name(),
                  owner,
                  hasDocument
                      ? ""
                      : ": its documents were dropped, but the records that were set aside remain"
                          + " (6-dedup/skipped of that batch has them); rename the file");
            }
          });
    }
  }

  /** Returns the batch before this one; null if there is none. */
  Corpus.Batch lastOther() {
    return others.isEmpty() ? null : others.get(others.size() - 1);
  }

  /**
   * Returns the folder of catalog and texts, the output of a job. No other process writes to it,
   * even one that resumes after losing its lock.
   */
  Path documents() {
    boolean ownFolder = target.collection() != null;
    return new Path(folder, CorpusPart.DOCUMENTS + (ownFolder ? "" : "-" + token));
  }

  /** Returns the path of a temporary file or folder. */
  Path work(String file) {
    return corpus.work(file);
  }

  /**
   * Returns the prefix of the names of the batch's files: its name, but empty for a first batch
   * without a given name.
   */
  String prefix() {
    return target.name() != null || !others.isEmpty() ? name + "/" : "";
  }

  /**
   * Publishes the batch, which must be complete. UsageException if it may not replace other
   * batches.
   */
  Corpus.Batch publish(StageContext context, StageMetadata metadata, String closing)
      throws IOException {
    Corpus.Batch batch = new Corpus.Batch(folder, metadata, Corpus.columnsOf(others));
    corpus.requireHeld();
    if (target.beforeReplacing() != null) {
      target.beforeReplacing().accept(batch);
      for (Path other : batches()) {
        fs.delete(new Path(other, StageFolder.METADATA), false);
      }
    }
    context.complete(new StageFolder(conf, folder), metadata, closing);
    removeUnpublished();
    return batch;
  }

  /** Removes what was not published, and releases the corpus. */
  @Override
  public void close() throws IOException {
    try (corpus) {
      if (corpus.isHeld()) {
        removeUnpublished();
        if (batches().length == 0) {
          fs.delete(folder.getParent(), false);
        }
      }
    }
  }
}
