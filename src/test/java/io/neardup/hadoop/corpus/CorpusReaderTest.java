package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CorpusReaderTest {

  private static final Configuration CONF = Mr.conf();

  @TempDir private Path folder;

  private Path corpus;
  private List<String> all;

  /** Two batches, one of them of many parts and with records set aside. */
  @BeforeEach
  void ingest() throws Exception {
    Random random = new Random(3);
    corpus = folder.resolve("corpus");
    Path tsv = Files.createDirectories(folder.resolve("a"));
    for (int file = 0; file < 5; file++) {
      StringBuilder lines = new StringBuilder();
      for (int line = random.nextInt(40); line > 0; line--) {
        lines.append(line % 7 == 0 ? "" : "id" + line + "\ttext ").append(random.nextInt());
        lines.append('\n');
      }
      Files.writeString(tsv.resolve(file + ".tsv"), lines);
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(tsv.resolve("z.tsv.gz")))) {
      out.write("x\tone\ny\ttwo\nz\tthree\n".getBytes(StandardCharsets.UTF_8));
    }
    String anyBad = "neardup.ingest.max-bad-records=100%";
    Ingests.ingest(
        tsv,
        corpus,
        "first",
        anyBad,
        "neardup.ingest.range-bytes=100",
        "neardup.document.split-bytes=300");
    Path copy = Files.createDirectories(folder.resolve("b"));
    for (String name : List.of("3.tsv", "4.tsv", "z.tsv.gz")) {
      Files.copy(tsv.resolve(name), copy.resolve(name));
    }
    Ingests.ingest(copy, corpus, "second", anyBad);
    all = Ingests.documents(corpus);
    assertThat(all).hasSizeGreaterThan(100);
  }

  private List<String> read(NavigableSet<Long> columns) throws IOException {
    List<String> read = new ArrayList<>();
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader in =
        CorpusReader.of(
            CONF, Corpus.batches(CONF, Ingests.path(corpus)), CorpusReader.Content.ALL)) {
      for (long column : columns) {
        in.read(column, document);
        read.add(column + " " + Docs.id(document) + "=" + Docs.text(document));
      }
    }
    return read;
  }

  @Test
  void theyAreThoseOfTheColumns() throws IOException {
    Random random = new Random(5);
    for (int count : new int[] {0, 1, 2, 10, 1000}) {
      NavigableSet<Long> columns = new TreeSet<>(List.of(0L, all.size() - 1L));
      for (int c = 0; c < count; c++) {
        columns.add((long) random.nextInt(all.size()));
      }
      assertThat(read(columns))
          .isEqualTo(columns.stream().map(column -> all.get(column.intValue())).toList());
    }
    assertThat(read(new TreeSet<>())).isEmpty();
  }
}
