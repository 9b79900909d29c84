package io.neardup.hadoop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.cli.OtherFileSystem;
import io.neardup.config.UsageException;
import io.neardup.hadoop.generation.TestCollection;
import io.neardup.hadoop.output.StageFailedException;
import io.neardup.hadoop.pipeline.Pipeline.Existing;
import io.neardup.reference.ComparedResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results on what looks like S3: nothing there is renamed. */
class ResultsInPlaceTest {

  private static final String COMMITTER = "mapreduce.outputcommitter.factory.scheme.s3a";
  private static final String LOSES = "test.loses-lock-before";

  /** Renames nothing but what committers rename. */
  public static final class Store extends OtherFileSystem {

    static final List<String> RENAMED = Collections.synchronizedList(new ArrayList<>());

    @Override
    public String getScheme() {
      return "s3a";
    }

    @Override
    public boolean rename(org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
        throws IOException {
      String name = from.toUri().getPath();
      if (!name.contains("/_temporary/")) {
        RENAMED.add(name);
      }
      String loses = getConf().get(LOSES);
      if (loses != null && name.contains(loses)) { // its tasks end, as those of a suspended run
        TestCollection.loseLock(Path.of(name.substring(0, name.indexOf(loses))));
      }
      return super.rename(from, to);
    }
  }

  @TempDir private Path folder;

  private Path input;
  private Path output;

  @BeforeEach
  void writeDocuments() throws IOException {
    Store.RENAMED.clear();
    input = folder.resolve("pages.tsv");
    output = folder.resolve("output");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      lines.add("page " + i + "\tthis is what page " + i / 3 + " says about " + i / 3 * 37);
    }
    Files.write(input, lines);
    Pipelines.run(input, folder.resolve("expected"));
  }

  private static org.apache.hadoop.fs.Path inStore(Path path) {
    return new org.apache.hadoop.fs.Path("s3a://bucket" + path);
  }

  private void run(Existing existing, String... settings) throws IOException {
    Configuration conf = Pipelines.conf(settings);
    conf.setClass("fs.s3a.impl", Store.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.s3a.impl.disable.cache", true);
    conf.set("fs.s3a.committer.name", "directory");
    conf.set(COMMITTER, FileOutputCommitterFactory.class.getName()); // that of S3A is not here
    new Pipeline(conf, Pipelines.NOWHERE, List.of(inStore(input)), inStore(output)).run(existing);
  }

  private void assertAsExpected() throws IOException {
    assertThat(ComparedResults.of(output))
        .isEqualTo(ComparedResults.of(folder.resolve("expected")));
    assertThat(Store.RENAMED).isEmpty();
    assertThat(Pipelines.names(output.resolve("4-pairs")))
        .filteredOn(name -> !name.startsWith(".") && !name.endsWith("r-00000"))
        .containsExactly("_SUCCESS", "_files.tsv", "_neardup.json", "_owner.json");
  }

  @Test
  void resultsAreWrittenInTheirPlace() throws IOException {
    run(Existing.REFUSE);
    assertAsExpected();
    run(Existing.OVERWRITE);
    assertAsExpected();
  }

  @Test
  void whatAnInterruptedRunLeftIsDeleted() throws IOException {
    run(Existing.REFUSE);
    Path pairs = output.resolve("4-pairs");
    for (String mark : List.of("_SUCCESS", "_neardup.json", "_files.tsv")) {
      Files.delete(pairs.resolve(mark));
    }
    Files.createDirectories(pairs.resolve("_temporary/0"));
    Files.writeString(pairs.resolve("part-r-00099"), "of more tasks");
    run(Existing.RESUME);
    assertAsExpected();
  }

  @Test
  void whatNeardupDidNotWriteIsLeftAlone() throws IOException {
    run(Existing.REFUSE);
    Path pairs = output.resolve("4-pairs");
    for (String mark : List.of("_SUCCESS", "_neardup.json", "_files.tsv")) {
      Files.delete(pairs.resolve(mark));
    }
    Files.writeString(pairs.resolve("mine.txt"), "of somebody");
    List<String> before = Pipelines.names(pairs);
    assertThatThrownBy(() -> run(Existing.RESUME))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("mine.txt was not made by neardup");
    assertThat(Pipelines.names(pairs)).isEqualTo(before);
  }

  @Test
  void theJobOfARunThatLostItsLockIsNotCommitted() {
    assertThatThrownBy(() -> run(Existing.REFUSE, LOSES + "=/3-candidates/_temporary/"))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("was taken over by another run while this run was suspended");
    assertThat(output.resolve("2-buckets/_SUCCESS")).exists();
    assertThat(output.resolve("3-candidates")).isNotEmptyDirectory();
    assertThat(output.resolve("3-candidates/part-r-00000")).doesNotExist();
    assertThat(output.resolve("3-candidates/_temporary")).isNotEmptyDirectory(); // nor deleted
  }
}
