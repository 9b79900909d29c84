package io.neardup.hadoop.job;

import io.neardup.hadoop.embedded.LocalRunner;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * The work of a stage's jobs: the numbers of jobs and tasks, and Hadoop's counters of records and
 * bytes, by file system. Each number is a sum over the jobs, except memory, which is the maximum of
 * any one task.
 */
final class JobWork {

  private static final List<TaskCounter> SUMS =
      List.of(
          TaskCounter.MAP_INPUT_RECORDS,
          TaskCounter.MAP_OUTPUT_RECORDS,
          TaskCounter.MAP_OUTPUT_BYTES,
          TaskCounter.REDUCE_SHUFFLE_BYTES,
          TaskCounter.SPILLED_RECORDS);

  private static final List<TaskCounter> MOSTS =
      List.of(
          TaskCounter.MAP_PHYSICAL_MEMORY_BYTES_MAX, TaskCounter.REDUCE_PHYSICAL_MEMORY_BYTES_MAX);

  private final Map<String, Long> work = new TreeMap<>();

  /** Returns the number of map tasks of a job that has been submitted. */
  static int maps(Job job) {
    return job.getConfiguration().getInt(MRJobConfig.NUM_MAPS, 0);
  }

  /** Adds a job that has ended. */
  void add(Job job, Counters counters) {
    work.merge("JOBS", 1L, Long::sum);
    work.merge("MAP_TASKS", (long) maps(job), Long::sum);
    work.merge("REDUCE_TASKS", (long) job.getNumReduceTasks(), Long::sum);
    for (TaskCounter counter : SUMS) {
      work.merge(counter.name(), counters.findCounter(counter).getValue(), Long::sum);
    }
    // Tasks inside this process count what all of it reads and writes, each anew.
    boolean counted = !LocalRunner.isUsed(job.getConfiguration());
    for (Counter counter : counters.getGroup(FileSystemCounter.class.getName())) {
      if (counted
          && counter.getName().matches(".*_BYTES_(READ|WRITTEN)")
          && counter.getValue() > 0) {
        work.merge(counter.getName(), counter.getValue(), Long::sum); // HDFS_BYTES_READ …
      }
    }
    for (TaskCounter counter : MOSTS) {
      long value = counters.findCounter(counter).getValue();
      if (value > 0) { // not measured in embedded mode
        work.merge(counter.name(), value, Math::max);
      }
    }
  }

  /** Returns the numbers by name. */
  Map<String, Long> numbers() {
    return new TreeMap<>(work);
  }
}
