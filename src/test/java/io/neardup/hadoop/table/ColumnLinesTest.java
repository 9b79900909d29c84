package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ColumnLinesTest {

  private static final Configuration CONF = new Configuration();

  @TempDir private java.nio.file.Path folder;

  private ColumnLines open() throws IOException {
    return new ColumnLines(CONF, new Path(folder.toUri()));
  }

  private NavigableMap<Long, String> write(Random random, int parts) throws IOException {
    NavigableMap<Long, String> lines = new TreeMap<>();
    long column = 0;
    for (int part = 0; part < parts; part++) {
      StringBuilder content = new StringBuilder();
      for (int line = random.nextInt(3) * random.nextInt(9000); line >= 0; line--) {
        column += 1 + random.nextInt(3);
        String rest = "é\t" + "x".repeat(random.nextInt(50)) + " " + column;
        lines.put(column, rest);
        content.append(column).append("\t7\t").append(rest).append('\n');
      }
      Files.writeString(folder.resolve(String.format("part-r-%05d", part)), content);
    }
    return lines;
  }

  @Test
  void aRangeHasAnyColumnOfTheLines() throws IOException {
    Random random = new Random(4);
    NavigableMap<Long, String> lines = write(random, 5);
    try (ColumnLines in = open()) {
      long from = 0;
      while (from < lines.lastKey() + 9) {
        long to = from + (long) random.nextInt(4) * random.nextInt(3);
        assertThat(in.hasAny(from, to))
            .as("%d to %d", from, to)
            .isEqualTo(!lines.subMap(from, to).isEmpty());
        from = to + random.nextInt(5);
      }
    }
  }

  @Test
  void aFirstSeekReadsLittle() throws IOException {
    StringBuilder content = new StringBuilder();
    for (int column = 0; column < 300_000; column++) {
      content.append(column).append("\t").append("x".repeat(20)).append('\n');
    }
    for (int part = 0; part < 2; part++) {
      Files.writeString(folder.resolve("part-r-0000" + part), content);
      content.setLength(0);
      content.append("400000\ty\n");
    }
    FileSystem.clearStatistics();
    try (ColumnLines in = open()) {
      assertThat(in.seek(250_000)).isTrue();
    }
    long read = FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead");
    assertThat(read).isBetween(1L, 2_000_000L); // of 8 MB
  }
}
