package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Guard;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.reference.ComparedResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A collection on a cluster, while tasks, application masters and clients are killed: after each
 * change it has, byte for byte, the results of a run from scratch. Runs with {@code -Pfaults}, as
 * {@link FaultsIT} says.
 */
@Order(4)
@ExtendWith(Cluster.Provider.class)
@ResourceLock(Cluster.LOCK)
class CollectionsIT {

  private static final int BATCHES = 10;

  /** Several reduce tasks, and containers, so that tasks can be killed. */
  private static final List<String> IN_CONTAINERS =
      List.of("-Dmapreduce.job.reduces=2", "-Dneardup.client.max-job-bytes=0");

  private static final List<String> SEVERAL_MAP_TASKS =
      List.of(
          "-Dneardup.ingest.range-bytes=20000",
          "-Dneardup.document.split-bytes=40000",
          "-Dmapreduce.input.fileinputformat.split.maxsize=40000");

  private final Cluster cluster;
  private final Faults faults;
  private final FileSystem fs;
  private final Sample sample = new Sample("pgdoc");
  private int struck;

  @TempDir private Path folder;

  CollectionsIT(Cluster cluster) throws IOException {
    this.cluster = cluster;
    this.faults = new Faults(cluster);
    this.fs = cluster.fs();
  }

  /** The faults that strike one change after the other; null where nothing disturbs it. */
  private List<Faults.Fault> faultsInTurn() {
    return Arrays.asList(
        null,
        faults.killsTask("m"),
        faults.killsTask("r"),
        faults::killApplicationMaster,
        (run, random) -> {
          int delay = random.nextInt(60_000);
          if (run.waitFor(delay, TimeUnit.MILLISECONDS)) {
            return null;
          }
          Faults.killTree(run);
          return "killed the client after " + delay + " ms";
        });
  }

  @ParameterizedTest
  @MethodSource("io.neardup.it.FaultsIT#seeds")
  @Tag("faults")
  void eachChangeGivesTheBytesOfARunFromScratch(long seed) throws Exception {
    Random random = new Random(seed);
    String top = "/collections/" + seed;
    String collection = top + "/collection";
    List<String> inputs = writeBatches(top, random);
    List<Faults.Fault> inTurn = faultsInTurn();
    for (int batch = 0; batch < BATCHES; batch++) {
      List<String> add = new ArrayList<>(List.of("add", "-conf", sample.configuration()));
      if (batch % 5 != 0) { // else as users run it
        add.addAll(IN_CONTAINERS);
        add.addAll(SEVERAL_MAP_TASKS);
      }
      List<String> resume = new ArrayList<>(add);
      add.addAll(List.of("--batch", "b" + batch, inputs.get(batch), collection));
      resume.addAll(List.of("--resume", collection));
      change(add, resume, inTurn.get(batch % inTurn.size()), random);
      requireResultsOfARunFromScratch(collection, top, batch);
    }
    int step = BATCHES;
    for (List<String> verb : List.of(List.of("compact"), List.of("drop", "--batch", "b3"))) {
      List<String> command = new ArrayList<>(verb);
      command.addAll(1, IN_CONTAINERS);
      command.add(collection);
      change(command, command, inTurn.get(1 + random.nextInt(4)), random);
      requireResultsOfARunFromScratch(collection, top, step++);
    }
    assertThat(struck).as("changes that were disturbed").isGreaterThanOrEqualTo(5);
  }

  /** Divides the sample's documents among batches; returns the file of each in HDFS. */
  private List<String> writeBatches(String top, Random random) throws IOException {
    List<String> lines = new ArrayList<>();
    for (Path file : sample.inputFiles()) {
      lines.addAll(Files.readAllLines(file));
    }
    Collections.shuffle(lines, random);
    List<String> inputs = new ArrayList<>();
    for (int batch = 0; batch < BATCHES; batch++) {
      List<String> its =
          lines.subList(lines.size() * batch / BATCHES, lines.size() * (batch + 1) / BATCHES);
      Path file = Files.write(folder.resolve("batch-" + batch + ".tsv"), its);
      String target = top + "/input/" + file.getFileName();
      fs.copyFromLocalFile(
          new org.apache.hadoop.fs.Path(file.toUri()), new org.apache.hadoop.fs.Path(target));
      inputs.add(target);
    }
    return inputs;
  }

  /** Changes the collection; again, if the client was killed. */
  private void change(List<String> verb, List<String> resume, Faults.Fault fault, Random random)
      throws Exception {
    String collection = verb.get(verb.size() - 1);
    int generation = newest(collection);
    Process client = faults.start(cluster.hadoopJar(verb.toArray(new String[0])));
    String happened = fault == null ? null : fault.strike(client, random);
    Guard.await(client);
    if (happened != null && client.exitValue() != 0) {
      assertThat(happened).as(faults.clientLog()).contains("client");
      if (newest(collection) == generation) {
        Commands.Result resumed = cluster.run(resume.toArray(new String[0]));
        if (resumed.err().contains(": nothing to resume")) { // killed at its beginning
          resumed = cluster.run(verb.toArray(new String[0]));
        }
        resumed.assertSucceeded();
      }
    } else {
      assertThat(client.exitValue()).as(faults.clientLog()).isZero();
    }
    assertThat(newest(collection)).isEqualTo(generation + 1);
    if (happened != null) {
      struck++;
    }
  }

  private int newest(String collection) throws IOException {
    return Generations.of(fs.getConf(), fs.makeQualified(new org.apache.hadoop.fs.Path(collection)))
        .newest()
        .map(Generation::number)
        .orElse(0);
  }

  private void requireResultsOfARunFromScratch(String collection, String top, int change)
      throws Exception {
    String exported = top + "/export-" + change;
    String scratch = top + "/scratch-" + change;
    cluster.run("export", collection, exported).assertSucceeded();
    cluster.run("pipeline", "-conf", sample.configuration(), collection, scratch).assertSucceeded();
    SortedMap<String, Map<String, String>> expected = results(scratch);
    assertThat(expected.get("4-pairs").get("part-")).isNotEmpty();
    assertThat(results(exported)).isEqualTo(expected);
  }

  private SortedMap<String, Map<String, String>> results(String output) throws IOException {
    Path copy = Files.createTempDirectory(folder, "results");
    fs.copyToLocalFile(
        new org.apache.hadoop.fs.Path(output), new org.apache.hadoop.fs.Path(copy.toUri()));
    return ComparedResults.of(copy.resolve(Path.of(output).getFileName()));
  }
}
