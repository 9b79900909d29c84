package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusChangedException;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.Fact;
import io.neardup.hadoop.job.OwnedFolder;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checks that a corpus is still what was ingested. Compares the manifest, the lengths and
 * modification times of the files and the hashes of copied files; then reads all documents again
 * and compares the counts and checksums of every range. The client asks the file system for one
 * file after the other, to name each that changed; its memory does not grow with their number.
 */
public final class CorpusVerification {

  private static final int MAX_NAMED = 10;

  private final StageContext context;
  private final Configuration conf;
  private final Consumer<String> problems;
  private long found;

  private CorpusVerification(StageContext context, Consumer<String> problems) {
    this.context = context;
    this.conf = context.conf();
    this.problems = problems;
  }

  /**
   * Verifies one batch.
   *
   * @param problems receives one line for each of the first problems
   * @return how many problems there are
   */
  public static long verify(StageContext context, Corpus.Batch batch, Consumer<String> problems)
      throws IOException {
    return new CorpusVerification(context, problems).verify(batch);
  }

  private void problem(String what) {
    found++;
    if (found <= MAX_NAMED) {
      problems.accept(what);
    }
  }

  private long verify(Corpus.Batch batch) throws IOException {
    if (!hash(batch.manifest()).equals(batch.metadata().corpus())) {
      problem(batch.manifest() + " is not the manifest that ingest wrote");
      return found; // nothing it says can be relied on
    }
    verifyFiles(batch);
    verifyCopies(batch);
    if (found == 0) {
      verifyContent(batch);
    }
    return found;
  }

  private String hash(Path file) throws IOException {
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return StageMetadata.hash(in);
    }
  }

  private void verifyFiles(Corpus.Batch batch) throws IOException {
    String last = "";
    try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
      for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
        if (!range.file().equals(last)) {
          last = range.file();
          try {
            RangeReaders.requireUnchangedIn(conf, batch.folder(), range);
          } catch (CorpusChangedException e) {
            problem(e.getMessage());
          }
        }
      }
    }
  }

  private void verifyCopies(Corpus.Batch batch) throws IOException {
    Path list = new Path(batch.folder(), IngestStage.CHECKSUMS);
    Path files = new Path(batch.folder(), IngestStage.FILES);
    FileSystem fs = list.getFileSystem(conf);
    if (!fs.exists(list) || !fs.exists(files)) { // not copied, or packed since
      return;
    }
    try (BufferedReader in = Utf8Lines.read(conf, list)) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int tab = line.lastIndexOf('\t');
        Path file = SourceName.below(files, line.substring(0, tab));
        if (fs.exists(file) && !hash(file).equals(line.substring(tab + 1))) {
          problem(file + " is not what was copied: its hash differs");
        }
      }
    }
  }

  /** Counts everything again and compares. */
  private void verifyContent(Corpus.Batch batch) throws IOException {
    Path path = batch.folder().getParent().getParent();
    try (OwnedFolder corpus = context.take(path, Stage.INGEST)) {
      Path manifest = corpus.work(CorpusManifest.FILE);
      CountJob job = new CountJob(context, corpus.work("counted"));
      job.run(batch.forTasks(), batch.metadata().number(Fact.BYTES));
      job.collect(IngestReducer.MANIFEST, manifest);
      compare(batch.manifest(), manifest);
    }
  }

  private void compare(Path written, Path counted) throws IOException {
    try (CorpusManifest.Cursor then = new CorpusManifest.Cursor(conf, written);
        CorpusManifest.Cursor now = new CorpusManifest.Cursor(conf, counted)) {
      while (true) {
        CorpusRange before = then.next();
        CorpusRange after = now.next();
        if (before == null && after == null) {
          return;
        }
        if (before == null || after == null) {
          problem(written + " has another number of ranges than were read");
          return;
        }
        if (!before.equals(after)) {
          problem(
              String.format(
                  Locale.ROOT,
                  "%s, bytes %d to %d: %s, %s set aside, checksum %s; when it was ingested %d, %d,"
                      + " %s",
                  before.file(),
                  before.start(),
                  before.end(),
                  Quantity.of(after.documents(), "document"),
                  Quantity.of(after.skipped(), "record"),
                  after.checksum(),
                  before.documents(),
                  before.skipped(),
                  before.checksum()));
        }
      }
    }
  }
}
