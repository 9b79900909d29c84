package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage2bandbucket.BucketPartitioner;
import io.neardup.hadoop.stage2bandbucket.BucketReducer;
import io.neardup.hadoop.table.ColumnBits;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.SignatureInputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counters;

/**
 * A job over one or both {@linkplain IndexTable tables} of an index. It merges the entries of new
 * columns with the stored runs, lists the pairs that have a new column, and writes a new run of
 * each table.
 *
 * <p>Only ordinary columns have entries in bands, and twins decide which are. So a job over both
 * tables is right only if all columns turn out to be ordinary.
 *
 * <p>What its keys call a band are the bands of a signature, if it is about them, then, if it is
 * about them, the only one of twins.
 */
final class IndexJob {

  private static final String FIRST_BAND = "neardup-internal.first-band-of-keys";
  private static final String BANDS = "neardup-internal.number-of-bands-of-keys";
  private static final String RUNS = "neardup-internal.runs-of-";
  private static final String FIRST_MERGED = "neardup-internal.first-merged-run";
  private static final String LISTS_ALL = "neardup-internal.list-all";
  private static final String NOT_ORDINARY = "neardup-internal.not-ordinary";
  private static final String DROPPED = "neardup-internal.dropped-from-index";

  private final StageContext context;
  private final SortedMap<IndexTable, List<Path>> runs;
  private long columns;
  private int firstMerged;
  private boolean listsAll;
  private ColumnSet notOrdinary;
  private ColumnSet dropped;

  /**
   * @param runs the folders of the stored runs of each table, oldest first. All become one, and no
   *     column is dropped, unless a method here says otherwise
   */
  IndexJob(StageContext context, Map<IndexTable, List<Path>> runs) {
    this.context = context;
    this.runs = new TreeMap<>(runs);
  }

  /** Sets how many new columns there are, about. */
  IndexJob adding(long newColumns) {
    columns = newColumns;
    return this;
  }

  /** Sets new columns that have no entries. */
  IndexJob without(ColumnSet newColumns) {
    notOrdinary = newColumns;
    return this;
  }

  /** Sets from which stored run on they become part of the new run. */
  IndexJob merging(int first) {
    firstMerged = first;
    return this;
  }

  /** Says that all pairs are listed, and no run is written. */
  IndexJob listingAll() {
    listsAll = true;
    return merging(Integer.MAX_VALUE);
  }

  /**
   * Drops columns, and lists the pairs that are listed because of that.
   *
   * @param columnsToDrop those dropped before may be among them
   */
  IndexJob dropping(ColumnSet columnsToDrop) {
    dropped = columnsToDrop;
    return this;
  }

  /**
   * Runs the job.
   *
   * @param signatures of new columns, or of those that become ordinary
   * @param output a folder that does not exist, for what {@link IndexReducer} writes
   * @return the counters of this job
   */
  Counters run(Path signatures, Path output) throws IOException {
    Settings settings = context.settings();
    int bandsOfSignature = settings.getInt(Keys.BANDS);
    int first = runs.containsKey(IndexTable.BANDS) ? 0 : bandsOfSignature;
    int bands = bandsOfSignature + (runs.containsKey(IndexTable.TWINS) ? 1 : 0) - first;
    List<Path> stored = runs.values().stream().flatMap(List::stream).toList();
    long storedBytes = 0;
    for (Path folder : stored) {
      storedBytes += PartFiles.bytes(context.conf(), folder);
    }
    int reducers = context.reducers(storedBytes + columns * bands * BucketReducer.ENTRY_BYTES);
    String names =
        runs.keySet().stream().map(IndexTable::folder).collect(Collectors.joining(" and "));
    Path[] alsoRead = Stream.concat(stored.stream(), Stream.of(signatures)).toArray(Path[]::new);
    return StageJob.of(context, "index of " + names, reducers, alsoRead)
        .set(
            conf ->
                SignatureInputFormat.setSlots(conf, bandsOfSignature * settings.getInt(Keys.ROWS)))
        .set(
            conf -> {
              conf.setInt(FIRST_BAND, first);
              conf.setInt(BANDS, bands);
              BucketPartitioner.setBands(conf, bands);
              configure(conf);
            })
        .readParts(
            SignatureInputFormat.class, PartFiles.bytes(context.conf(), signatures), signatures)
        .map(IndexMapper.class, LongWritable.class, BytesWritable.class)
        .partition(BucketPartitioner.class)
        .reduce(IndexReducer.class)
        .writeLines(output)
        .run();
  }

  private void configure(Configuration conf) {
    runs.forEach(
        (table, folders) -> {
          conf.setInt(RUNS + table, folders.size());
          for (int run = 0; run < folders.size(); run++) {
            conf.set(RUNS + table + "." + run, folders.get(run).toString());
          }
        });
    conf.setInt(FIRST_MERGED, firstMerged);
    conf.setBoolean(LISTS_ALL, listsAll);
    if (notOrdinary != null) {
      conf.set(NOT_ORDINARY, notOrdinary.file().toString());
    }
    if (dropped != null) {
      conf.set(DROPPED, dropped.file().toString());
    }
  }

  /** Returns the band that keys call 0; that of twins comes after those of a signature. */
  static int firstBand(Configuration conf) {
    return conf.getInt(FIRST_BAND, 0);
  }

  /** Returns how many bands keys have. */
  static int bands(Configuration conf) {
    return conf.getInt(BANDS, 0);
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
    for (int run = 0; run < numberOfRuns(conf, table); run++) {
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
