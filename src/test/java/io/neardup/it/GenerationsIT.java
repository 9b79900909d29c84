package io.neardup.it;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Race;
import io.neardup.hadoop.generation.Expiry;
import io.neardup.hadoop.generation.Generations;
import io.neardup.hadoop.generation.NamedFile;
import io.neardup.hadoop.generation.Publication;
import io.neardup.hadoop.generation.TestCollection;
import io.neardup.hadoop.generation.WorkFolders;
import io.neardup.hadoop.output.OwnedFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Tag;
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

  private NamedFile write(Path work, String content) throws IOException {
    Path file = new Path(work, "part");
    try (OutputStream out = fs.create(file, true)) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return NamedFile.describe(fs, collection, file);
  }

  @Test
  @Tag("long")
  void ofTwoWritersOneWinsAndFilesAreTakenOnlyAsTheyWere() throws Exception {
    try (OwnedFolder owned = TestCollection.take(conf, collection)) {
      Generations generations = Generations.of(conf, collection);
      List<Path> works = new ArrayList<>();
      List<NamedFile> files = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        works.add(new WorkFolders(conf, owned).newFolder());
        files.add(write(works.get(writer), "of writer " + writer));
      }
      String parent = null;
      for (int number = 1; number <= ROUNDS; number++) {
        int next = number;
        String made = parent;
        List<Object> outcomes =
            Race.ofTwo(
                writer ->
                    Publication.publish(
                        conf,
                        owned,
                        works.get(writer),
                        TestCollection.generation(
                            next, made, "2024-05-06T07:08:09Z", List.of(files.get(writer)))));
        parent = generations.hash(number);
        int winner = outcomes.indexOf(parent);
        assertThat(winner).as("%s", outcomes).isNotNegative();
        assertThat(outcomes.get(1 - winner))
            .asString()
            .contains("another run published generation " + number + " of " + collection);
        assertThat(generations.read(number).files()).containsExactly(files.get(winner));
      }
      generations.forEach(each -> {});

      assertThat(Expiry.run(conf, owned, Instant.now().plusSeconds(3600)).generations())
          .hasSize(ROUNDS - 2);
      assertThat(generations.numbers()).containsExactly(ROUNDS - 1, ROUNDS);
      NamedFile file = generations.newest().orElseThrow().files().get(0);
      assertThat(file.checksum()).doesNotStartWith("CRC32C:");
      file.require(fs, collection);
      write(new Path(collection, file.file()).getParent(), "OF WRITER 0");
      assertRefused(() -> file.require(fs, collection), file.file() + " has another checksum");
    }
    fs.delete(collection, true);
  }
}
