package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Refusals.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.output.StageMetadata;
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
    return inFolder(corpus);
  }

  private static List<String> inFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  private void assertRefused(Path input, String batch, String message) {
    assertThatThrownBy(() -> Ingests.ingest(input, corpus, batch))
        .as(batch)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aBatchHasTheNextColumns() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\nb\t2\n"), corpus, null);
    Path objects = write("b.jsonl", "{\"id\":\"c\",\"text\":\"3\"}\n");
    assertRefused(
        objects, "tuesday", "batch batch-00000 has the format tsv; here, 1 of 1 file begins with");
    assertRefused(objects, "tuesday", "-Dneardup.ingest.format");
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
  void whatIsThereAlreadyIsRefused() throws IOException {
    Path file = write("in/a.tsv", "a\t1\n");
    write("in/tuesday/b.tsv", "b\t1\n");
    Ingests.ingest(folder.resolve("in"), corpus, null);
    Ingests.ingest(write("c.tsv", "c\t1\n"), corpus, "monday");
    assertRefused(write("d.tsv", "d\t1\n"), "monday", "already has a batch monday");
    assertRefused(file, "again", "a.tsv is already in batch batch-00000 of");
    assertRefused(folder.resolve("d.tsv"), "tuesday", "already has a file tuesday/b.tsv");
    assertThat(batches()).hasSize(2);
  }

  @Test
  void badNamesAreRefused() throws IOException {
    Path file = write("a.tsv", "a\t1\n");
    for (String name : List.of("", "_a", ".a", "a/b", "a b", "a:b", "a\tb", "x".repeat(101))) {
      assertRefused(file, name, "batch name");
    }
    Ingests.ingest(file, corpus, "montag-1.März_日");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void whatIsNoCorpusIsLeftAlone() throws IOException {
    Path file = write("a.tsv", "a\t1\n");
    write("corpus/precious.txt", "precious");
    assertRefused(file, null, "exists and was not made by neardup");
    assertThat(inCorpus()).containsExactly("precious.txt");
    Path other = corpus;
    corpus = corpus.resolve("precious.txt");
    assertRefused(file, null, "exists and was not made by neardup");
    assertThat(inFolder(other)).containsExactly("precious.txt");
  }

  @Test
  void aCorpusInsideItsInputIsRefused() throws IOException {
    Path file = write("in/a.tsv", "a\t1\n");
    corpus = folder.resolve("in/corpus");
    assertRefused(folder, null, "is inside input");
    assertThat(corpus).doesNotExist();
    Ingests.ingest(file, corpus, null);
    assertRefused(folder.resolve("in"), "again", "is inside input");
  }

  @Test
  void aFailedIngestLeavesNothingAndCanBeRepeated() throws Exception {
    Path bad = write("bad.tsv", "no tab\nnone here\n");
    assertFails(() -> Ingests.ingest(bad, corpus, "one"), "bad.tsv: 2 of 2 records", "NO_ID 2");
    assertThat(corpus).doesNotExist();

    Ingests.ingest(write("good.tsv", "a\t1\n"), corpus, "one");
    assertFails(() -> Ingests.ingest(bad, corpus, "two"));
    assertThat(batches()).hasSize(1);
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");

    Files.writeString(bad, "b\tnow with tab\n");
    Ingests.ingest(bad, corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=now with tab");
  }

  /** The next ingest removes it, copies included; the corpus may have been moved. */
  @Test
  void whatAKilledIngestLeftIsInvisibleAndRemoved() throws Exception {
    Ingests.ingest(write("a.tsv", "a\t1\n"), corpus, "one");
    write("corpus/_work/batch/inputs", "b.tsv");
    write("corpus/batches/00001/files/copy.tsv", "b\t2\n");
    write("corpus/batches/00002/documents-0/texts/part-00000/data", "cut off");
    assertThat(batches()).hasSize(1);
    corpus = Files.move(corpus, folder.resolve("moved"));
    Ingests.ingest(write("b.tsv", "b\t2\n"), corpus, "two");
    assertThat(Ingests.documents(corpus)).containsExactly("0 a=1", "1 b=2");
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");
    assertThat(corpus.resolve("batches/00001/files")).doesNotExist();
    assertThat(corpus.resolve("batches/00002")).doesNotExist();
  }

  @Test
  void whileABatchIsBeingMadeNobodyElseCanAddOne() throws Exception {
    StageContext context = new StageContext(Mr.conf(), System.err, "ingest:", false);
    Path file = write("a.tsv", "a\t1\n");
    try (BatchFolder batch =
        new BatchFolder(context, BatchTarget.of(Ingests.path(corpus), "one"))) {
      assertThat(batch.prefix()).isEqualTo("one/");
      assertRefused(file, "two", "another run is writing to file:" + corpus);
    }
    Ingests.ingest(file, corpus, "two");
    assertThat(batches()).hasSize(1);
  }

  @Test
  void ofManyIngestsAtOnceEachIsDoneOrRefused() throws Exception {
    List<Callable<StageMetadata>> tasks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Path file = write(i + ".tsv", (i + "\ttext\n").repeat(i + 1));
      tasks.add(() -> Ingests.ingest(file, corpus, null));
    }
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    long ingested = 0;
    int succeeded = 0;
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
    threads.shutdown();
    assertThat(batches()).hasSize(succeeded).isNotEmpty();
    List<String> documents = Ingests.documents(corpus);
    assertThat(documents).hasSize((int) ingested);
    for (int column = 0; column < documents.size(); column++) {
      assertThat(documents.get(column)).startsWith(column + " ");
    }
    assertThat(inCorpus()).containsExactly("_owner.json", "batches");
  }
}
