package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageFailedException;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
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
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @Test
  void aBatchHasTheNextColumns() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\nb\t2\n"), corpus, null);
    Path objects = write("b.jsonl", "{\"id\":\"c\",\"text\":\"3\"}\n");
    assertThatThrownBy(() -> Ingests.ingest(objects, corpus, "tuesday"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("batch batch-00000 has the format tsv; here, 1 of 1 file begins with")
        .hasMessageContaining("-Dneardup.ingest.format");
    Ingests.ingest(objects, corpus, "tuesday", "neardup.ingest.format=jsonl");
    Ingests.ingest(write("c.txt", "four\nfive\n"), corpus, null, "neardup.ingest.format=lines");

    assertThat(batches().stream().map(Corpus.Batch::name))
        .containsExactly("batch-00000", "tuesday", "batch-00002");
    assertThat(batches().stream().map(Corpus.Batch::firstColumn)).containsExactly(0L, 2L, 3L);
    assertThat(Ingests.documents(corpus))
        .containsExactly(
            "0 a=1", "1 b=2", "2 c=3", "3 batch-00002/c.txt:1=four", "4 batch-00002/c.txt:2=five");
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");
  }

  @Test
  void aBatchHasTheFormatOfTheOneBefore() throws Exception {
    write("a/1.txt", "one\nand a line\n");
    write("a/2.txt", "two\n");
    Ingests.ingest(folder.resolve("a"), corpus, null);
    Ingests.ingest(write("b.txt", "three\nand a line\n"), corpus, null);
    assertThat(Ingests.documents(corpus))
        .containsExactly(
            "0 1.txt=one\nand a line\n",
            "1 2.txt=two\n",
            "2 batch-00001/b.txt=three\nand a line\n");
    assertThat(batches()).allMatch(batch -> batch.metadata().facts().get("format").equals("files"));
  }

  @Test
  void theSameNameTwiceIsRefused() throws IOException {
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "monday");
    Path other = write("b.tsv", "b\t1\n");
    assertThatThrownBy(() -> Ingests.ingest(other, corpus, "monday"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("already has a batch monday");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void theSameFileTwiceIsRefused() throws IOException {
    Path file = write("in/a.tsv", "a\t1\n");
    Ingests.ingest(file, corpus, null);
    assertThatThrownBy(() -> Ingests.ingest(file.getParent(), corpus, "again"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("a.tsv is already in batch batch-00000 of");
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
        .hasMessageContaining("exists and was not made by neardup");
    assertThatThrownBy(() -> Ingests.ingest(file, corpus.resolve("precious.txt"), null))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("exists and was not made by neardup");
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
        .hasMessageContaining("is inside input");
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
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");

    Files.writeString(bad, "b\tnow with tab\n");
    Ingests.ingest(bad, corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=now with tab");
  }

  /** The next ingest removes it, copies included. */
  @Test
  void whatAKilledIngestLeftIsInvisibleAndRemoved() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "one");
    write("corpus/_work/batch/inputs", "b.tsv");
    write("corpus/batches/00001/files/copy.tsv", "b\t2\n");
    write("corpus/batches/00002/documents-0/texts/part-00000/data", "cut off");
    assertThat(batches()).hasSize(1);
    Ingests.ingest(write("b.tsv", "b\t2\n"), corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=2");
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");
    assertThat(corpus.resolve("batches/00001/files")).doesNotExist();
    assertThat(corpus.resolve("batches/00002")).doesNotExist();
  }

  @Test
  void aCorpusThatWasMovedTakesFurtherBatches() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "one");
    Path moved = folder.resolve("moved");
    Files.move(corpus, moved);
    corpus = moved;
    Ingests.ingest(write("b.tsv", "b\t2\n"), corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=2");
  }

  @Test
  void whileABatchIsBeingMadeNobodyElseCanAddOne() throws Exception {
    StageContext context = new StageContext(Mr.conf(), System.err, "ingest:", false);
    Path file = write("a.tsv", "a\t1\n");
    try (BatchFolder batch = new BatchFolder(context, BatchTarget.of(Ingests.path(corpus), "one"))) {
      assertThatThrownBy(() -> Ingests.ingest(file, corpus, "two"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("another run is writing to file:" + corpus);
    }
    Ingests.ingest(file, corpus, "two");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void ofManyIngestsAtOnceEachIsDoneOrRefused() throws Exception {
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
    long ingested = 0;
    int succeeded = 0;
    try {
      for (Future<StageMetadata> done : threads.invokeAll(tasks)) {
        try {
          ingested += done.get().columns();
          succeeded++;
        } catch (ExecutionException e) {
          assertThat(e.getCause())
              .isInstanceOf(UsageException.class)
              .hasMessageContaining("another run is writing to");
        }
      }
    } finally {
      threads.shutdown();
    }
    assertThat(batches()).hasSize(succeeded).isNotEmpty();
    List<String> documents = Ingests.documents(corpus);
    assertThat(documents).hasSize((int) ingested);
    for (int column = 0; column < documents.size(); column++) {
      assertThat(documents.get(column)).startsWith(column + " ");
    }
    assertThat(documents.stream().map(document -> document.split(" ", 2)[1]))
        .doesNotHaveDuplicates();
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");
  }
}
