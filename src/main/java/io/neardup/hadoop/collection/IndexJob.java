package io.neardup.hadoop.collection;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.index.MergedRuns;
import io.neardup.hadoop.index.RunCursor;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.stage2bandbucket.BandRun;
import io.neardup.hadoop.stage2bandbucket.BandRunKey;
import io.neardup.hadoop.table.BigEndian;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnPairKey;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.RecordSort;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.BucketRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;

/**
 * A job over an index: that of bands, with an entry for each band of each ordinary column, or that
 * of twins, with an entry for each column. It merges the entries of new columns with the stored
 * runs, lists the pairs that have a new column, and writes a new run.
 *
 * <p>The pairs of twins are listed by the same rule as those of other columns: the bucket is the
 * group of twins, of which the first T = {@code neardup.candidate.max-twins} are ordinary, and the
 * least is the only head.
 */
final class IndexJob {

  private static final String TWINS = "neardup-internal.index-of-twins";
  private static final String RUNS = "neardup-internal.runs";
  private static final String FIRST_MERGED = "neardup-internal.first-merged-run";
  private static final String LISTS_ALL = "neardup-internal.list-all";
  private static final String NOT_ORDINARY = "neardup-internal.not-ordinary";
  private static final String DROPPED = "neardup-internal.dropped-from-index";

  /** Maximum new entries in a range of hashes if they are spread evenly. */
  private static final long ENTRIES_IN_RANGE = 1 << 18;

  /** Minimum ranges per reduce task, so that reduce tasks get about equal shares. */
  private static final long RANGES_PER_REDUCER = 8;

  private static final int BYTES_IN_MEMORY = 32 << 20;

  private final StageContext context;
  private final boolean twins;
  private final List<Path> runs;

  /**
   * @param twins whether this is the index of twins
   * @param runs the folders of the stored runs, oldest first
   */
  IndexJob(StageContext context, boolean twins, List<Path> runs) {
    this.context = context;
    this.twins = twins;
    this.runs = runs;
  }

  /**
   * Adds new columns.
   *
   * @param signatures of the new columns
   * @param columns how many new columns there are, about
   * @param notOrdinary columns that have no entries
   * @param firstMerged stored runs from this one on become part of the new run
   * @param output a folder that does not exist: for lines of pairs, the new run, and others
   */
  void add(
      Path signatures, long columns, Optional<ColumnSet> notOrdinary, int firstMerged, Path output)
      throws IOException {
    run(signatures, columns, notOrdinary, firstMerged, false, Optional.empty(), output);
    context.balance(
        "entries of new documents sent and received",
        context.count(IndexCounters.ENTRIES_SENT),
        context.count(IndexCounters.ENTRIES_RECEIVED));
  }

  /**
   * Lists all pairs.
   *
   * @param nothing a folder {@linkplain #noSignatures without signatures}
   */
  void list(Path nothing, Path output) throws IOException {
    run(nothing, 0, Optional.empty(), runs.size(), true, Optional.empty(), output);
  }

  /**
   * Drops columns, and lists the pairs that are listed because of that. All runs become one.
   *
   * @param signatures of columns that become ordinary, and have no entries in the index of bands
   * @param dropped columns; those dropped before may be among them
   * @param output a folder that does not exist: for lines of pairs, the new run, and others
   */
  void drop(Path signatures, ColumnSet dropped, Path output) throws IOException {
    run(signatures, 0, Optional.empty(), 0, false, Optional.of(dropped), output);
  }

  private void run(
      Path signatures,
      long columns,
      Optional<ColumnSet> notOrdinary,
      int firstMerged,
      boolean all,
      Optional<ColumnSet> dropped,
      Path output)
      throws IOException {
    Settings settings = context.settings();
    int bands = twins ? 1 : settings.getInt(Keys.BANDS);
    long stored = 0;
    for (Path folder : runs) {
      stored += PartFiles.bytes(context.conf(), folder);
    }
    long bytes = PartFiles.bytes(context.conf(), signatures);
    int reducers = context.reducers(stored + columns * bands * BandRun.ENTRY_BYTES);
    long least = (RANGES_PER_REDUCER * reducers + bands - 1) / bands;
    HashRanges ranges = HashRanges.choose(columns, ENTRIES_IN_RANGE, least);
    Path[] alsoRead = Stream.concat(runs.stream(), Stream.of(signatures)).toArray(Path[]::new);
    StageJob.of(context, "index of " + (twins ? "twins" : "bands"), reducers, alsoRead)
        .set(ranges::configure)
        .set(
            conf ->
                SignatureInputFormat.setSlots(
                    conf, settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS)))
        .set(conf -> configure(conf, notOrdinary, firstMerged, all, dropped))
        .readParts(SignatureInputFormat.class, bytes, signatures)
        .map(IndexMapper.class, BandRunKey.class, BytesWritable.class)
        .partition(IndexPartitioner.class)
        .group(BandRunKey.Range.class)
        .reduce(IndexReducer.class)
        .writeLines(output)
        .run();
  }

  private void configure(
      Configuration conf,
      Optional<ColumnSet> notOrdinary,
      int firstMerged,
      boolean all,
      Optional<ColumnSet> dropped) {
    conf.setBoolean(TWINS, twins);
    conf.setInt(RUNS, runs.size());
    for (int run = 0; run < runs.size(); run++) {
      conf.set(RUNS + "." + run, runs.get(run).toString());
    }
    conf.setInt(FIRST_MERGED, firstMerged);
    conf.setBoolean(LISTS_ALL, all);
    notOrdinary.ifPresent(columns -> conf.set(NOT_ORDINARY, columns.file().toString()));
    dropped.ifPresent(columns -> conf.set(DROPPED, columns.file().toString()));
  }

  /** Makes a folder of signatures without any. */
  static Path noSignatures(FileSystem fs, Path folder) throws IOException {
    fs.create(new Path(folder, PartFiles.PREFIX + "r-00000"), false).close();
    return folder;
  }

  /** Moves the files of the new run to their place. */
  static void moveRun(FileSystem fs, Path output, Path run) throws IOException {
    fs.mkdirs(run);
    for (FileStatus file : PartFiles.named(fs, output, IndexReducer.RUN + "-")) {
      String rest = file.getPath().getName().substring(IndexReducer.RUN.length() + 1);
      Path target = new Path(run, PartFiles.PREFIX + rest);
      if (!fs.rename(file.getPath(), target)) {
        throw new IOException("cannot make " + target + ": rename failed");
      }
    }
  }

  /** Moves the lines of the pairs of twins to those of bands. */
  static void moveTwins(FileSystem fs, Path ofTwins, Path output) throws IOException {
    for (FileStatus file : PartFiles.named(fs, ofTwins, PartFiles.PREFIX)) {
      String rest = file.getPath().getName().substring(PartFiles.PREFIX.length());
      Path target = new Path(output, PartFiles.PREFIX + "twins-" + rest);
      if (!fs.rename(file.getPath(), target)) {
        throw new IOException("cannot make " + target + ": rename failed");
      }
    }
  }

  /** Sorts the other columns that a job over twins has written into one file. */
  static ColumnSet others(Configuration conf, Path output, Path file) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    try (RecordSort sort = new RecordSort(Disk.ofClient(conf), BYTES_IN_MEMORY);
        ColumnSet.Writer out = new ColumnSet.Writer(conf, file)) {
      for (FileStatus part : PartFiles.named(fs, output, IndexReducer.OTHERS + "-")) {
        try (FSDataInputStream in = fs.open(part.getPath(), 1 << 16)) {
          for (long left = part.getLen(); left > 0; left -= ColumnPairKey.COLUMN_BYTES) {
            byte[] record = new byte[ColumnPairKey.COLUMN_BYTES];
            in.readFully(record);
            sort.add(record);
          }
        }
        fs.delete(part.getPath(), false);
      }
      sort.drainTo((record, length) -> out.add(BigEndian.get(record, 0, length)));
      return new ColumnSet(file, out.columns());
    }
  }

  static boolean isOfTwins(Configuration conf) {
    return conf.getBoolean(TWINS, false);
  }

  /** Returns how many bands the index has: that of twins has one. */
  static int bands(Configuration conf) {
    return isOfTwins(conf) ? 1 : settings(conf).getInt(Keys.BANDS);
  }

  /** Returns which pairs a bucket lists. */
  static BucketRule rule(Configuration conf) {
    return isOfTwins(conf)
        ? BucketRule.ofTwins(settings(conf).getInt(Keys.MAX_TWINS))
        : BucketRule.ofBand(settings(conf).getInt(Keys.MAX_BUCKET_COLUMNS));
  }

  private static Settings settings(Configuration conf) {
    return HadoopSettings.of(conf);
  }

  static int numberOfRuns(Configuration conf) {
    return conf.getInt(RUNS, 0);
  }

  /** Returns the first stored run that becomes part of the new one. */
  static int firstMerged(Configuration conf) {
    return conf.getInt(FIRST_MERGED, 0);
  }

  /** Returns whether all pairs are listed, not only those of new columns. */
  static boolean listsAll(Configuration conf) {
    return conf.getBoolean(LISTS_ALL, false);
  }

  /** Opens the columns that have no entries; null if all have. */
  static ColumnSet.Cursor notOrdinary(Configuration conf) throws IOException {
    String file = conf.getRaw(NOT_ORDINARY);
    return file == null ? null : new ColumnSet.Cursor(conf, new Path(file));
  }

  /** Reads the columns that are dropped; null if none are. */
  static ColumnBits dropped(Configuration conf) throws IOException {
    String file = conf.getRaw(DROPPED);
    return file == null ? null : ColumnBits.read(conf, new Path(file));
  }

  static MergedRuns openRuns(Configuration conf) throws IOException {
    List<RunCursor> cursors = new ArrayList<>();
    for (int run = 0; run < numberOfRuns(conf); run++) {
      Path folder = new Path(conf.getRaw(RUNS + "." + run));
      cursors.add(new RunCursor(conf, PartFiles.of(conf, folder)));
    }
    return new MergedRuns(cursors);
  }
}
