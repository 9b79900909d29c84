package io.neardup.hadoop.stage6dedup;

import io.neardup.hadoop.corpus.SourceName;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.output.CopyPermission;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;

/**
 * The output files of a task for its current source: one in each folder that gets a record. They
 * become part of the job's output when the task is committed. On a local disk they have no checksum
 * files beside them, so that the folders contain documents only.
 */
final class SourceFiles implements Closeable {

  private final TaskInputOutputContext<?, ?, ?, ?> context;
  private final Path work;
  private final Map<String, Path> folders = new HashMap<>(); // by name; a few
  private final Map<String, Copy> open = new LinkedHashMap<>(); // by folder
  private String name = ""; // of the open files
  private FileStatus source;

  private record Copy(Path path, RecordFile records) {}

  SourceFiles(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    this.context = context;
    this.work = work(context);
  }

  /** Returns the folder whose files become part of the job's output. */
  static Path work(TaskInputOutputContext<?, ?, ?, ?> context) throws IOException {
    return ((PathOutputCommitter) context.getOutputCommitter()).getWorkPath();
  }

  /**
   * Begins a range of a source.
   *
   * @param newName the name of the files for its records; files of another name are closed
   */
  void begin(String newName, FileStatus newSource) throws IOException {
    if (!newName.equals(name)) {
      close();
      name = newName;
      source = newSource;
    }
  }

  /** Returns the file in a folder; creates it for the first record. */
  RecordFile in(String folder, RangeReader reader, boolean annotated) throws IOException {
    Copy copy = open.get(folder);
    if (copy == null) {
      context.getCounter(DedupCounters.FILES_WRITTEN).increment(1);
      Path path = SourceName.below(folders.computeIfAbsent(folder, f -> new Path(work, f)), name);
      copy = new Copy(path, reader.create(path, annotated));
      open.put(folder, copy);
      CopyPermission.of(source).restrict(fileSystem(path), path);
    }
    return copy.records();
  }

  private FileSystem fileSystem(Path path) throws IOException {
    return path.getFileSystem(context.getConfiguration());
  }

  /** Closes the files of the current source. */
  @Override
  public void close() throws IOException {
    for (Copy copy : open.values()) {
      copy.records().close();
      if (fileSystem(copy.path()) instanceof ChecksumFileSystem local) {
        local.getRawFileSystem().delete(local.getChecksumFile(copy.path()), false);
      }
    }
    open.clear();
  }
}
