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
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.BucketRule;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;

/**
 * A job over one or both {@linkplain IndexTable tables} of an index. It merges the entries of new
 * columns with the stored runs, lists the pairs that have a new column, and writes a new run of
 * each table.
 *
 * <p>Only ordinary columns have entries in bands, and twins decide which are. So a job over both
 * tables is right only if all columns turn out to be ordinary.
 *
 * <p>The pairs of twins are listed by the same rule as those of other columns: the bucket is the
 * group of twins, of which the first T = {@code neardup.candidate.max-twins} are ordinary, and the
 * least is the only head.
 */
final class IndexJob {

  private static final String RUNS = "neardup-internal.runs-of-";
  private static final String FIRST_MERGED = "neardup-internal.first-merged-run";
  private static final String LISTS_ALL = "neardup-internal.list-all";
  private static final String NOT_ORDINARY = "neardup-internal.not-ordinary";
  private static final String DROPPED = "neardup-internal.dropped-from-index";

  /** Maximum new entries in a range of hashes if they are spread evenly. */
  private static final long ENTRIES_IN_RANGE = 1 << 18;

  /** Minimum ranges per reduce task, so that reduce tasks get about equal shares. */
  private static final long RANGES_PER_REDUCER = 8;

  private final StageContext context;
  private final SortedMap<IndexTable, List<Path>> runs;

  private IndexJob(StageContext context, SortedMap<IndexTable, List<Path>> runs) {
    this.context = context;
    this.runs = runs;
  }

  /**
   * Returns a job over one table.
   *
   * @param runs the folders of the stored runs, oldest first
   */
  static IndexJob of(StageContext context, IndexTable table, List<Path> runs) {
    return new IndexJob(context, new TreeMap<>(Map.of(table, runs)));
  }

  /**
   * Returns a job over both tables.
   *
   * @param twins the folders of the stored runs of twins, oldest first
   * @param bands as many folders of the stored runs of bands
   */
  static IndexJob ofBoth(StageContext context, List<Path> twins, List<Path> bands) {
    return new IndexJob(
        context, new TreeMap<>(Map.of(IndexTable.TWINS, twins, IndexTable.BANDS, bands)));
  }

  /**
   * Adds new columns.
   *
   * @param signatures of the new columns
   * @param columns how many new columns there are, about
   * @param notOrdinary columns that have no entries
   * @param firstMerged stored runs from this one on become part of the new run
   * @param output a folder that does not exist: for lines of pairs, the new runs, and others
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
    run(nothing, 0, Optional.empty(), Integer.MAX_VALUE, true, Optional.empty(), output);
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
    int bands = new IndexTables(runs.keySet(), settings.getInt(Keys.BANDS)).size();
    List<Path> stored = runs.values().stream().flatMap(List::stream).toList();
    long storedBytes = 0;
    for (Path folder : stored) {
      storedBytes += PartFiles.bytes(context.conf(), folder);
    }
    long bytes = PartFiles.bytes(context.conf(), signatures);
    int reducers = context.reducers(storedBytes + columns * bands * BandRun.ENTRY_BYTES);
    long least = (RANGES_PER_REDUCER * reducers + bands - 1) / bands;
    HashRanges ranges = HashRanges.choose(columns, ENTRIES_IN_RANGE, least);
    Path[] alsoRead = Stream.concat(stored.stream(), Stream.of(signatures)).toArray(Path[]::new);
    StageJob.of(context, "index of " + names(), reducers, alsoRead)
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

  private String names() {
    return runs.keySet().stream()
        .map(table -> table.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(" and "));
  }

  private void configure(
      Configuration conf,
      Optional<ColumnSet> notOrdinary,
      int firstMerged,
      boolean all,
      Optional<ColumnSet> dropped) {
    IndexTables.set(conf, runs.keySet());
    runs.forEach(
        (table, folders) -> {
          conf.setInt(RUNS + table, folders.size());
          for (int run = 0; run < folders.size(); run++) {
            conf.set(RUNS + table + "." + run, folders.get(run).toString());
          }
        });
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

  /** Moves the files of the new run of a table to their place. */
  static void moveRun(FileSystem fs, IndexTable table, Path output, Path run) throws IOException {
    move(fs, output, table.runFiles() + "-", run, PartFiles.PREFIX);
  }

  /** Moves the lines of the pairs of twins to those of bands. */
  static void moveTwins(FileSystem fs, Path ofTwins, Path output) throws IOException {
    move(fs, ofTwins, PartFiles.PREFIX, output, PartFiles.PREFIX + "twins-");
  }

  private static void move(FileSystem fs, Path from, String prefix, Path folder, String newPrefix)
      throws IOException {
    fs.mkdirs(folder);
    for (FileStatus file : PartFiles.named(fs, from, prefix)) {
      String rest = file.getPath().getName().substring(prefix.length());
      Path target = new Path(folder, newPrefix + rest);
      if (!fs.rename(file.getPath(), target)) {
        throw new IOException("cannot make " + target + ": rename failed");
      }
    }
  }

  /** Moves the other columns that a job over twins has written, in any order, into one file. */
  static ColumnSet others(Configuration conf, Path output, Path file) throws IOException {
    FileSystem fs = output.getFileSystem(conf);
    ColumnBits others = new ColumnBits();
    for (FileStatus part : PartFiles.named(fs, output, IndexReducer.OTHERS + "-")) {
      try (ColumnSet.Cursor columns = new ColumnSet.Cursor(conf, part.getPath())) {
        for (long column = columns.next(); column >= 0; column = columns.next()) {
          others.add(column);
        }
      }
      fs.delete(part.getPath(), false);
    }
    return others.write(conf, file);
  }

  /** Returns which pairs a bucket of a table lists. */
  static BucketRule rule(Configuration conf, IndexTable table) {
    Settings settings = HadoopSettings.of(conf);
    return table == IndexTable.TWINS
        ? BucketRule.ofTwins(settings.getInt(Keys.MAX_TWINS))
        : BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
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

  /** Opens the stored runs of a table. */
  static MergedRuns openRuns(Configuration conf, IndexTable table) throws IOException {
    List<RunCursor> cursors = new ArrayList<>();
    for (int run = 0; run < conf.getInt(RUNS + table, 0); run++) {
      Path folder = new Path(conf.getRaw(RUNS + table + "." + run));
      cursors.add(new RunCursor(conf, PartFiles.of(conf, folder)));
    }
    return new MergedRuns(cursors);
  }

  /** Returns how many stored runs a table has. */
  static int numberOfRuns(Configuration conf, IndexTable table) {
    return conf.getInt(RUNS + table, 0);
  }
}
