package io.neardup.hadoop.io;

import io.neardup.config.Keys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;

/**
 * What the input formats over a corpus have in common: splits of consecutive ranges of a manifest.
 *
 * @param <K> their key
 * @param <V> their value
 */
public abstract class CorpusInput<K, V> extends InputFormat<K, V> {

  private static final String MANIFEST = "neardup-internal.manifest";
  private static final String FORMAT = "neardup-internal.source-format";
  private static final long MIB = 1L << 20;

  /** Tells a job which manifest to read and the form of its files. */
  public static void configure(Job job, Path manifest, SourceFormat format) {
    job.getConfiguration().set(MANIFEST, manifest.toString());
    job.getConfiguration().set(FORMAT, format.key());
  }

  /** Returns what opens the ranges of a job's corpus. */
  static RangeReaders readers(Configuration conf) {
    return new RangeReaders(
        conf,
        manifest(conf).getParent(),
        SourceFormat.of(conf.get(FORMAT)),
        HadoopSettings.of(conf));
  }

  private static Path manifest(Configuration conf) {
    return new Path(conf.get(MANIFEST));
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<CorpusRange> ranges = CorpusManifest.read(conf, manifest(conf));
    long target = targetBytes(conf, ranges);
    List<InputSplit> splits = new ArrayList<>();
    int first = 0;
    long bytes = 0;
    for (int i = 0; i < ranges.size(); i++) {
      if (i > first && bytes + ranges.get(i).bytes() > target) {
        splits.add(split(conf, ranges, first, i));
        first = i;
        bytes = 0;
      }
      bytes += ranges.get(i).bytes();
    }
    if (first < ranges.size()) {
      splits.add(split(conf, ranges, first, ranges.size()));
    }
    return splits;
  }

  private static long targetBytes(Configuration conf, List<CorpusRange> ranges) {
    long asked = HadoopSettings.of(conf).get(Keys.SPLIT_BYTES);
    if (asked > 0) {
      return asked;
    }
    if (!conf.get("mapreduce.framework.name", "local").equals("local")) {
      return 128 * MIB;
    }
    long total = ranges.stream().mapToLong(CorpusRange::bytes).sum();
    long tasks = 4L * conf.getInt("mapreduce.local.map.tasks.maximum", 1);
    return Math.max(MIB, Math.min(128 * MIB, total / tasks));
  }

  private static CorpusSplit split(Configuration conf, List<CorpusRange> ranges, int from, int to)
      throws IOException {
    CorpusRange first = ranges.get(from);
    Path file = new Path(manifest(conf).getParent(), first.file());
    FileSystem fs = file.getFileSystem(conf);
    BlockLocation[] blocks = fs.getFileBlockLocations(file, first.start(), 1);
    String[] hosts = blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
    return new CorpusSplit(from, new ArrayList<>(ranges.subList(from, to)), hosts);
  }
}
