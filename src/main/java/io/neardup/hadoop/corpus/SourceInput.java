package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The common base of the input formats over the sources of a corpus. A split is a run of
 * consecutive ranges of one batch, as many as do not exceed the bytes of a split. The number of
 * splits depends on the bytes, not on the number of files.
 *
 * @param <V> the value
 */
abstract class SourceInput<V> extends InputFormat<LongWritable, V> {

  private static final String PART_BYTES = "neardup-internal.part-bytes";
  private static final long ANYWHERE = -1; // a split may begin

  /**
   * Makes each split begin with a file or a part of a file.
   *
   * @param bytes the length of the parts; 0 keeps files whole
   */
  public static void setPartBytes(Configuration conf, long bytes) {
    conf.setLong(PART_BYTES, bytes);
  }

  /** Names the files that the parts of a source are copied to. */
  static final class CopyNames {
    private final long partBytes;
    private CorpusRange named; // which range was named last
    private String name;

    CopyNames(Configuration conf) {
      partBytes = conf.getLong(PART_BYTES, 0);
    }

    /** Returns the name of the file that the records of a range are copied to. */
    String of(CorpusRange range) {
      if (!range.equals(named)) { // not for each record
        named = range;
        boolean divided =
            partBytes > 0 && range.length() > partBytes && range.bytes() < range.length();
        name = divided ? SourceName.part(range.name(), range.start() / partBytes) : range.name();
      }
      return name;
    }
  }

  @Override
  public final List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    long target = CorpusInput.targetBytes(conf);
    long partBytes = conf.getLong(PART_BYTES, ANYWHERE);
    List<InputSplit> splits = new ArrayList<>();
    Map<String, Path> onFileSystems = new HashMap<>();
    List<CorpusBatch> batches = CorpusBatch.get(conf);
    for (int b = 0; b < batches.size(); b++) {
      CorpusBatch batch = batches.get(b);
      addFileSystem(batch.manifest(), onFileSystems);
      try (CorpusManifest.Cursor manifest = new CorpusManifest.Cursor(conf, batch.manifestPath())) {
        CorpusRange first = null; // of the current split
        CorpusRange before = null;
        long offset = 0;
        long start = 0;
        long bytes = 0;
        long ordinal = 0;
        for (CorpusRange range = manifest.next(); range != null; range = manifest.next()) {
          if (first != null
              && bytes + range.bytes() > target
              && !isOfOnePart(before, range, partBytes)) {
            splits.add(
                new CorpusSplit(b, offset, start, ordinal, bytes, hosts(conf, batch, first)));
            first = null;
            bytes = 0;
          }
          if (first == null) {
            first = range;
            offset = manifest.offset();
            start = ordinal;
          }
          bytes += range.bytes();
          addFileSystem(range.file(), onFileSystems);
          before = range;
          ordinal++;
        }
        if (first != null) {
          splits.add(new CorpusSplit(b, offset, start, ordinal, bytes, hosts(conf, batch, first)));
        }
      }
    }
    // The sources may be on another file system; with Kerberos, tasks need a token for it.
    TokenCache.obtainTokensForNamenodes(
        context.getCredentials(), onFileSystems.values().toArray(new Path[0]), conf);
    return splits;
  }

  private static boolean isOfOnePart(CorpusRange before, CorpusRange range, long partBytes) {
    return partBytes != ANYWHERE
        && before.file().equals(range.file())
        && (partBytes == 0 || before.start() / partBytes == range.start() / partBytes);
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

  private static String[] hosts(Configuration conf, CorpusBatch batch, CorpusRange first)
      throws IOException {
    Path file = RangeReaders.path(batch.folder(), first);
    try {
      return CorpusInput.hosts(
          file.getFileSystem(conf).getFileBlockLocations(file, first.start(), 1));
    } catch (FileNotFoundException e) {
      return new String[0]; // an audit does not need it; else the task says so
    }
  }
}
