package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.table.ColumnLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;

/**
 * Divides the ranges of batches among splits, in column order. A split takes ranges as long as
 * their bytes do not exceed a target. Ranges of which nothing is read belong to no split, or stand
 * between others of one.
 */
final class CorpusSplits {

  /** Says whether a split may end between two consecutive ranges of a batch. */
  interface Cuts {
    boolean mayCut(CorpusRange before, CorpusRange range);
  }

  private final Configuration conf;
  private final ColumnLines only; // null if all ranges are read
  private final long target;
  private final Cuts cuts;
  private final List<InputSplit> splits = new ArrayList<>();
  private final Map<String, Path> onFileSystems = new HashMap<>();

  private final List<CorpusSplit.Section> sections = new ArrayList<>(); // of the current split
  private long bytes;
  private String[] hosts;

  private int batch = -1; // of the current section
  private long offset;
  private long firstOrdinal;
  private long ranges; // up to the last one that is read; 0 if there is no section

  /**
   * @param only the columns that are read, null for all
   * @param target the bytes of a split
   */
  CorpusSplits(Configuration conf, ColumnLines only, long target, Cuts cuts) {
    this.conf = conf;
    this.only = only;
    this.target = target;
    this.cuts = cuts;
  }

  /**
   * Adds the ranges of the next batch.
   *
   * @param apart whether no split has ranges of it and of another batch
   */
  void add(CorpusBatch next, boolean apart) throws IOException {
    batch++;
    Path manifest = next.manifestPath();
    addFileSystem(next.manifest(), onFileSystems);
    try (CorpusManifest.Cursor cursor = new CorpusManifest.Cursor(conf, manifest)) {
      CorpusRange before = null;
      long ordinal = 0;
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        boolean wanted = CorpusInput.isWanted(only, next, range);
        long read = wanted ? CorpusInput.bytesRead(only, next, range) : 0;
        if (hasRanges()
            && bytes + read > target
            && (before == null || cuts.mayCut(before, range))) {
          endSplit();
        }
        if (wanted) {
          if (!hasRanges()) {
            hosts = hosts(next, range);
          }
          if (ranges == 0) {
            offset = cursor.offset();
            firstOrdinal = ordinal;
          }
          ranges = ordinal + 1 - firstOrdinal;
          bytes += read;
          addFileSystem(range.file(), onFileSystems);
        }
        before = range;
        ordinal++;
      }
    }
    endSection();
    if (apart) {
      endSplit();
    }
  }

  private boolean hasRanges() {
    return ranges > 0 || !sections.isEmpty();
  }

  private void endSection() {
    if (ranges > 0) {
      sections.add(new CorpusSplit.Section(batch, offset, firstOrdinal, ranges));
      ranges = 0;
    }
  }

  private void endSplit() {
    endSection();
    if (!sections.isEmpty()) {
      splits.add(new CorpusSplit(sections, bytes, hosts));
      sections.clear();
      bytes = 0;
    }
  }

  /** Ends the last split and returns all. */
  List<InputSplit> finish() {
    endSplit();
    return splits;
  }

  /** Returns a path on each file system that has a manifest or a range that is read. */
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
    BlockLocation[] blocks = fs.getFileBlockLocations(file, first.start(), 1);
    return blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }
}
