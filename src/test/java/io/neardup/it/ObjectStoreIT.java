package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.api.Neardup;
import io.neardup.hadoop.Race;
import io.neardup.hadoop.generation.Generation;
import io.neardup.hadoop.output.NewFile;
import io.neardup.hadoop.pipeline.Pipeline;
import io.neardup.reference.ComparedResults;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs, results and collections in an object store. Runs with {@code -Ps3}. */
@Tag("s3")
class ObjectStoreIT {

  private static final int RACES = 20;

  /** Of a pipeline of a few files; 1,896 to 2,145 were counted, most of them HEAD and LIST. */
  private static final int MAX_REQUESTS = 2_500;

  /** The same where files are renamed; 2,571 to 2,617 were counted. */
  private static final int MAX_WITH_COPIES = 3_000;

  @TempDir private static java.nio.file.Path folder;
  private static S3Server server;

  private final Sample sample = new Sample("pgdoc");
  private final Path store = new Path("s3a://bucket/" + UUID.randomUUID());
  private final Configuration conf = new Configuration();
  private FileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server(Files.createDirectory(folder.resolve("s3")));
  }

  @AfterAll
  static void stop() throws Exception {
    server.stop();
  }

  @BeforeEach
  void useTheStore() throws IOException {
    server.oneOf = 0;
    server.oneByOne = false;
    server.configure(conf);
    conf.addResource(new Path(sample.configuration()));
    conf.set("fs.s3a.input.stream.type", "classic"); // the usual one repeats no read that was cut
    fs = store.getFileSystem(conf);
    for (java.nio.file.Path file : sample.inputFiles()) {
      fs.copyFromLocalFile(new Path(file.toUri()), in("input/" + file.getFileName()));
    }
  }

  private Path in(String name) {
    return new Path(store, name);
  }

  private Path input(int file) throws IOException {
    return in("input/" + sample.inputFiles().get(file).getFileName());
  }

  private void run(Path output) throws IOException {
    new Neardup(conf).pipeline(List.of(in("input")), output, Pipeline.Existing.REFUSE);
  }

  /**
   * The committers that Hadoop has for S3: renaming, completing and staging files. The last would
   * leave out notes of tasks, and only the first copies anything.
   */
  @ParameterizedTest
  @ValueSource(strings = {"file", "magic", "directory"})
  void allMayLieInTheStore(String committer) throws IOException {
    conf.set("fs.s3a.committer.name", committer);
    server.requests.clear();
    run(in("output"));
    int requests = server.requests.values().stream().mapToInt(Integer::intValue).sum();
    boolean copies = committer.equals("file");
    assertThat(requests)
        .as("requests: %s", server.requests)
        .isLessThan(copies ? MAX_WITH_COPIES : MAX_REQUESTS);
    assertThat(server.requests.containsKey("COPY")).isEqualTo(copies);
    sample.assertExpected(fs, in("output"));
    assertThat(fs.exists(in("output/4-pairs/_similarities-r-00000"))).isTrue();
  }

  /** And nothing is copied: no file or folder is renamed. */
  @Test
  void aCollectionThatGrowsHasTheResultsOfARunFromScratch() throws IOException {
    conf.set("fs.s3a.committer.name", "magic");
    server.requests.clear();
    Neardup neardup = new Neardup(conf);
    Path collection = in("collection");
    for (int batch = 0; batch < 3; batch++) {
      neardup.add(List.of(input(batch)), collection, null, List.of());
    }
    neardup.drop(collection, "batch-00001");
    neardup.compact(collection, null);
    neardup.export(collection.toString(), in("export"), Pipeline.Existing.REFUSE);
    assertThat(server.requests).doesNotContainKey("COPY");
    neardup.pipeline(List.of(collection), in("scratch"), Pipeline.Existing.REFUSE);
    assertThat(ComparedResults.of(local("export"))).isEqualTo(ComparedResults.of(local("scratch")));
  }

  private java.nio.file.Path local(String name) throws IOException {
    java.nio.file.Path copy = folder.resolve(UUID.randomUUID().toString());
    fs.copyToLocalFile(in(name), new Path(copy.toUri()));
    return copy;
  }

  @Test
  void ofTwoWritersOneWins() throws Exception {
    assertThat(NewFile.isExclusive(fs, store)).isTrue();
    server.oneByOne = true;
    for (int race = 0; race < RACES; race++) {
      Path name = in("race-" + race);
      List<Object> outcomes =
          Race.ofTwo(
              thread -> {
                byte[] bytes = ("of " + thread).getBytes(StandardCharsets.UTF_8);
                NewFile.publish(conf, in("staged-" + thread), name, bytes);
                return bytes;
              });
      assertThat(outcomes)
          .hasAtLeastOneElementOfType(byte[].class)
          .hasAtLeastOneElementOfType(FileAlreadyExistsException.class);
      try (var in = fs.open(name)) {
        assertThat(outcomes).contains(in.readAllBytes());
      }
    }
  }

  /** Of two additions at once both get in, one after the other, or one is refused. */
  @Test
  void additionsAtOnceDoNotDisturbEachOther() throws Exception {
    Path collection = in("collection");
    Neardup neardup = new Neardup(conf);
    neardup.add(List.of(input(0)), collection, null, List.of());
    List<Object> outcomes =
        Race.ofTwo(
            thread ->
                new Neardup(conf).add(List.of(input(1 + thread)), collection, null, List.of()));
    List<Object> published = new ArrayList<>(outcomes);
    published.removeIf(Throwable.class::isInstance);
    assertThat(published).isNotEmpty();
    assertThat(neardup.list(collection)).hasSize(1 + published.size());
  }

  @Test
  void theLockOfADeadProcessIsTakenOver() throws IOException {
    Path collection = in("collection");
    Neardup neardup = new Neardup(conf);
    neardup.add(List.of(input(0)), collection, null, List.of());
    Path lock = new Path(collection, "_lock-" + UUID.randomUUID());
    try (OutputStream out = fs.create(lock)) {
      String dead =
          """
          {"verb":"add","host":"another","process":1,"id":"another","boot":"another","beats":true}
          """;
      out.write(dead.getBytes(StandardCharsets.UTF_8));
    }
    neardup.add(List.of(input(1)), collection, null, List.of());
    assertThat(fs.exists(lock)).isFalse();
    assertThat(neardup.list(collection)).extracting(Generation::number).containsExactly(1, 2);
  }

  @Test
  void requestsThatFailAreRepeated() throws IOException {
    server.oneOf = 100;
    run(in("output"));
    server.oneOf = 0;
    assertThat(server.disturbed).hasPositiveValue();
    sample.assertExpected(fs, in("output"));
  }

  @Test
  void theServerMayBeStartedAnew() throws Exception {
    List<Object> outcomes =
        Race.ofTwo(
            thread -> {
              if (thread == 0) {
                run(in("output"));
              } else {
                Thread.sleep(3_000);
                server.restart();
              }
              return "done";
            });
    assertThat(outcomes).containsExactly("done", "done");
    sample.assertExpected(fs, in("output"));
  }
}
