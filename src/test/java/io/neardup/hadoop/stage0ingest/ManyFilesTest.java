package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusChangedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the client of a stage does for a corpus of many files. */
class ManyFilesTest {

  private static final AtomicInteger ASKED = new AtomicInteger();

  /** Counts how often it is asked for the status of a file of the input. */
  public static final class Counting extends org.apache.hadoop.fs.LocalFileSystem {
    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (path.getName().endsWith(".txt")) {
        ASKED.incrementAndGet();
      }
      return super.getFileStatus(path);
    }
  }

  @TempDir private Path folder;

  @Test
  void theClientChecksSomeFilesAndTheTasksAll() throws Exception {
    Path input = Files.createDirectories(folder.resolve("input"));
    for (int i = 0; i < 1200; i++) {
      Files.writeString(input.resolve(String.format("%04d.txt", i)), "text " + i);
    }
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(input, corpus, null);

    Configuration conf = Mr.conf();
    conf.setClass("fs.file.impl", Counting.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    ASKED.set(0);
    Corpus opened = Corpus.open(Ingests.context(conf), Ingests.path(corpus));
    assertThat(opened.columns()).isEqualTo(1200);
    assertThat(ASKED).hasValueLessThan(30);
    opened.requireSources(conf);
    assertThat(ASKED).hasValueBetween(1000, 1100);

    Files.delete(input.resolve("0100.txt"));
    assertThatThrownBy(() -> opened.requireSources(conf))
        .isInstanceOf(CorpusChangedException.class)
        .hasMessageContaining("0100.txt has been deleted since it was ingested");
    assertThat(Ingests.documents(corpus)).hasSize(1200);
  }
}
