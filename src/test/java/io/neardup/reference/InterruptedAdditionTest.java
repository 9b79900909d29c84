package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.WorkFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Processes that change a collection are killed at random moments, or run at the same time. The
 * collection is always at a whole generation, the next run succeeds, and the results are those of a
 * run from scratch. {@code -Dneardup.test.seed=SEED} repeats a seed, {@code -Dneardup.test.kills=N}
 * kills with N seeds, {@code -Dneardup.test.races=N} runs N races.
 */
@Tag("large")
class InterruptedAdditionTest {

  private static final String OPTIONS = "reducers=2 candidate.max-twins=2 bucket.max-columns=6";

  @TempDir private Path folder;
  private int compared; // how often with a run from scratch

  private static LongStream seeds(String number, int standard) {
    long first = Long.getLong("neardup.test.seed", System.currentTimeMillis() % 1_000_000);
    return LongStream.range(first, first + Integer.getInteger(number, standard));
  }

  static LongStream kills() {
    return seeds("neardup.test.kills", 1);
  }

  private static final double USUAL_SECONDS = 6; // of a run, at first
  private static final int KILLS = 2; // of each run
  private static final int RACES = Integer.getInteger("neardup.test.races", 2);
  private static final int MAX_RACES = 3 * RACES + 20;

  /** How a process ended, and how long it took, if that was measured. */
  private record Ended(int status, String said, double seconds) {}

  private Ended run(String log, String... arguments) throws Exception {
    long start = System.nanoTime();
    Ended ended = end(start(log, arguments), log);
    return new Ended(ended.status(), ended.said(), (System.nanoTime() - start) / 1e9);
  }

  /** Starts a verb in a process of its own, which writes what it says to a file. */
  private Process start(String log, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.neardup.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(log).toFile())
        .start();
  }

  private String[] add(RandomCollection collection, int batch) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("add", "--batch", "b" + batch));
    addSettings(collection, arguments);
    arguments.add(collection.input(batch).toString());
    arguments.add(collection.collection().toString());
    return arguments.toArray(new String[0]);
  }

  /** Returns the arguments that continue an addition. */
  private String[] resume(RandomCollection collection) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("add", "--resume"));
    addSettings(collection, arguments);
    arguments.add(collection.collection().toString());
    return arguments.toArray(new String[0]);
  }

  private static void addSettings(RandomCollection collection, List<String> arguments)
      throws IOException {
    Configuration conf = collection.ofBatch(0);
    conf.forEach(
        entry -> {
          if (entry.getKey().startsWith("neardup.")) {
            arguments.add("-D" + entry.getKey() + "=" + entry.getValue());
          }
        });
    for (String key : List.of("mapreduce.job.reduces", "hadoop.tmp.dir")) {
      arguments.add("-D" + key + "=" + conf.get(key));
    }
  }

  private Ended end(Process process, String log) throws Exception {
    Guard.await(process);
    return new Ended(process.exitValue(), Files.readString(folder.resolve(log)), 0);
  }

  /** Kills a process after so long; returns whether it had not ended by then. */
  private static boolean killedAfter(Process process, long millis) throws InterruptedException {
    if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    process.destroyForcibly().waitFor();
    return true;
  }

  private static int newest(RandomCollection collection) throws IOException {
    return Generations.of(collection.configuration(""), collection.collection())
        .newest()
        .map(Generation::number)
        .orElse(0);
  }

  private void requireNoLeftovers(RandomCollection collection) throws IOException {
    assertThat(WorkFolders.leftovers(collection.configuration(""), collection.collection()))
        .isEmpty();
    try (Stream<Path> files = Files.list(folder.resolve("collection"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("_lock-") || name.equals("_work"));
    }
  }

  private void requireResultsOfARunFromScratch(RandomCollection collection) throws IOException {
    compared++;
    Path scratch = collection.fromScratch("scratch" + compared);
    assertThat(ComparedResults.of(collection.export("export" + compared)))
        .isEqualTo(ComparedResults.of(scratch));
  }

  /**
   * Adds a batch in processes that are killed, then in one that is not. Each process after the
   * first begins again or continues.
   */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("kills")
  void anAdditionThatIsKilledLosesNothing(long seed) throws Exception {
    RandomCollection collection = new RandomCollection(folder, seed, OPTIONS);
    Random random = new Random(seed);
    double usual = USUAL_SECONDS;
    StringBuilder moments = new StringBuilder();
    for (int batch = 0; batch < 3; batch++) {
      for (int attempt = 0; attempt < KILLS && newest(collection) == batch; attempt++) {
        String log = "log-" + batch + "-" + attempt;
        boolean resuming = attempt > 0 && random.nextBoolean();
        moments.append(resuming ? " resumed" : "");
        Process process = start(log, resuming ? resume(collection) : add(collection, batch));
        long millis = (long) (1000 * usual * random.nextDouble());
        if (killedAfter(process, millis)) {
          moments.append(" ").append(millis).append(newest(collection) > batch ? "+" : "");
        }
        assertThat(newest(collection)).as("seed %d", seed).isBetween(batch, batch + 1);
      }
      if (newest(collection) == batch) {
        boolean resuming = random.nextBoolean();
        Ended ended = run("log", resuming ? resume(collection) : add(collection, batch));
        if (resuming && ended.said().contains(": nothing to resume")) { // killed at its beginning
          assertThat(ended.status()).isEqualTo(2);
          resuming = false;
          ended = run("log", add(collection, batch));
        }
        assertThat(ended.status()).as("seed %d: %s", seed, ended.said()).isZero();
        if (resuming) {
          moments
              .append(" resumed after step ")
              .append(ended.said().split("already complete", -1).length - 1);
        } else {
          usual = ended.seconds();
        }
        requireNoLeftovers(collection);
      }
    }
    System.out.println("seed " + seed + ": killed after ms" + moments); // +: it had published
    Ended compacted = run("log", "compact", collection.collection().toString());
    assertThat(compacted.status()).as("seed %d: %s", seed, compacted.said()).isZero();
    requireNoLeftovers(collection);
    requireResultsOfARunFromScratch(collection);
  }

  /** Compacts, then drops a batch, each in processes that are killed, then in one that is not. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("kills")
  void aCompactionAndADropThatAreKilledLoseNothing(long seed) throws Exception {
    RandomCollection collection = new RandomCollection(folder, seed, OPTIONS);
    Random random = new Random(seed);
    collection.add(0);
    collection.add(1); // of one document: too small to be merged
    StringBuilder moments = new StringBuilder();
    int generation = 2;
    for (String[] verb :
        new String[][] {
          {"compact", collection.collection().toString()},
          {"drop", "--batch", "b" + random.nextInt(2), collection.collection().toString()}
        }) {
      moments.append(' ').append(verb[0]);
      for (int attempt = 0; attempt < KILLS && newest(collection) == generation; attempt++) {
        Process process = start("log-" + verb[0] + attempt, verb);
        long millis = (long) (1000 * (USUAL_SECONDS / 2) * random.nextDouble()); // a job or two
        if (killedAfter(process, millis)) {
          moments.append(" ").append(millis);
        }
        assertThat(newest(collection)).as("seed %d", seed).isBetween(generation, generation + 1);
        requireResultsOfARunFromScratch(collection);
      }
      if (newest(collection) == generation) {
        Ended ended = run("log", verb);
        assertThat(ended.status()).as("seed %d: %s", seed, ended.said()).isZero();
        requireNoLeftovers(collection);
      }
      generation = newest(collection);
    }
    assertThat(generation).isEqualTo(4);
    System.out.println("seed " + seed + ": killed after ms" + moments);
    requireResultsOfARunFromScratch(collection);
  }

  /** Two processes add different batches, at first to a collection that does not exist. */
  @Test
  void ofTwoWritersOneWins() throws Exception {
    List<Integer> sizes = Collections.nCopies(MAX_RACES + 1, 8);
    long seed = kills().findFirst().orElseThrow();
    RandomCollection collection = new RandomCollection(folder, seed, OPTIONS, sizes);
    int left = 0; // the batch of the last loser
    int next = 1;
    for (int races = 0; races < RACES; next++) {
      assertThat(next).as("runs that did not meet").isLessThanOrEqualTo(MAX_RACES);
      Process one = start("log-one", add(collection, left));
      Process other = start("log-other", add(collection, next));
      Ended first = end(one, "log-one");
      Ended second = end(other, "log-other");
      String both = "seed " + seed + ", runs " + next + ": " + first + second;
      if (first.status() == 0 && second.status() == 0) { // one had ended before the other began
        left = ++next;
      } else {
        boolean firstWins = first.status() == 0;
        assertThat(firstWins ? first.status() : second.status()).as(both).isZero();
        Ended loser = firstWins ? second : first;
        assertThat(loser.status()).as(both).isEqualTo(2);
        assertThat(loser.said())
            .contains(
                "another run is writing to " + collection.collection() + ": neardup add, process");
        left = firstWins ? next : left;
        races++;
      }
      assertThat(newest(collection)).as(both).isEqualTo(next);
      requireNoLeftovers(collection);
    }
    requireResultsOfARunFromScratch(collection);
  }
}
