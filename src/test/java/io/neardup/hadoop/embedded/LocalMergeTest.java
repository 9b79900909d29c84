package io.neardup.hadoop.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.map.TokenCounterMapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.reduce.IntSumReducer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalMergeTest {

  @TempDir private Path folder;

  /** Returns a job that maps the words of {@code input}. */
  private Job job(String... settings) throws IOException {
    Job job = Job.getInstance(Pipelines.conf(settings));
    FileInputFormat.setInputPaths(job, Ingests.path(folder.resolve("input")));
    FileOutputFormat.setOutputPath(job, Ingests.path(folder.resolve("output")));
    job.setMapperClass(TokenCounterMapper.class);
    job.setOutputKeyClass(Text.class);
    return job;
  }

  /** Counts words: with few map tasks and with more than there may be open files. */
  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "140, false", "3, true"})
  void reduceTasksGetWhatAllMapTasksSent(int maps, boolean compress) throws Exception {
    Path input = Files.createDirectories(folder.resolve("input"));
    for (int map = 0; map < maps; map++) {
      Files.writeString(input.resolve("file" + map), "all w" + map % 7 + " w" + map % 11 + "\n");
    }
    Job job = job("mapreduce.map.output.compress=" + compress);
    job.setReducerClass(IntSumReducer.class);
    job.setOutputValueClass(IntWritable.class);
    job.setNumReduceTasks(2);
    assertThat(job.waitForCompletion(false)).isTrue();

    List<String> lines = new ArrayList<>();
    for (int part = 0; part < 2; part++) {
      List<String> ofPart = Files.readAllLines(folder.resolve("output/part-r-0000" + part));
      assertThat(ofPart).isSorted();
      lines.addAll(ofPart);
    }
    List<String> expected = new ArrayList<>(List.of("all\t" + maps));
    for (int w = 0; w < 11; w++) {
      int count = 0;
      for (int map = 0; map < maps; map++) {
        count += (map % 7 == w ? 1 : 0) + (map % 11 == w ? 1 : 0);
      }
      if (count > 0) {
        expected.add("w" + w + "\t" + count);
      }
    }
    assertThat(lines).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(job.getCounters().findCounter(TaskCounter.SHUFFLED_MAPS).getValue())
        .isEqualTo(2L * maps);
    assertThat(job.getCounters().findCounter(TaskCounter.REDUCE_SHUFFLE_BYTES).getValue())
        .isPositive();
  }

  /** Notes what lies on the local disks while a reduce task has its input. */
  public static final class ListingReducer extends Reducer<Text, IntWritable, Text, LongWritable> {
    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
      try (Stream<Path> files = Files.walk(Path.of(context.getConfiguration().get("local")))) {
        long outputs =
            files
                .filter(file -> Files.isRegularFile(file))
                .filter(file -> file.getFileName().toString().matches("file\\.out|map_.*\\.out.*"))
                .count();
        context.write(new Text("files"), new LongWritable(outputs));
      }
    }

    @Override
    protected void reduce(Text key, Iterable<IntWritable> values, Context context) {}
  }

  /** Hadoop's own shuffle would have a copy of each part on the disk, as none fits the memory. */
  @ParameterizedTest
  @CsvSource({"1", "5"})
  void nothingIsCopied(int maps) throws Exception {
    Path input = Files.createDirectories(folder.resolve("input"));
    for (int map = 0; map < maps; map++) {
      Files.writeString(input.resolve("file" + map), "a b c d e f g\n".repeat(1000));
    }
    Job job =
        job(
            "mapreduce.reduce.shuffle.memory.limit.percent=0.0000001",
            "mapreduce.cluster.local.dir=" + folder.resolve("local"),
            "local=" + folder.resolve("local"));
    job.setReducerClass(ListingReducer.class);
    job.setMapOutputValueClass(IntWritable.class);
    job.setOutputValueClass(LongWritable.class);
    job.setNumReduceTasks(1);
    assertThat(job.waitForCompletion(false)).isTrue();
    assertThat(Files.readString(folder.resolve("output/part-r-00000")))
        .isEqualTo("files\t" + maps + "\n"); // those of the map tasks
  }
}
