package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.pipeline.Pipelines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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
  private static final int KILLS = 2; // of each change
  private static final int RACES = Integer.getInteger("neardup.test.races", 2);
  private static final int MAX_RACES = 3 * RACES + 20;

  @TempDir private Path folder;
  private RandomCollection collection;
  private int compared; // how often with a run from scratch

  static LongStream kills() {
    return LongStream.range(0, Integer.getInteger("neardup.test.kills", 1))
        .map(number -> SeededCase.SEED + number);
  }

  /** How a process ended. */
  private record Ended(int status, String said) {}

  private Ended run(String log, String... arguments) throws Exception {
    return end(start(log, arguments), log);
  }

  /** Starts a verb in a process of its own, which writes what it says to a file. */
  private Process start(String log, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), "io.neardup.cli.Main"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(log).toFile())
        .start();
  }

  private String[] add(int batch) throws IOException {
    return add("--batch", "b" + batch, collection.input(batch).toString());
  }

  private String[] add(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("add"));
    for (Map.Entry<String, String> entry : collection.ofBatch(0)) {
      if (entry.getKey().matches("neardup\\..*|mapreduce\\.job\\.reduces|hadoop\\.tmp\\.dir")) {
        all.add("-D" + entry.getKey() + "=" + entry.getValue());
      }
    }
    all.addAll(List.of(arguments));
    all.add(collection.collection().toString());
    return all.toArray(new String[0]);
  }

  private Ended end(Process process, String log) throws Exception {
    Guard.await(process);
    return new Ended(process.exitValue(), Files.readString(folder.resolve(log)));
  }

  private int newest() throws IOException {
    return Generations.of(collection.configuration(""), collection.collection())
        .newest()
        .map(Generation::number)
        .orElse(0);
  }

  private void requireNoLeftovers() throws IOException {
    assertThat(WorkFolders.leftovers(collection.configuration(""), collection.collection()))
        .isEmpty();
    assertThat(Pipelines.names(folder.resolve("collection")))
        .noneMatch(name -> name.startsWith("_lock-") || name.equals("_work"));
  }

  private void requireResultsOfARunFromScratch() throws IOException {
    compared++;
    Path scratch = collection.fromScratch("scratch" + compared);
    ComparedResults.assertEqual(collection.export("export" + compared), scratch, "");
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("kills")
  void changesThatAreKilledLoseNothing(long seed) throws Exception {
    collection = new RandomCollection(folder, seed, OPTIONS);
    Random random = new Random(seed);
    String[] compact = {"compact", collection.collection().toString()};
    String dropped = "b" + random.nextInt(2);
    String[] drop = {"drop", "--batch", dropped, collection.collection().toString()};
    change(random, 6, add(0), add("--resume"));
    change(random, 6, add(1), add("--resume")); // of one document: too small to be merged
    change(random, 3, compact, compact);
    change(random, 6, add(2), add("--resume"));
    change(random, 3, drop, drop);
    requireResultsOfARunFromScratch();
  }

  /**
   * Makes a change in processes that are killed, then in one that is not. Each after the first
   * begins again or continues.
   *
   * @param seconds that it usually takes
   */
  private void change(Random random, int seconds, String[] verb, String[] resume) throws Exception {
    int generation = newest();
    for (int attempt = 0; attempt < KILLS && newest() == generation; attempt++) {
      String[] command = attempt > 0 && random.nextBoolean() ? resume : verb;
      Process process = start("log-" + generation + "-" + attempt, command);
      if (!process.waitFor((long) (1000 * seconds * random.nextDouble()), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly().waitFor();
      }
      assertThat(newest()).isBetween(generation, generation + 1);
      if (generation > 0) {
        requireResultsOfARunFromScratch();
      }
    }
    if (newest() == generation) {
      Ended ended = run("log", random.nextBoolean() ? resume : verb);
      if (ended.said().contains(": nothing to resume")) { // killed at its beginning
        assertThat(ended.status()).isEqualTo(2);
        ended = run("log", verb);
      }
      assertThat(ended.status()).as(ended.said()).isZero();
      requireNoLeftovers();
    }
    assertThat(newest()).isEqualTo(generation + 1);
  }

  /** Two processes add different batches, at first to a collection that does not exist. */
  @Test
  void ofTwoWritersOneWins() throws Exception {
    List<Integer> sizes = Collections.nCopies(MAX_RACES + 1, 8);
    collection = new RandomCollection(folder, SeededCase.SEED, OPTIONS, sizes);
    int left = 0; // the batch of the last loser
    int next = 1;
    for (int races = 0; races < RACES; next++) {
      assertThat(next).as("runs that did not meet").isLessThanOrEqualTo(MAX_RACES);
      Process one = start("log-one", add(left));
      Process other = start("log-other", add(next));
      Ended first = end(one, "log-one");
      Ended second = end(other, "log-other");
      String both = "seed " + SeededCase.SEED + ", runs " + next + ": " + first + second;
      if (first.status() == 0 && second.status() == 0) { // one had ended before the other began
        left = ++next;
      } else {
        boolean firstWins = first.status() == 0;
        assertThat(List.of(first.status(), second.status()))
            .as(both)
            .containsExactlyInAnyOrder(0, 2);
        assertThat((firstWins ? second : first).said())
            .contains(
                "another run is writing to " + collection.collection() + ": neardup add, process");
        left = firstWins ? next : left;
        races++;
      }
      assertThat(newest()).as(both).isEqualTo(next);
      requireNoLeftovers();
    }
    requireResultsOfARunFromScratch();
  }
}
