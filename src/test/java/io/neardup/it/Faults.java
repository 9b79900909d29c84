package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.Guard;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Clients on a cluster, and what strikes them, their tasks and the daemons. */
final class Faults {

  private final Cluster cluster;

  Faults(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What disturbs a run: returns what it did, or null if the run was over first. */
  interface Fault {
    String strike(Process run, Random random) throws Exception;
  }

  /** Starts a command, whose output goes to a file. */
  Process start(List<String> command) throws IOException {
    Path log = Files.createDirectories(cluster.folder().resolve("logs")).resolve("client.log");
    return new ProcessBuilder(command)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /** Returns what the last command has written. */
  String clientLog() throws IOException {
    return Files.readString(cluster.folder().resolve("logs/client.log"), StandardCharsets.UTF_8);
  }

  /** Returns how many attempts of tasks failed or were killed in the jobs after so many. */
  long lostAttempts(int jobs) throws Exception {
    long lost = 0;
    List<Cluster.YarnJob> all = cluster.jobs();
    for (Cluster.YarnJob job : all.subList(jobs, all.size())) {
      JsonNode history = cluster.history(job);
      for (long waited = 0; history == null; waited++) { // it is told of a job a little later
        assertThat(waited)
            .as("seconds without a history of %s", job)
            .isLessThan(Guard.LIMIT.toSeconds());
        Thread.sleep(1000);
        history = cluster.history(job);
      }
      for (String count :
          List.of(
              "failedMapAttempts",
              "killedMapAttempts",
              "failedReduceAttempts",
              "killedReduceAttempts")) {
        lost += history.get(count).asLong();
      }
    }
    return lost;
  }

  /** Returns the attempt that a process runs; empty if it runs none. */
  static String attempt(ProcessHandle task) {
    return Cluster.arguments(task).stream()
        .filter(argument -> argument.startsWith("attempt_"))
        .findFirst()
        .orElse("");
  }

  /** Kills the first process that is to be killed, a while after it was seen. */
  private String kill(
      Process run, Random random, String text, Predicate<ProcessHandle> which, int longestMillis)
      throws InterruptedException {
    Set<Long> missed = new HashSet<>();
    int delay = random.nextInt(longestMillis);
    while (run.isAlive()) {
      for (ProcessHandle process : cluster.processes(text)) {
        if (which.test(process) && missed.add(process.pid())) {
          String name = attempt(process);
          Thread.sleep(delay);
          if (process.isAlive() && process.destroyForcibly()) {
            return "killed " + (name.isEmpty() ? text : name) + " " + delay + " ms after it began";
          }
          delay = random.nextInt(delay / 2 + 1); // it was over: earlier, next time
        }
      }
      Thread.sleep(20);
    }
    return null;
  }

  /** A fault that kills the first attempt of a map task ({@code m}) or reduce task ({@code r}). */
  Fault killsTask(String kind) {
    return (run, random) ->
        kill(
            run,
            random,
            "YarnChild",
            task -> attempt(task).matches("attempt_\\d+_\\d+_" + kind + "_\\d+_0"),
            2500);
  }

  /** Kills an application master. */
  String killApplicationMaster(Process run, Random random) throws InterruptedException {
    return kill(run, random, "MRAppMaster", master -> true, 8000);
  }

  /** A fault that kills a daemon, and lets it be away until the run is over. */
  Fault killsDaemon(String name) {
    return (run, random) -> {
      // Once there is something for it to do.
      while (run.isAlive() && cluster.processes("MRAppMaster").isEmpty()) {
        Thread.sleep(20);
      }
      int delay = random.nextInt(8000);
      Thread.sleep(delay);
      if (!run.isAlive()) {
        return null;
      }
      cluster.script("kill", name).assertSucceeded();
      return "killed " + name + " " + delay + " ms after the first application master began";
    };
  }

  /** Kills a command and the processes that it has started. */
  static void killTree(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }
}
