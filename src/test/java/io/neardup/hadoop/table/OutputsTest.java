package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.TaskNotes;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.commons.io.function.IOConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@link NamedLinesOutputFormat}, {@link PairsOutputFormat}, {@link RawOutputFormat} and {@link
 * TaskNotes}, with commits.
 */
class OutputsTest {

  @TempDir private java.nio.file.Path folder;
  private Configuration conf;
  private Path output;

  @BeforeEach
  void configure() {
    output = new Path(folder.resolve("out").toUri());
    conf =
        Mr.conf(
            FileOutputFormat.OUTDIR + "=" + output,
            "mapreduce.fileoutputcommitter.marksuccessfuljobs=false");
  }

  private TaskAttemptContext reduceTask(int number, int attempt) {
    TaskID task = new TaskID("test", 1, TaskType.REDUCE, number);
    return new TaskAttemptContextImpl(conf, new TaskAttemptID(task, attempt));
  }

  private List<String> outputFiles() throws IOException {
    return Pipelines.names(folder.resolve("out")).stream()
        .filter(name -> !name.endsWith(".crc"))
        .toList();
  }

  private String content(String name) throws IOException {
    return Files.readString(folder.resolve("out").resolve(name));
  }

  /** Writes records. */
  private interface Records<K, V> {
    void write(RecordWriter<K, V> out) throws Exception;
  }

  /** Writes the records of an attempt at a reduce task; commits them, if asked to. */
  private <K, V> void write(
      FileOutputFormat<K, V> format, int number, boolean commit, Records<K, V> records)
      throws Exception {
    TaskAttemptContext task = reduceTask(number, commit ? 1 : 0);
    OutputCommitter committer = format.getOutputCommitter(task);
    committer.setupJob(task);
    RecordWriter<K, V> writer = format.getRecordWriter(task);
    records.write(writer);
    writer.close(task);
    if (commit && committer.needsTaskCommit(task)) {
      committer.commitTask(task);
    }
  }

  private void commitJob() throws IOException {
    TaskAttemptContext task = reduceTask(0, 0);
    new FileOutputCommitter(output, task).commitJob(task);
  }

  @Test
  void namedLinesGoToTheFilesOfTheirNamesAndNoneIsEmpty() throws Exception {
    write(
        new NamedLinesOutputFormat(),
        0,
        true,
        out -> {
          Text name = new Text(); // reused, as reducers do
          Text line = new Text();
          for (String[] record :
              new String[][] {{"manifest", "a long line"}, {"skipped", "é"}, {"manifest", "b"}}) {
            name.set(record[0]);
            line.set(record[1]);
            out.write(name, line);
          }
        });
    write(new NamedLinesOutputFormat(), 1, true, out -> {});
    commitJob();
    assertThat(outputFiles()).containsExactly("manifest-r-00000", "skipped-r-00000");
    assertThat(content("manifest-r-00000")).isEqualTo("a long line\nb\n");
    assertThat(content("skipped-r-00000")).isEqualTo("é\n");
  }

  @Test
  void anAttemptThatWasNotCommittedLeavesNothing() throws Exception {
    Text name = new Text("manifest");
    write(new NamedLinesOutputFormat(), 0, false, out -> out.write(name, new Text("half")));
    write(new NamedLinesOutputFormat(), 0, true, out -> out.write(name, new Text("whole")));
    commitJob();
    assertThat(outputFiles()).containsExactly("manifest-r-00000");
    assertThat(content("manifest-r-00000")).isEqualTo("whole\n");
  }

  @Test
  void rawOutputIsTheBytesOfTheValues() throws Exception {
    write(
        new RawOutputFormat(),
        3,
        true,
        out -> {
          BytesWritable value =
              new BytesWritable("longer than it says".getBytes(StandardCharsets.UTF_8));
          for (int size : new int[] {6, 0}) {
            value.setSize(size);
            out.write(NullWritable.get(), value);
          }
          value.set(new byte[] {'!', '?'}, 0, 1);
          out.write(NullWritable.get(), value);
        });
    commitJob();
    assertThat(outputFiles()).containsExactly("part-r-00003");
    assertThat(content("part-r-00003")).isEqualTo("longer!");
  }

  private static Text value(String numbers, String line) {
    return new Text(numbers + "\t" + line);
  }

  @Test
  void pairsAreLinesWithTheirColumnsAndTheirForestBesideThem() throws Exception {
    GroupedKey pair = new GroupedKey();
    write(
        new PairsOutputFormat(),
        0,
        true,
        out -> {
          out.write(
              pair.set(0, 7),
              value("0.812500\t13\t14\t15", "a\tlonger b\t0.900000\t0.812500\t13\t16\t14\t15"));
          out.write(
              pair.set(0, 8), value("0.800000\t8\t9\t9", "a\td\t0.900000\t0.800000\t8\t10\t9\t9"));
          out.write(
              pair.set(3, (1L << 40) - 1), value("1.000000\t\t\t", "é\tc\t1.000000\t\t\t\t\t"));
          out.write(
              pair.set(7, 8),
              value("0.900000\t9\t10\t9", "longer b\td\t0.900000\t0.900000\t9\t10\t10\t9"));
        });
    write(new PairsOutputFormat(), 1, true, out -> {});
    commitJob();
    assertThat(outputFiles())
        .containsExactly(
            "columns-r-00000",
            "columns-r-00001",
            "forest-r-00000",
            "forest-r-00001",
            "part-r-00000",
            "part-r-00001");
    assertThat(content("part-r-00000"))
        .startsWith("a\tlonger b\t0.900000\t0.812500\t13\t16\t14\t15\na\td\t")
        .contains("\né\tc\t1.000000\t\t\t\t\t\n");
    assertThat(content("columns-r-00000").lines())
        .containsExactly(
            "0\t7\t0.812500\t13\t14\t15",
            "0\t8\t0.800000\t8\t9\t9",
            "3\t1099511627775\t1.000000\t\t\t",
            "7\t8\t0.900000\t9\t10\t9");
    assertThat(content("forest-r-00000")).isEqualTo("0\t7\n0\t8\n3\t1099511627775\n");
    assertThat(content("forest-r-00001")).isEmpty();
    assertThat(content("part-r-00001")).isEmpty();
    FileSystem fs = output.getFileSystem(conf);
    assertThat(fs.globStatus(PairsOutputFormat.columns(output))).hasSize(2);
    assertThat(fs.globStatus(PairsOutputFormat.forests(output))).hasSize(2);
    assertThat(PartFiles.of(conf, output)).hasSize(1);
  }

  @Test
  void aLineThatIsNoPairIsAnError() {
    GroupedKey pair = new GroupedKey().set(0, 7);
    Text line = new Text("a\tb\t0.900000");
    assertThatIOException()
        .isThrownBy(() -> write(new PairsOutputFormat(), 0, true, out -> out.write(pair, line)))
        .withMessage("not a pair of columns: a\tb\t0.900000");
  }

  @Test
  void oneNameIsAlwaysWrittenAndNamesMayHaveAFolder() throws Exception {
    NamedLinesOutputFormat.setAlwaysWritten(conf, "columns/part");
    write(
        new NamedLinesOutputFormat(),
        0,
        true,
        out -> {
          out.write(new Text("part"), new Text("a"));
          out.write(new Text("columns/part"), new Text("b"));
        });
    write(new NamedLinesOutputFormat(), 1, true, out -> {});
    commitJob();
    assertThat(outputFiles()).containsExactly("columns", "part-r-00000");
    assertThat(content("part-r-00000")).isEqualTo("a\n");
    assertThat(content("columns/part-r-00000")).isEqualTo("b\n");
    assertThat(content("columns/part-r-00001")).isEmpty();
    Path whole = new Path(output, "whole.tsv");
    PartFiles.concatenate(output.getFileSystem(conf), new Path(output, "columns"), "part-", whole);
    assertThat(content("whole.tsv")).isEqualTo("b\n");
  }

  /** Leaves notes as a map task of a number and commits them, if asked to. */
  private void note(
      int number, IOConsumer<TaskInputOutputContext<?, ?, ?, ?>> writer, boolean commit)
      throws Exception {
    TaskID task = new TaskID("test", 1, TaskType.MAP, number);
    TaskAttemptID attempt = new TaskAttemptID(task, 0);
    TaskAttemptContext context = new TaskAttemptContextImpl(conf, attempt);
    FileOutputCommitter committer = new FileOutputCommitter(output, context);
    committer.setupJob(context);
    committer.setupTask(context);
    writer.accept(new MapContextImpl<>(conf, attempt, null, null, committer, null, null));
    if (commit) {
      committer.commitTask(context);
    }
  }

  @Test
  void notesAreReadInTheOrderOfTheTasks() throws Exception {
    List<String> texts = List.of("é", "lost", "22\n23", "");
    for (int task : new int[] {2, 0, 1, 3}) {
      note(task, context -> TaskNotes.write(context, "largest", texts.get(task)), task != 1);
    }
    note(4, context -> TaskNotes.write(context, "most", "1"), true);
    commitJob();
    assertThat(TaskNotes.read(conf, output, "largest")).containsExactly("é", "22", "23");
    assertThat(TaskNotes.read(conf, output, "none")).isEmpty();
    assertThat(outputFiles()).allMatch(name -> name.startsWith("_"));
  }

  private static TopNotes<String> longest() {
    return new TopNotes<>(
        "longest", 10, Comparator.comparing(String::length).reversed(), word -> word, word -> word);
  }

  @Test
  void theFirstOfAllTasksAreWhatOneTaskWouldHaveNoted() throws Exception {
    Random random = new Random(6);
    TopNotes<String> whole = longest();
    List<String> added = new ArrayList<>();
    for (int task = 0; task < 4; task++) {
      TopNotes<String> part = longest();
      for (int i = 0; task != 2 && i < 50; i++) {
        String word = "x".repeat(random.nextInt(25)) + task + "." + i;
        boolean takes = whole.takes(word);
        added.add(word);
        part.add(word);
        whole.add(word);
        assertThat(whole.list().contains(word)).isEqualTo(takes);
      }
      note(task, part::write, true);
    }
    commitJob();
    added.sort(Comparator.comparing(String::length).reversed()); // stable
    assertThat(longest().read(conf, output)).isEqualTo(added.subList(0, 10));
    assertThat(whole.list()).isEqualTo(added.subList(0, 10));
    assertThat(whole.lines()).isEqualTo(String.join("\n", whole.list()) + "\n");
    assertThat(longest().read(conf, output, word -> !word.equals(added.get(0))))
        .startsWith(added.get(1))
        .doesNotContain(added.get(0));
    assertThat(outputFiles()).hasSize(3); // a task without elements leaves none
  }
}
