package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Divides the ranges of batches among splits, in column order. A split takes ranges of a batch as
 * long as their bytes do not exceed a target.
 */
final class SourceSplits {

  /** Says whether a split may end between two consecutive ranges of a batch. */
  interface Cuts {
    boolean mayCut(CorpusRange before, CorpusRange range);
  }

  private final Configuration conf;
  private final long target;
  private final Cuts cuts;
  private final List<InputSplit> splits = new ArrayList<>();
  private final Map<String, Path> onFileSystems = new HashMap<>();

  private int batch = -1; // of the current split
  private long offset;
  private long firstOrdinal;
  private long ranges;
  private long bytes;
  private String[] hosts;

  /**
   * @param target the bytes of a split
   */
  SourceSplits(Configuration conf, long target, Cuts cuts) {
    this.conf = conf;
    this.target = target;
    this.cuts = cuts;
  }

  /** Adds the ranges of the next batch. */
  void add(CorpusBatch next) throws IOException {
    batch++;
    addFileSystem(next.manifest(), onFileSystems);
    try (CorpusManifest.Cursor cursor = new CorpusManifest.Cursor(conf, next.manifestPath())) {
      CorpusRange before = null;
      long ordinal = 0;
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        if (ranges > 0 && bytes + range.bytes() > target && cuts.mayCut(before, range)) {
          endSplit();
        }
        if (ranges == 0) {
          hosts = hosts(next, range);
          offset = cursor.offset();
          firstOrdinal = ordinal;
        }
        ranges++;
        bytes += range.bytes();
        addFileSystem(range.file(), onFileSystems);
        before = range;
        ordinal++;
      }
    }
    endSplit();
  }

  private void endSplit() {
    if (ranges > 0) {
      splits.add(new SourceSplit(batch, offset, firstOrdinal, ranges, bytes, hosts));
      ranges = 0;
      bytes = 0;
    }
  }

  /** Returns all splits. */
  List<InputSplit> finish() {
    return splits;
  }

  /** Returns a path on each file system that has a manifest or a range. */
  Path[] onFileSystems() {
    return onFileSystems.values().toArray(new Path[0]);
  }

  /**
   * Adds a path, if it is not a relative one, unless the map already has one on the same file
   * system. A {@link Path} is not made of each: there may be millions, and one takes microseconds.
   */
  static void addFileSystem(String path, Map<String, Path> onFileSystems) {
    int slash = path.indexOf('/');
    if (slash > 0 && path.charAt(slash - 1) == ':') {
      int end = path.startsWith("//", slash) ? path.indexOf('/', slash + 2) : slash;
      onFileSystems.computeIfAbsent(path.substring(0, end), f -> new Path(path));
    }
  }

  private String[] hosts(CorpusBatch of, CorpusRange first) throws IOException {
    Path file = new Path(of.folder(), first.file());
    FileSystem fs = file.getFileSystem(conf);
    try {
      return CorpusInput.hosts(fs.getFileBlockLocations(file, first.start(), 1));
    } catch (FileNotFoundException e) {
      return new String[0]; // an audit does not need it; else the task says so
    }
  }
}
