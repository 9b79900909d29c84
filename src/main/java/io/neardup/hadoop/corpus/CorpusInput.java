package io.neardup.hadoop.corpus;

import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.packed.PackedWriter;
import io.neardup.hadoop.job.ClusterTasks;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.SmallJob;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.security.TokenCache;

/**
 * The common base of the input formats over a corpus. A split is a run of consecutive ranges of one
 * batch. The number of splits depends on the bytes, not on the number of files.
 *
 * @param <K> the key
 * @param <V> the value
 */
public abstract class CorpusInput<K, V> extends InputFormat<K, V> {

  private static final String BYTES = "neardup-internal.corpus-bytes";
  private static final String ONLY = "neardup-internal.only-columns";
  private static final String DROPPED = "neardup-internal.dropped-columns";
  private static final String FIELD = "neardup-internal.field.";
  private static final long MIB = 1L << 20;

  /** The number of ranges of a small input: enough to divide it evenly among tasks. */
  private static final int RANGES = 64;

  /**
   * Sets the batches that a job reads.
   *
   * @param bytes the total length of their files
   */
  public static void configure(Configuration conf, List<CorpusBatch> batches, long bytes) {
    CorpusBatch.set(conf, batches);
    conf.setLong(BYTES, bytes);
    SmallJob.configure(conf, bytes, tasks(conf));
  }

  /**
   * Fits the sort buffer of a job that has been configured to what its map tasks send: see {@link
   * EmbeddedDefaults#fitSortBuffer}.
   */
  public static void fitSortBuffer(Configuration conf, long sentBytes) {
    EmbeddedDefaults.fitSortBuffer(conf, sentBytes, tasks(conf));
  }

  /** Returns about how many map tasks a job has. */
  private static long tasks(Configuration conf) {
    return conf.getLong(BYTES, 0) / targetBytes(conf);
  }

  /**
   * Tells a job which fields of the records it wants besides id and text, for {@link
   * DocumentWritable#field}.
   *
   * @throws UsageException if the records have no fields with names
   */
  public static void setFields(
      Configuration conf, Collection<SourceFormat> formats, List<String> fields) {
    for (SourceFormat format : formats) {
      if (!fields.isEmpty() && !format.hasFields()) {
        throw new UsageException(
            "there is no field " + fields.get(0) + ": " + withoutFields(format));
      }
    }
    for (int i = 0; i < fields.size(); i++) {
      conf.set(FIELD + i, fields.get(i)); // a name may hold any character
    }
  }

  /**
   * Limits a job to certain columns. Of ranges without addresses it also reads the other documents.
   *
   * @param columns a folder of part files of lines {@code column<TAB>…}, by column
   */
  static void readOnly(Configuration conf, Path columns) {
    conf.set(ONLY, columns.toString());
  }

  /** Returns the columns that a job is limited to; null if it reads all ranges. */
  static ColumnLines only(Configuration conf) throws IOException {
    String columns = conf.get(ONLY);
    return columns == null ? null : new ColumnLines(conf, new Path(columns));
  }

  /** Tells the tasks of a job which documents of its corpus were dropped. */
  static void setDropped(Configuration conf, ColumnSet dropped) {
    conf.set(DROPPED, dropped.file().toString());
  }

  /** Opens the columns of the documents that were dropped; null if there are none. */
  static ColumnSet.Cursor dropped(Configuration conf) throws IOException {
    String file = conf.getRaw(DROPPED);
    return file == null ? null : new ColumnSet.Cursor(conf, new Path(file));
  }

  /** Returns the error message for a format whose documents have no named fields. */
  public static String withoutFields(SourceFormat format) {
    return "documents of the format " + format.key() + " have no fields with names";
  }

  /** Returns the fields that a job requests. */
  static List<String> fields(Configuration conf) {
    List<String> fields = new ArrayList<>();
    for (String field = conf.get(FIELD + 0);
        field != null;
        field = conf.get(FIELD + fields.size())) {
      fields.add(field);
    }
    return fields;
  }

  /**
   * Returns whether ids are made of the numbers of records, which are not known before all of a
   * file is counted, in a job that reads one batch.
   */
  public static boolean idsArePlaces(Configuration conf) throws IOException {
    return CorpusBatch.get(conf).get(0).idsArePlaces();
  }

  /** Returns the format of the sources of a job that reads one batch. */
  public static SourceFormat format(Configuration conf) throws IOException {
    return CorpusBatch.get(conf).get(0).format();
  }

  @Override
  public List<InputSplit> getSplits(JobContext context) throws IOException {
    Configuration conf = context.getConfiguration();
    List<CorpusBatch> batches = CorpusBatch.get(conf);
    try (ColumnLines only = only(conf)) {
      CorpusSplits splits =
          new CorpusSplits(
              conf, only, targetBytes(conf), (before, range) -> mayCut(conf, before, range));
      for (CorpusBatch batch : batches) {
        splits.add(batch, !maySpanBatches());
      }
      List<InputSplit> all = splits.finish();
      // The documents may be on another file system; with Kerberos, tasks need a token for it.
      TokenCache.obtainTokensForNamenodes(context.getCredentials(), splits.onFileSystems(), conf);
      return all;
    }
  }

  /** Returns whether a range contains a column that the job is limited to, if it is. */
  static boolean isWanted(ColumnLines only, CorpusBatch batch, CorpusRange range)
      throws IOException {
    long from = batch.firstColumn() + range.firstColumn();
    return only == null || only.hasAny(from, from + range.documents());
  }

  /** Returns about how many bytes a job reads of a range that it wants. */
  static long bytesRead(ColumnLines only, CorpusBatch batch, CorpusRange range) throws IOException {
    if (only == null || range.addressBytes() == 0) {
      return range.bytes();
    }
    long column = batch.firstColumn() + range.firstColumn();
    long end = column + range.documents();
    long documents = 0;
    while (only.hasAny(column, end)) {
      column = only.column() + 1;
      documents++;
    }
    long least = batch.packed() ? PackedWriter.BLOCK_BYTES : 1; // of which a document is part
    return Math.min(range.bytes(), documents * Math.max(least, range.bytes() / range.documents()));
  }

  /**
   * Returns about how many bytes a job reads that is limited to certain columns.
   *
   * @param columns a folder of part files of lines {@code column<TAB>…}, by column
   */
  static long bytesRead(Configuration conf, List<CorpusBatch> batches, Path columns)
      throws IOException {
    long bytes = 0;
    try (ColumnLines only = new ColumnLines(conf, columns)) {
      for (CorpusBatch batch : batches) {
        try (CorpusManifest.Cursor manifest =
            new CorpusManifest.Cursor(conf, batch.manifestPath())) {
          for (CorpusRange range = manifest.next(); range != null; range = manifest.next()) {
            bytes += isWanted(only, batch, range) ? bytesRead(only, batch, range) : 0;
          }
        }
      }
    }
    return bytes;
  }

  /** Returns whether a split may end between two consecutive ranges. */
  boolean mayCut(Configuration conf, CorpusRange before, CorpusRange range) {
    return true;
  }

  /** Returns whether a split may have ranges of several batches. */
  boolean maySpanBatches() {
    return false;
  }

  private static long targetBytes(Configuration conf) {
    return splitBytes(conf, conf.getLong(BYTES, 0));
  }

  /** Returns the target split size in bytes: how much of a corpus one map task reads. */
  public static long splitBytes(Configuration conf, long corpusBytes) {
    long asked = HadoopSettings.of(conf).get(Keys.SPLIT_BYTES);
    if (asked > 0) {
      return asked;
    }
    if (!LocalRunner.isUsed(conf)) {
      return ClusterTasks.bytesPerTask(conf, corpusBytes, 128 * MIB);
    }
    long cores = LocalRunner.mapTasks(conf);
    // Several tasks per core balance the load, but each has a start-up cost.
    long tasks = cores * Math.max(1, Math.min(4, corpusBytes / (cores * 16 * MIB)));
    // A split also takes the whole range in which its share ends.
    long even = (corpusBytes + tasks - 1) / tasks + rangeBytes(conf, corpusBytes) - 1;
    return Math.max(MIB, Math.min(128 * MIB, even));
  }

  /** Returns the target length in bytes of the ranges into which splittable files are cut. */
  public static long rangeBytes(Configuration conf, long inputBytes) {
    long asked = HadoopSettings.of(conf).get(Keys.RANGE_BYTES);
    return asked > 0
        ? asked
        : Math.max(MIB / 4, Math.min(16 * MIB, (inputBytes + RANGES - 1) / RANGES));
  }
}
