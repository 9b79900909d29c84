package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.hadoop.output.Fact;
import io.neardup.hadoop.output.StageFolder;
import io.neardup.hadoop.output.StageMetadata;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The folders {@code batches/00000}, {@code 00001} … of a corpus that is no collection. */
public final class BatchFolders {

  private static final String BATCHES = "batches";

  private BatchFolders() {}

  /** Returns the path of the batch at a position, whether or not it exists. */
  public static Path path(Path corpus, int ordinal) {
    return new Path(new Path(corpus, BATCHES), Quantity.format("%05d", ordinal));
  }

  /** Returns the folders of the published batches in their order. */
  static List<Path> published(Configuration conf, Path corpus) throws IOException {
    List<Path> folders = new ArrayList<>();
    FileSystem fs = corpus.getFileSystem(conf);
    try {
      // HDFS reports a path below a file as an error of permissions, not as a missing file.
      if (!fs.getFileStatus(corpus).isDirectory()) {
        return List.of();
      }
      for (FileStatus child : fs.listStatus(new Path(corpus, BATCHES))) {
        Path folder = child.getPath();
        if (folder.getName().matches("\\d{5,}")
            && fs.exists(new Path(folder, StageFolder.METADATA))) {
          folders.add(folder);
        }
      }
    } catch (FileNotFoundException e) {
      return List.of();
    }
    folders.sort(Comparator.comparingLong(folder -> Long.parseLong(folder.getName())));
    return folders;
  }

  /** Reads the metadata of a batch of any corpus. */
  static StageMetadata metadata(Configuration conf, Path batch) throws IOException {
    StageMetadata metadata = new StageFolder(conf, batch).require(Stage.INGEST);
    StageFolder.requireVersions(batch, metadata);
    return metadata;
  }

  /** Returns the published batches in their order. */
  static List<Corpus.Batch> read(Configuration conf, Path corpus) throws IOException {
    List<Corpus.Batch> batches = new ArrayList<>();
    for (Path folder : published(conf, corpus)) {
      StageMetadata metadata = metadata(conf, folder);
      if (metadata.number(Fact.POSITION) != batches.size()) {
        throw new UsageException(
            "%s: batch %d is missing, but %s exists: documents are numbered across all batches. Put"
                + " the missing batch back, or ingest the files into a new corpus",
            corpus, batches.size(), folder);
      }
      batches.add(new Corpus.Batch(folder, metadata, Corpus.columnsOf(batches)));
    }
    return batches;
  }
}
