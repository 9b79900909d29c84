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
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * Gives map tasks the ranges of the batches' sources; they open them with a {@link SourceReader}.
 * The key is the position of the range in the manifest of its batch. A split has consecutive ranges
 * of one batch, up to a target size, so the number of splits depends on bytes, not on files.
 */
public final class SourceInputFormat extends InputFormat<LongWritable, CorpusRange> {

  private static final String PART_BYTES = "neardup-internal.part-bytes";
  private static final long ANYWHERE = -1; // splits may begin at any range

  /**
   * Makes splits begin only where a file, or a part of it of so many bytes, begins; 0 keeps files
   * whole.
   */
  public static void setPartBytes(Configuration conf, long bytes) {
    conf.setLong(PART_BYTES, bytes);
  }

  /** Returns the name of the file that the records of a range are copied to. */
  public static String nameOfCopy(Configuration conf, CorpusRange range) {
    long partBytes = conf.getLong(PART_BYTES, 0);
    boolean divided = partBytes > 0 && range.length() > partBytes && range.bytes() < range.length();
    return divided ? SourceName.part(range.name(), range.start() / partBytes) : range.name();
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    long target = CorpusInput.targetBytes(conf);
    long partBytes = conf.getLong(PART_BYTES, ANYWHERE);
    List<InputSplit> splits = new ArrayList<>();
    Map<String, Path> onFileSystems = new HashMap<>();
    List<Corpus.Batch> batches = CorpusInput.batches(conf);
    for (int b = 0; b < batches.size(); b++) {
      Corpus.Batch batch = batches.get(b);
      addFileSystem(batch.folder().toString(), onFileSystems);
      try (CorpusManifest.Cursor manifest = new CorpusManifest.Cursor(conf, batch.manifest())) {
        CorpusRange before = null;
        CorpusSplit split = null;
        long ordinal = 0;
        for (CorpusRange range = manifest.next(); range != null; range = manifest.next()) {
          if (split == null
              || (split.bytes + range.bytes() > target && !isOfOnePart(before, range, partBytes))) {
            split = new CorpusSplit(ordinal, hosts(conf, batch, range));
            split.batch = b;
            split.offset = manifest.offset();
            splits.add(split);
          }
          split.end++;
          split.bytes += range.bytes();
          addFileSystem(range.file(), onFileSystems);
          before = range;
          ordinal++;
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
   * Adds a path with a scheme, unless the map has one on the same file system. Does not make a
   * {@link Path} of each: there may be millions, and one takes microseconds.
   */
  static void addFileSystem(String path, Map<String, Path> onFileSystems) {
    int slash = path.indexOf('/');
    if (slash > 0 && path.charAt(slash - 1) == ':') {
      int end = path.startsWith("//", slash) ? path.indexOf('/', slash + 2) : slash;
      onFileSystems.computeIfAbsent(path.substring(0, end), f -> new Path(path));
    }
  }

  private static String[] hosts(Configuration conf, Corpus.Batch batch, CorpusRange first)
      throws IOException {
    Path file = SourceReader.path(batch.folder(), first);
    try {
      return CorpusInput.hosts(
          file.getFileSystem(conf).getFileBlockLocations(file, first.start(), 1));
    } catch (FileNotFoundException e) {
      return new String[0]; // an audit does not need the file; other tasks report it
    }
  }

  @Override
  public RecordReader<LongWritable, CorpusRange> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    return new Reader();
  }

  private static final class Reader extends CorpusSplit.Reader<CorpusRange> {
    private CorpusManifest.Cursor manifest;
    private CorpusRange range;

    @Override
    void open(Configuration conf) throws IOException {
      Path file = CorpusInput.batches(conf).get(split.batch).manifest();
      manifest = new CorpusManifest.Cursor(conf, file, split.offset);
    }

    @Override
    public boolean nextKeyValue() throws IOException {
      if (next == split.end) {
        return false;
      }
      key.set(next++);
      range = manifest.next();
      return true;
    }

    @Override
    public CorpusRange getCurrentValue() {
      return range;
    }

    @Override
    public void close() throws IOException {
      manifest.close();
    }
  }
}
