package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.Expiry;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.generation.Publication;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Generations of a collection on HDFS. */
@ExtendWith(Cluster.Provider.class)
@ResourceLock(Cluster.LOCK)
class GenerationsIT {

  private static final int ROUNDS = 40;

  private final FileSystem fs;
  private final Configuration conf;
  private final Path collection;

  GenerationsIT(Cluster cluster) throws IOException {
    fs = cluster.fs();
    conf = fs.getConf();
    collection = fs.makeQualified(new Path("/generations-it"));
  }

  private OwnedFolder take() throws IOException {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    return OwnedFolder.take(conf, collection, "collection", none);
  }

  private NamedFile write(Path work, String content) throws IOException {
    Path file = new Path(work, "part");
    try (OutputStream out = fs.create(file, true)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return NamedFile.describe(fs, collection, file);
  }

  private static Generation generation(int number, String parent, NamedFile file) {
    return new Generation(
        Generation.FORMAT,
        "test",
        number,
        parent,
        "add",
        "2024-05-06T07:08:09Z",
        List.of(),
        null,
        new TreeMap<>(),
        new TreeMap<>(),
        new Generation.Index(List.of(), List.of(), List.of(), List.of(), null, null, null),
        new TreeMap<>(),
        List.of(file));
  }

  @Test
  void ofTwoWritersOneWinsAndFilesAreTakenOnlyAsTheyWere() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (OwnedFolder owned = take()) {
      Generations generations = Generations.of(conf, collection);
      List<Path> works = new ArrayList<>();
      List<NamedFile> files = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        works.add(new WorkFolders(conf, owned).newFolder());
        files.add(write(works.get(writer), "of writer " + writer));
      }
      String parent = null;
      for (int number = 1; number <= ROUNDS; number++) {
        CyclicBarrier start = new CyclicBarrier(2);
        List<Callable<String>> calls = new ArrayList<>();
        for (int writer = 0; writer < 2; writer++) {
          Path work = works.get(writer);
          Generation generation = generation(number, parent, files.get(writer));
          calls.add(
              () -> {
                start.await();
                try {
                  return Publication.publish(conf, owned, work, generation);
                } catch (UsageException e) {
                  return e.getMessage();
                }
              });
        }
        List<String> outcomes = new ArrayList<>();
        for (Future<String> future : threads.invokeAll(calls)) {
          outcomes.add(future.get());
        }
        parent = generations.hash(number);
        int winner = outcomes.indexOf(parent);
        assertThat(winner).as("%s", outcomes).isNotNegative();
        assertThat(outcomes.get(1 - winner))
            .startsWith("another run published generation " + number + " of " + collection);
        assertThat(generations.read(number).files()).containsExactly(files.get(winner));
      }
      generations.requireChain();

      assertThat(Expiry.run(conf, owned, Instant.now().plusSeconds(3600)).generations())
          .hasSize(ROUNDS - 2);
      assertThat(generations.numbers()).containsExactly(ROUNDS - 1, ROUNDS);
      NamedFile file = generations.newest().orElseThrow().files().get(0);
      assertThat(file.checksum()).doesNotStartWith("CRC32C:");
      file.require(fs, collection);
      write(new Path(collection, file.file()).getParent(), "OF WRITER 0");
      assertThatThrownBy(() -> file.require(fs, collection))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(file.file() + " has another checksum");
    } finally {
      threads.shutdown();
    }
    fs.delete(collection, true);
  }
}
