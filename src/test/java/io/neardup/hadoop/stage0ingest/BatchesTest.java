package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A corpus grows by batches, each published whole. */
class BatchesTest {

  @TempDir private Path folder;
  private Path corpus;

  @BeforeEach
  void nameCorpus() {
    corpus = folder.resolve("corpus");
  }

  private Path write(String name, String content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private List<Corpus.Batch> batches() throws IOException {
    return Corpus.batches(Mr.conf(), Ingests.path(corpus));
  }

  private List<String> inCorpus() throws IOException {
    try (Stream<Path> files = Files.list(corpus)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aBatchHasTheNextColumns() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\nb\t2\n"), corpus, null);
    Ingests.ingest(write("b.jsonl", "{\"id\":\"c\",\"text\":\"3\"}\n"), corpus, "tuesday");
    Ingests.ingest(write("c.txt", "four\nfive\n"), corpus, null);

    assertThat(batches().stream().map(Corpus.Batch::name))
        .containsExactly("batch-00000", "tuesday", "batch-00002");
    assertThat(batches().stream().map(Corpus.Batch::firstColumn)).containsExactly(0L, 2L, 3L);
    assertThat(Ingests.documents(corpus))
        .containsExactly(
            "0 a=1", "1 b=2", "2 c=3", "3 batch-00002/c.txt:1=four", "4 batch-00002/c.txt:2=five");
    assertThat(inCorpus()).containsExactly("batches");
  }

  @Test
  void theSameNameTwiceIsRefused() throws IOException {
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "monday");
    Path other = write("b.tsv", "b\t1\n");
    assertThatThrownBy(() -> Ingests.ingest(other, corpus, "monday"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has a batch monday already");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void theSameFileTwiceIsRefused() throws IOException {
    Path file = write("in/a.tsv", "a\t1\n");
    Ingests.ingest(file, corpus, null);
    assertThatThrownBy(() -> Ingests.ingest(file.getParent(), corpus, "again"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("a.tsv is in batch batch-00000 of");
  }

  @Test
  void namesOfFilesCannotMeetThoseOfABatch() throws IOException {
    write("in/monday/a.txt", "one");
    write("in/other.txt", "two");
    Ingests.ingest(folder.resolve("in"), corpus, null);
    Path file = write("more/a.txt", "three");
    assertThatThrownBy(() -> Ingests.ingest(file.getParent(), corpus, "monday"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("monday/a.txt");
  }

  @Test
  void badNamesAreRefused() throws IOException {
    Path file = write("a.tsv", "a\t1\n");
    for (String name : List.of("", "_a", ".a", "a/b", "a b", "a:b", "a\tb", "x".repeat(101))) {
      assertThatThrownBy(() -> Ingests.ingest(file, corpus, name))
          .as(name)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("batch name");
    }
    Ingests.ingest(file, corpus, "montag-1.März_日");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void whatIsNoCorpusIsLeftAlone() throws IOException {
    Path file = write("a.tsv", "a\t1\n");
    write("corpus/precious.txt", "precious");
    assertThatThrownBy(() -> Ingests.ingest(file, corpus, null))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("exists and is not a corpus");
    assertThatThrownBy(() -> Ingests.ingest(file, corpus.resolve("precious.txt"), null))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("exists and is not a corpus");
    assertThat(inCorpus()).containsExactly("precious.txt");
    assertThatThrownBy(() -> Ingests.ingest(folder, folder.resolve("new"), null)).isNotNull();
    assertThat(folder.resolve("new")).doesNotExist();
  }

  @Test
  void aCorpusInsideItsInputIsRefused() throws IOException {
    write("in/a.tsv", "a\t1\n");
    Path inside = folder.resolve("in/corpus");
    Ingests.ingest(folder.resolve("in/a.tsv"), inside, null);
    assertThatThrownBy(() -> Ingests.ingest(folder.resolve("in"), inside, "again"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is inside the input");
  }

  @Test
  void aFailedIngestLeavesNothingAndCanBeRepeated() throws Exception {
    Path bad = write("bad.tsv", "no tab\nnone here\n");
    assertThatThrownBy(() -> Ingests.ingest(bad, corpus, "one"))
        .isInstanceOf(StageFailedException.class)
        .hasMessageContaining("bad.tsv: 2 of 2 records")
        .hasMessageContaining("NO_ID 2");
    assertThat(corpus).doesNotExist();

    Ingests.ingest(write("good.tsv", "a\t1\n"), corpus, "one");
    assertThatThrownBy(() -> Ingests.ingest(bad, corpus, "two"))
        .isInstanceOf(StageFailedException.class);
    assertThat(batches()).hasSize(1);
    assertThat(inCorpus()).containsExactly("batches");

    Files.writeString(bad, "b\tnow with tab\n");
    Ingests.ingest(bad, corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=now with tab");
  }

  /** What an ingest leaves that was killed is in nobody's way. */
  @Test
  void aKilledIngestIsInvisible() throws Exception {
    BatchFolder killed = new BatchFolder(Mr.conf(), Ingests.path(corpus), "one");
    killed.create();
    assertThat(batches()).isEmpty();
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "one");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1");
  }

  private BatchFolder ready(String name, Path file) throws IOException {
    BatchFolder batch = new BatchFolder(Mr.conf(), Ingests.path(corpus), name);
    batch.create();
    // What a finished ingest of the file holds.
    Path done = folder.resolve("done-" + name);
    Ingests.ingest(file, done, name);
    FileSystem fs = batch.path().getFileSystem(Mr.conf());
    for (String part : List.of("manifest.jsonl", "_neardup.json", "_SUCCESS")) {
      fs.copyFromLocalFile(
          Ingests.path(done.resolve("batches/00000").resolve(part)),
          new org.apache.hadoop.fs.Path(batch.path(), part));
    }
    batch.complete();
    return batch;
  }

  @Test
  void ofTwoThatAreReadyAtOnceTheSecondTakesTheNextColumns() throws Exception {
    BatchFolder one = ready("one", write("a.tsv", "a\t1\nb\t2\n"));
    BatchFolder two = ready("two", write("b.tsv", "c\t3\n"));
    two.publish();
    one.publish();
    assertThat(batches().stream().map(Corpus.Batch::name)).containsExactly("two", "one");
    assertThat(Ingests.documents(corpus)).containsExactly("0 c=3", "1 a=1", "2 b=2");
    assertThat(inCorpus()).containsExactly("batches");
  }

  @Test
  void ofTwoOfOneNameThatAreReadyAtOnceTheSecondIsRefused() throws Exception {
    BatchFolder one = ready("one", write("a.tsv", "a\t1\n"));
    one.publish();
    // Began before the first was published, as its own look at the corpus would have said.
    Path file = write("b.tsv", "b\t1\n");
    Path elsewhere = corpus;
    corpus = folder.resolve("other");
    BatchFolder first = ready("same", file);
    BatchFolder second = new BatchFolder(Mr.conf(), Ingests.path(corpus), "same");
    second.create();
    first.publish();
    assertThatThrownBy(second::publish)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("has a batch same already");
    second.discard();
    assertThat(batches()).hasSize(1);
    assertThat(inCorpus()).containsExactly("batches");
    corpus = elsewhere;
    assertThat(batches()).hasSize(1);
  }

  @Test
  void manyIngestsAtOnceShareNoColumn() throws Exception {
    int ingests = 4;
    List<Callable<StageMetadata>> tasks = new ArrayList<>();
    for (int i = 0; i < ingests; i++) {
      StringBuilder lines = new StringBuilder();
      for (int d = 0; d <= i; d++) {
        lines.append(i).append('-').append(d).append("\ttext\n");
      }
      Path file = write(i + ".tsv", lines.toString());
      tasks.add(() -> Ingests.ingest(file, corpus, null));
    }
    ExecutorService threads = Executors.newFixedThreadPool(ingests);
    try {
      for (Future<StageMetadata> done : threads.invokeAll(tasks)) {
        assertThat(done.get().columns()).isPositive();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(batches()).hasSize(ingests);
    List<String> documents = Ingests.documents(corpus);
    assertThat(documents).hasSize(1 + 2 + 3 + 4);
    for (int column = 0; column < documents.size(); column++) {
      assertThat(documents.get(column)).startsWith(column + " ");
    }
    assertThat(documents.stream().map(document -> document.split(" ", 2)[1]))
        .doesNotHaveDuplicates();
    assertThat(inCorpus()).containsExactly("batches");
  }
}
