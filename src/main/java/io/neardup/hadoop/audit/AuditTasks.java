package io.neardup.hadoop.audit;

import io.neardup.audit.SampledColumns;
import io.neardup.config.Stage;
import io.neardup.hadoop.pipeline.Results;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** What the client passes to the tasks of an audit. */
final class AuditTasks {

  private static final String RESULTS = "neardup-internal.audit-results";
  private static final String SEED = "neardup-internal.audit-seed";
  private static final String LIMIT = "neardup-internal.audit-limit";
  private static final String SAMPLE = "neardup-internal.audit-sample";
  private static final String BLOCKS = "neardup-internal.audit-blocks";

  private AuditTasks() {}

  static void setResults(Configuration conf, Results results) {
    conf.set(RESULTS, results.folder().toString());
  }

  /** Returns the folder of a stage of the results. */
  static Path folder(Configuration conf, Stage stage) {
    return new Path(conf.get(RESULTS), stage.folder());
  }

  static void setSample(Configuration conf, SampledColumns sample) {
    conf.setLong(SEED, sample.seed());
    conf.setLong(LIMIT, sample.limit());
  }

  static SampledColumns sample(Configuration conf) {
    return new SampledColumns(conf.getLong(SEED, 0), conf.getLong(LIMIT, 0));
  }

  /**
   * Sets where the sampled documents are and how they are divided into blocks.
   *
   * @param starts of the blocks, as numbers of records in the file
   */
  static void setDocuments(Configuration conf, Path file, List<Integer> starts) {
    conf.set(SAMPLE, file.toString());
    conf.set(BLOCKS, String.join(",", starts.stream().map(String::valueOf).toList()));
  }

  static Path documents(Configuration conf) {
    return new Path(conf.get(SAMPLE));
  }

  /** Returns the numbers of the first record of each block. */
  static int[] blocks(Configuration conf) {
    return Arrays.stream(conf.get(BLOCKS).split(",")).mapToInt(Integer::parseInt).toArray();
  }
}
