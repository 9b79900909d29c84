package io.neardup.hadoop.stage0ingest;

import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.job.StageFolder;
import io.neardup.hadoop.source.CorpusRange;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A batch in the making: a hidden folder in the corpus, which becomes a batch by one rename to the
 * next position, or disappears. Of two that are ready at once, one wins the position and the other
 * takes the next, after looking at the winner as at any other batch.
 */
final class BatchFolder {

  /** What the names of such folders begin with. */
  static final String PREFIX = "_ingest-";

  private final Configuration conf;
  private final FileSystem fs;
  private final Path corpus;
  private final Path aside;
  private final String id = UUID.randomUUID().toString();
  private final boolean corpusIsNew;
  private final boolean named;
  private final Set<String> files = new HashSet<>();

  private List<Corpus.Batch> others; // those that have been looked at
  private String name;

  /**
   * Looks at a corpus, which need not exist.
   *
   * @param name of the batch; null for one made of its position
   * @throws UsageException if something else is there, or a batch of that name
   */
  BatchFolder(Configuration conf, Path corpusPath, String name) throws IOException {
    this.conf = conf;
    this.fs = corpusPath.getFileSystem(conf);
    // By its string: a path made from a URI keeps a slash at its end.
    this.corpus = fs.makeQualified(new Path(corpusPath.toString()));
    this.aside = new Path(corpus, PREFIX + id);
    this.named = name != null;
    this.name = name;
    if (named && !name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N}._-]{0,99}")) {
      throw new UsageException(
          "batch name "
              + name
              + ": up to 100 letters, digits, dots, dashes and underscores, the first a letter or"
              + " digit");
    }
    corpusIsNew = !fs.exists(corpus);
    if (!corpusIsNew && !Corpus.isCorpus(conf, corpus)) {
      FileStatus status = fs.getFileStatus(corpus);
      if (status.isFile() || fs.listStatus(corpus).length > 0) {
        throw new UsageException(
            corpus + " exists and is not a corpus; name another folder, or delete it");
      }
    }
    lookAtOthers();
  }

  private void lookAtOthers() throws IOException {
    int seen = others == null ? 0 : others.size();
    others = Corpus.batches(conf, corpus);
    if (!named) {
      name = String.format(Locale.ROOT, "batch-%05d", others.size());
    }
    for (Corpus.Batch batch : others) {
      if (batch.name().equals(name)) {
        throw new UsageException(
            corpus + " has a batch " + name + " already; give another name with --batch");
      }
    }
    for (Corpus.Batch batch : others.subList(seen, others.size())) {
      refuseFilesOf(batch);
    }
  }

  /**
   * Says which files the batch reads.
   *
   * @throws UsageException if another batch of the corpus has one of them
   */
  void setFiles(InputList inputFiles) throws IOException {
    try (InputList.Cursor in = inputFiles.read()) {
      for (InputFile file = in.next(); file != null; file = in.next()) {
        files.add(file.path().toString());
      }
    }
    for (Corpus.Batch batch : others) {
      refuseFilesOf(batch);
    }
  }

  private void refuseFilesOf(Corpus.Batch batch) throws IOException {
    if (files.isEmpty()) {
      return;
    }
    try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
      for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
        if (named && range.name().startsWith(prefix())) {
          throw new UsageException(
              "batch "
                  + batch.name()
                  + " has a file "
                  + range.name()
                  + ", whose name begins as those of a batch "
                  + name
                  + " would; give another name");
        }
        if (files.contains(range.file())) {
          throw new UsageException(
              range.file() + " is in batch " + batch.name() + " of " + corpus + " already");
        }
      }
    }
  }

  /** Returns the last of the other batches that the corpus had when it was looked at; or null. */
  Corpus.Batch lastOther() {
    return others.isEmpty() ? null : others.get(others.size() - 1);
  }

  /** Returns the full path of the corpus. */
  Path corpus() {
    return corpus;
  }

  /** Returns the folder in which the batch is made. */
  Path path() {
    return aside;
  }

  /** Returns what the names of the batch's files begin with: its name, if it was given one. */
  String prefix() {
    return named || !others.isEmpty() ? name + "/" : "";
  }

  /** Returns the name. */
  String name() {
    return name;
  }

  /** Makes the folder, and the corpus where there is none. */
  void create() throws IOException {
    fs.mkdirs(Corpus.batchFolder(corpus, 0).getParent());
    fs.mkdirs(aside);
  }

  /**
   * Publishes the batch, which must be complete.
   *
   * @return its folder
   * @throws UsageException if a batch has come in between that has its name or one of its files
   */
  Path publish() throws IOException {
    while (true) {
      Path target = Corpus.batchFolder(corpus, others.size());
      // A file system may rename into a folder that has just come to be there: the mark tells.
      if (!fs.exists(target) && fs.rename(aside, target)) {
        if (fs.exists(new Path(target, mark().getName()))) {
          fs.delete(new Path(target, mark().getName()), false);
          return target;
        }
        if (!fs.rename(new Path(target, aside.getName()), aside)) {
          throw new IOException("cannot publish " + aside + " as " + target);
        }
      } else if (!fs.exists(target)) {
        throw new IOException("cannot publish " + aside + ": rename to " + target + " failed");
      }
      lookAtOthers();
    }
  }

  /** Returns the path of the file that tells this batch from all others. */
  private Path mark() {
    return new Path(aside, "_mark-" + id);
  }

  /** Marks the batch as this one, before it is published. */
  void complete() throws IOException {
    fs.create(mark(), true).close();
  }

  /** Removes what was not published; and the corpus, if it was made for this batch alone. */
  void discard() throws IOException {
    fs.delete(aside, true);
    Path batches = Corpus.batchFolder(corpus, 0).getParent();
    if (corpusIsNew && fs.exists(batches) && fs.listStatus(batches).length == 0) {
      // Not recursively: what another ingest is making there stays.
      try {
        if (fs.listStatus(corpus).length == 1) {
          fs.delete(batches, false);
          fs.delete(corpus, false);
        }
      } catch (IOException e) {
        // Another ingest has begun to use the folder.
        return;
      }
    }
  }

  /** Returns the folder as one of a stage. */
  StageFolder stageFolder() throws IOException {
    return new StageFolder(conf, aside);
  }
}
