package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Keys;
import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.embedded.LocalRunner;
import io.neardup.hadoop.job.JobSize;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnLines;
import io.neardup.hadoop.table.ColumnSet;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MapContext;

/** Configures jobs over a corpus or its sources, and says how large their tasks are. */
public final class CorpusInput {

  private static final String BATCHES = "neardup-internal.batches";
  private static final String BYTES = "neardup-internal.corpus-bytes";
  private static final String DOCUMENT_BYTES = "neardup-internal.max-document-bytes";
  private static final String ONLY = "only-columns";
  private static final String DROPPED = "dropped-columns";
  private static final long MIB = 1L << 20;

  /** The most that a task reads where there are places enough for all. */
  private static final long MAX_BYTES = 128 * MIB;

  /** Reading an entry of the catalog costs about as much as so many bytes of text. */
  private static final long ENTRY_BYTES = 256;

  /** The number of ranges of a small input: enough to divide it evenly among tasks. */
  private static final int RANGES = 64;

  /** Most parts of less than 1 MiB: each costs memory. */
  private static final int MAX_SHORT_PARTS = 1_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private CorpusInput() {}

  /** Sets the batches that a job reads, and how many bytes of them. */
  public static void configure(Configuration conf, List<Corpus.Batch> batches, long bytes) {
    conf.set(BATCHES, json(batches));
    conf.setLong(BYTES, bytes);
    JobSize.configure(conf, bytes, tasks(conf));
  }

  /** Returns the batches that a job reads. */
  public static List<Corpus.Batch> batches(Configuration conf) {
    // Not Configuration.get, which would expand variables.
    return parse(conf.getRaw(BATCHES), new TypeReference<>() {});
  }

  /** Returns batches or names as JSON. */
  public static String json(List<?> list) {
    return JSON.valueToTree(list).toString();
  }

  static <T> T parse(String json, TypeReference<T> type) {
    try {
      return JSON.readValue(json, type);
    } catch (IOException e) {
      throw new UsageException("the metadata of a batch are damaged: " + e.getMessage());
    }
  }

  /** Returns the batch whose sources a map task reads. */
  public static Corpus.Batch batchOfSources(MapContext<?, ?, ?, ?> task) {
    return batches(task.getConfiguration()).get(((CorpusSplit) task.getInputSplit()).batch);
  }

  /**
   * Lets splits be as long as a job that reads only the catalog needs them, unless the user has set
   * their length, and returns how many bytes of documents its work compares to.
   */
  static long countEntries(Configuration conf, long documents, long bytes) {
    if (HadoopSettings.of(conf).get(Keys.SPLIT_BYTES) > 0) {
      return bytes;
    }
    conf.setLong(DOCUMENT_BYTES, ENTRY_BYTES);
    return Math.min(bytes, documents * ENTRY_BYTES);
  }

  /** Returns how many bytes a document counts as in a split, at most. */
  static long maxDocumentBytes(Configuration conf) {
    return conf.getLong(DOCUMENT_BYTES, Long.MAX_VALUE);
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

  /** Limits a job to the columns of part files of lines {@code column<TAB>…}, by column. */
  static void readOnly(Configuration conf, Path columns) {
    StageJob.setBeside(conf, ONLY, columns);
  }

  /** Returns the columns that a job is limited to; null if it reads all. */
  static ColumnLines only(Configuration conf) throws IOException {
    Path columns = StageJob.beside(conf, ONLY);
    return columns == null ? null : new ColumnLines(conf, columns);
  }

  /** Tells the tasks of a job which documents of its corpus were dropped. */
  public static void setDropped(Configuration conf, ColumnSet dropped) {
    StageJob.setBeside(conf, DROPPED, dropped.file());
  }

  /** Opens the columns of the documents that were dropped; null if there are none. */
  public static ColumnSet.Cursor dropped(Configuration conf) throws IOException {
    Path file = StageJob.beside(conf, DROPPED);
    return file == null ? null : new ColumnSet.Cursor(conf, file);
  }

  /** Returns the hosts of the first of some blocks; none where the file system knows none. */
  static String[] hosts(BlockLocation[] blocks) throws IOException {
    return blocks == null || blocks.length == 0 ? new String[0] : blocks[0].getHosts();
  }

  /** Returns how many bytes a split of a job that has been configured is to have. */
  static long targetBytes(Configuration conf) {
    return splitBytes(conf, conf.getLong(BYTES, 0));
  }

  /** Returns how many bytes each split is to have if all are even. */
  static double evenBytes(Configuration conf) {
    long bytes = Math.max(1, conf.getLong(BYTES, 0));
    return bytes / Math.ceil((double) bytes / targetBytes(conf));
  }

  /** Returns the target split size in bytes: how much of a corpus one map task reads. */
  public static long splitBytes(Configuration conf, long corpusBytes) {
    long asked = HadoopSettings.of(conf).get(Keys.SPLIT_BYTES);
    if (asked > 0) {
      return bounded(asked, corpusBytes);
    }
    long range = rangeBytes(conf, corpusBytes) - 1; // a split takes all of that in which it ends
    if (!LocalRunner.isUsed(conf)) {
      long bytes = JobSize.bytesPerTask(conf, corpusBytes, MAX_BYTES);
      return bytes > MAX_BYTES ? bytes + range : bytes;
    }
    long cores = LocalRunner.mapTasks(conf);
    // Several tasks per core balance the load, but each has a start-up cost.
    long tasks = cores * Math.max(1, Math.min(4, corpusBytes / (cores * 16 * MIB)));
    long even = (corpusBytes + tasks - 1) / tasks + range;
    return Math.max(MIB, Math.min(MAX_BYTES, even));
  }

  /** Returns a part of some bytes that is not so short that there were millions of parts. */
  private static long bounded(long part, long bytes) {
    return Math.max(part, Math.min(MIB, bytes / MAX_SHORT_PARTS));
  }

  /** Returns the target length in bytes of the ranges into which splittable files are cut. */
  public static long rangeBytes(Configuration conf, long inputBytes) {
    long asked = HadoopSettings.of(conf).get(Keys.RANGE_BYTES);
    return asked > 0
        ? bounded(asked, inputBytes)
        : Math.max(MIB / 4, Math.min(16 * MIB, (inputBytes + RANGES - 1) / RANGES));
  }
}
