package io.neardup.hadoop.collection.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.stage2bandbucket.BucketMapper;
import io.neardup.hadoop.stage2bandbucket.BucketRanges;
import io.neardup.hadoop.stage2bandbucket.BucketReducer;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BucketRule;
import io.neardup.minhash.SignatureColumn;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
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
 * A job over one or both {@linkplain Table tables} of an index. It merges the entries of new
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

  private static final String TASK = "neardup-internal.index";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * What tasks know.
   *
   * @param firstBand the band that keys call 0; that of twins comes after those of a signature
   * @param bands how many bands keys have
   * @param runs the folders of the stored runs of each table, oldest first
   * @param firstMerged the first stored run that becomes part of the new one
   * @param notOrdinary the file of the columns that have no entries; null if all have
   * @param dropped the file of the columns that are dropped; null if none are
   */
  record Task(
      int firstBand,
      int bands,
      Map<Table, List<String>> runs,
      int firstMerged,
      String notOrdinary,
      String dropped) {

    static Task of(Configuration conf) throws IOException {
      return JSON.readValue(conf.getRaw(TASK), Task.class);
    }

    MergedRuns openRuns(Configuration conf, Table table) throws IOException {
      return new MergedRuns(conf, runs.get(table).stream().map(Path::new).toList());
    }
  }

  private final StageContext context;
  private final SortedMap<Table, List<String>> runs = new TreeMap<>();
  private int firstMerged;
  private String notOrdinary;
  private String dropped;

  /**
   * @param runs the folders of the stored runs of each table, oldest first. All become one, and no
   *     column is dropped, unless a method here says otherwise
   */
  IndexJob(StageContext context, Map<Table, List<Path>> runs) {
    this.context = context;
    runs.forEach(
        (table, folders) -> this.runs.put(table, folders.stream().map(Path::toString).toList()));
  }

  /** Sets new columns that have no entries. */
  IndexJob without(ColumnSet newColumns) {
    notOrdinary = newColumns.file().toString();
    return this;
  }

  /** Sets from which stored run on they become part of the new run. */
  IndexJob merging(int first) {
    firstMerged = first;
    return this;
  }

  /**
   * Drops columns, and lists the pairs that are listed because of that.
   *
   * @param columnsToDrop those dropped before may be among them
   */
  IndexJob dropping(ColumnSet columnsToDrop) {
    dropped = columnsToDrop.file().toString();
    return this;
  }

  /**
   * Runs the job.
   *
   * @param signatures of new columns, or of those that become ordinary
   * @param output a folder for what {@link IndexReducer} writes; it may hold what a job over the
   *     other table wrote
   * @return the counters of this job
   */
  Counters run(Path signatures, Path output) throws IOException {
    Configuration conf = context.conf();
    Settings settings = context.settings();
    int bandsOfSignature = settings.getInt(Keys.BANDS);
    int first = runs.containsKey(Table.BANDS) ? 0 : bandsOfSignature;
    int bands = bandsOfSignature + (runs.containsKey(Table.TWINS) ? 1 : 0) - first;
    String task =
        JSON.writeValueAsString(new Task(first, bands, runs, firstMerged, notOrdinary, dropped));
    List<Path> stored = runs.values().stream().flatMap(List::stream).map(Path::new).toList();
    long bytes = PartFiles.bytes(conf, signatures);
    long columns = bytes / SignatureColumn.length(settings.slots());
    long storedBytes = PartFiles.bytes(conf, stored);
    int reducers = context.reducers(storedBytes + columns * bands * BucketReducer.ENTRY_BYTES);
    String names = runs.keySet().stream().map(Table::title).collect(Collectors.joining(" and "));
    String parts = runs.containsKey(Table.BANDS) ? "part" : "part-twins"; // beside those of bands
    Path[] alsoRead = Stream.concat(stored.stream(), Stream.of(signatures)).toArray(Path[]::new);
    return StageJob.of(context, "index of " + names, reducers, alsoRead)
        .set(ofJob -> SignatureInputFormat.setSlots(ofJob, settings.slots()))
        .set(ofJob -> ofJob.set(TASK, task))
        .set(ofJob -> ofJob.set("mapreduce.output.basename", parts))
        .set(ofJob -> BucketRanges.setBands(ofJob, bands))
        .readParts(SignatureInputFormat.class, bytes, signatures)
        .map(Columns.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(IndexReducer.class)
        .writeLines(output)
        .run();
  }

  /**
   * New signature column → its entries in the tables of the index: one for each band, of order 0,
   * so that the columns of a bucket are sorted by number.
   */
  public static final class Columns extends BucketMapper<BytesWritable> {

    private Task task;
    private BandHasher hasher;
    private int bandsOfSignature;
    private ColumnSet.Cursor notOrdinary; // null if all columns are ordinary

    @Override
    protected void setup(Context context) throws IOException {
      Configuration conf = context.getConfiguration();
      Settings settings = HadoopSettings.of(conf);
      task = Task.of(conf);
      bandsOfSignature = settings.getInt(Keys.BANDS);
      hasher = new BandHasher(settings.banding());
      if (task.notOrdinary != null) {
        notOrdinary = new ColumnSet.Cursor(conf, new Path(task.notOrdinary));
      }
    }

    @Override
    protected void map(LongWritable position, BytesWritable record, Context context)
        throws IOException, InterruptedException {
      byte[] bytes = record.getBytes();
      long column = SignatureColumn.column(bytes, 0);
      context.getCounter(IndexCounters.SIGNATURES).increment(1);
      if (notOrdinary != null && notOrdinary.contains(column)) {
        return;
      }
      for (int band = 0; band < task.bands; band++) {
        int ofSignature = task.firstBand + band;
        long hash =
            ofSignature == bandsOfSignature
                ? hasher.signatureHash(bytes, SignatureColumn.SLOTS_OFFSET)
                : hasher.bandHash(bytes, SignatureColumn.SLOTS_OFFSET, ofSignature);
        send(band, hash, 0, column, context);
      }
      context.getCounter(IndexCounters.ENTRIES_SENT).increment(task.bands);
    }

    @Override
    protected void cleanup(Context context) throws IOException, InterruptedException {
      super.cleanup(context);
      if (notOrdinary != null) {
        notOrdinary.close();
      }
    }
  }

  /** The two tables of the index of a collection. */
  enum Table {
    /** An entry for each band of each ordinary column: (band, band hash, column). */
    BANDS,
    /** An entry for each column: (0, hash of the signature, column). */
    TWINS;

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the folder of its runs beside the lines, which jobs that read these leave out. */
    String folder() {
      return "_" + title();
    }

    /**
     * Returns which pairs a bucket lists. That of twins is the group, of which the first T = {@code
     * neardup.candidate.max-twins} are ordinary, and the least is the only head.
     */
    BucketRule rule(Settings settings) {
      return this == TWINS
          ? BucketRule.ofTwins(settings.getInt(Keys.MAX_TWINS))
          : BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    }
  }
}
