package io.neardup.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.StageFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobRunTest {

  /** As Hadoop 3.5 reports a container that died. */
  private static final String DIED =
      """
      [2026-11-25 15:40:07.113]Exception from container-launch.
      Container id: container_1714_0007_01_000002
      Exit code: 1

      [2026-11-25 15:40:07.115]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      Error: Could not create the Java Virtual Machine.
      Error: A fatal exception has occurred. Program will exit.


      [2026-11-25 15:40:07.115]Container exited with a non-zero exit code 1. Error file: prelaunch.err.
      Last 4096 bytes of prelaunch.err :
      Last 4096 bytes of stderr :
      Error: Could not create the Java Virtual Machine.
      Error: A fatal exception has occurred. Program will exit.


      """;

  @Test
  void theErrorOfAContainerThatDiedIsWhatItWroteLast() {
    assertThat(JobRun.error(DIED))
        .isEqualTo(
            "Error: Could not create the Java Virtual Machine.;"
                + " Error: A fatal exception has occurred. Program will exit.");
    assertThat(JobRun.error("one of stderr :\nLast 4096 bytes of stderr :\n1\n2\n3\n4\n"))
        .isEqualTo("2; 3; 4");
  }

  /** Java writes some errors, such as those of {@code -Xmx1m}, to standard output. */
  @Test
  void aContainerThatWroteNothingHasThatOfItsNode() {
    String silent = DIED.replaceAll("(?m)^Error: .*$", "");
    assertThat(JobRun.error(silent))
        .isEqualTo("[2026-11-25 15:40:07.113]Exception from container-launch.");
  }

  @Test
  void theTimeLeftIsThatOfAJobThatGoesOn() {
    assertThat(JobRun.timeLeft(0.5, 0, 30)).isEqualTo(", about 90.0 s left");
    assertThat(JobRun.timeLeft(1, 0.5, 60)).isEqualTo(", about 20.0 s left");
    assertThat(JobRun.timeLeft(0.02, 0, 5)).isEmpty();
    assertThat(JobRun.timeLeft(1, 0, 5)).isEmpty();
    assertThat(JobRun.timeLeft(1, 1, 5)).isEmpty();
  }

  @Test
  void theErrorOfATaskIsItsException() {
    assertThat(JobRun.error("Error: java.io.IOException: f is damaged\n\tat a.B.c(B.java)"))
        .isEqualTo("Error: java.io.IOException: f is damaged");
    String ours = "io.neardup.hadoop.format.GzipStream$TrailingBytesException: f has more";
    assertThat(List.of(ours, "Error: " + ours))
        .extracting(StageFailedException::plain)
        .containsOnly("f has more");
    String shaded = "io.neardup.shaded.X.FutureException: f";
    assertThat(StageFailedException.plain(shaded)).isEqualTo(shaded);
    assertThat(JobRun.error("[x]Exception from container-launch.\nbytes of stderr :\n\n"))
        .isEqualTo("[x]Exception from container-launch.");
    assertThat(JobRun.error("")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          java.io.IOException: hdfs://n/f is damaged: again | hdfs://n/f is damaged: again
          x failed: java.io.IOException: a.b.C$DException: it is full | x failed: it is full
          org.apache.hadoop.ipc.RemoteException(a.b.CException): it is full | it is full
          Error: java.lang.OutOfMemoryError: Java heap space | Java heap space
          java.io.EOFException: f.gz | java.io.EOFException: f.gz
          a.tsv: line 3 is damaged | a.tsv: line 3 is damaged
          java.lang.NoClassDefFoundError: a/b/C | a library is missing: there is no class a/b/C
          Error: java.lang.ClassNotFoundException: a.C | a library is missing: there is no class a.C
          java.lang.RuntimeException: java.lang.ClassNotFoundException: Class a.C not found \
            | a library is missing: there is no class a.C
          java.lang.NoClassDefFoundError: Could not initialize class C | Could not initialize class C
          """)
  void anErrorIsToldWithoutClassesOfJava(String error, String told) {
    assertThat(StageFailedException.plain(error)).isEqualTo(told);
    assertThat(StageFailedException.plain("a job failed\n" + error))
        .isEqualTo("a job failed\n" + told);
  }

  /** A job whose process is being ended before it fails. */
  public static final class EndedWithItsProcess
      extends Mapper<LongWritable, Text, LongWritable, Text> {

    @Override
    protected void map(LongWritable position, Text line, Context to)
        throws IOException, InterruptedException {
      new Thread(() -> System.exit(1)).start();
      while (!ShutdownHookManager.get().isShutdownInProgress()) {
        Thread.sleep(10);
      }
      throw new IOException("it was killed");
    }

    public static void main(String[] args) throws IOException {
      CompletableFuture<String> end = new CompletableFuture<>();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print(end.join())));
      Job job = Job.getInstance(Mr.conf("hadoop.tmp.dir=" + args[0] + "/temporary"), "a job");
      job.setMapperClass(EndedWithItsProcess.class);
      FileInputFormat.setInputPaths(job, args[0] + "/in.txt");
      FileOutputFormat.setOutputPath(job, new org.apache.hadoop.fs.Path(args[0], "out"));
      try {
        new JobRun(job, System.out::println).run();
      } catch (StageFailedException e) {
        end.complete(e.getMessage());
      } finally {
        end.complete("not failed as expected");
      }
    }
  }

  @Test
  void aJobThatEndsWithItsProcessWasInterrupted(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("in.txt"), "a line\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndedWithItsProcess.class.getName(),
                folder.toString())
            .start();
    try (InputStream said = process.getInputStream()) {
      assertThat(new String(said.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("a job was interrupted");
    }
  }
}
