package io.neardup.hadoop.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link LocalFailures} of jobs that fail in different places. */
class LocalFailuresTest {

  @TempDir private Path folder;
  private Job job;

  @BeforeEach
  void makeJob() throws IOException {
    Files.writeString(folder.resolve("in.txt"), "a line\n");
    job = Job.getInstance(Pipelines.conf());
    FileInputFormat.setInputPaths(job, folder.resolve("in.txt").toUri().toString());
    FileOutputFormat.setOutputPath(job, Ingests.path(folder.resolve("out")));
  }

  private String reason() throws Exception {
    try (LocalFailures failures = LocalFailures.listen(job.getConfiguration())) {
      assertThat(job.waitForCompletion(false)).isFalse();
      return failures.reason(job.getJobID()).orElse("");
    }
  }

  /** Fails at the first line. */
  public static final class FailingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable position, Text line, Context to) throws IOException {
      throw new IOException("no room for " + line);
    }
  }

  /** Fails at the first line. */
  public static final class FailingReducer extends Reducer<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void reduce(LongWritable position, Iterable<Text> lines, Context to) {
      throw new OutOfMemoryError("of a test");
    }
  }

  /** Its readers cannot be opened. */
  public static final class FailingInput extends TextInputFormat {
    @Override
    public RecordReader<LongWritable, Text> createRecordReader(
        InputSplit split, TaskAttemptContext context) {
      throw new IllegalStateException("no reader");
    }
  }

  @Test
  void ofAMapper() throws Exception {
    job.setMapperClass(FailingMapper.class);
    assertThat(reason()).isEqualTo("java.io.IOException: no room for a line");
  }

  @Test
  void ofAReducer() throws Exception {
    job.setReducerClass(FailingReducer.class);
    assertThat(reason()).contains("OutOfMemoryError: of a test");
  }

  @Test
  void ofWhatHadoopCallsAroundThem() throws Exception {
    job.setInputFormatClass(FailingInput.class);
    assertThat(reason()).contains("IllegalStateException: no reader");
  }

  /** Nor is a cluster listened to. */
  @ParameterizedTest
  @ValueSource(strings = {"local", "yarn"})
  void ofAJobThatDidNotFailNothingIsKnown(String framework) throws Exception {
    Configuration conf = Mr.conf("mapreduce.framework.name=" + framework);
    try (LocalFailures failures = LocalFailures.listen(conf)) {
      assertThat(failures.reason(new JobID("another", 1))).isEmpty();
    }
  }
}
