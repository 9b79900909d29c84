package io.neardup.hadoop.stage;

import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.io.CorpusInput;
import io.neardup.hadoop.io.CorpusManifest;
import io.neardup.hadoop.io.CorpusRange;
import io.neardup.hadoop.io.RangeReaders;
import io.neardup.hadoop.io.Shinglers;
import io.neardup.hadoop.io.SourceFormat;
import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/** A complete corpus, as the stages that read documents see it. */
public final class Corpus {

  private final Path path;
  private final StageMetadata metadata;
  private final Path manifest;

  private Corpus(Path path, StageMetadata metadata) {
    this.path = path;
    this.metadata = metadata;
    this.manifest = new Path(path, CorpusManifest.FILE);
  }

  /**
   * Opens a corpus and makes sure that neither its manifest nor its files have changed.
   *
   * @throws UsageException if it is missing or incomplete, was ingested with another configuration,
   *     or has changed
   */
  public static Corpus open(StageContext context, Path path) throws IOException {
    StageMetadata metadata = context.inherit(path, Stage.INGEST);
    Corpus corpus = new Corpus(new StageFolder(context.conf(), path).path(), metadata);
    corpus.requireUnchanged(context);
    return corpus;
  }

  private void requireUnchanged(StageContext context) throws IOException {
    try (InputStream in = manifest.getFileSystem(context.conf()).open(manifest)) {
      if (!StageMetadata.hash(in).equals(metadata.corpus())) {
        throw new UsageException(manifest + " is not the manifest that ingest wrote; ingest again");
      }
    }
    String last = "";
    try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(context.conf(), manifest)) {
      for (CorpusRange range = ranges.next(); range != null; range = ranges.next()) {
        if (!range.file().equals(last)) {
          RangeReaders.requireUnchanged(context.conf(), path, range);
          last = range.file();
        }
      }
    }
  }

  /** Makes a job read the corpus. */
  public void configure(Job job) {
    CorpusInput.configure(job, manifest, SourceFormat.of(metadata.facts().get("format")));
    Shinglers.setCorpusOfSets(
        job.getConfiguration(), metadata.facts().get("content").equals("sets"));
  }

  /** Returns the number of columns: documents. */
  public long columns() {
    return metadata.columns();
  }

  /** Returns the bytes of the input files. */
  public long bytes() {
    return Long.parseLong(metadata.facts().get("bytes"));
  }

  /** Returns what identifies the corpus. */
  public String identity() {
    return metadata.corpus();
  }

  /** Returns the metadata. */
  public StageMetadata metadata() {
    return metadata;
  }
}
