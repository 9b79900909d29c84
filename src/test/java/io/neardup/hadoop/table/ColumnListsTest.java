package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link ColumnLists} and {@link ColumnLines}. */
class ColumnListsTest {

  private static final Configuration CONF = new Configuration();

  @TempDir private java.nio.file.Path folder;

  private ColumnLists open() throws IOException {
    return new ColumnLists(CONF, new Path(folder.toUri()));
  }

  private void writePart(int part, String content) throws IOException {
    Files.writeString(folder.resolve(String.format("part-r-%05d", part)), content);
  }

  /** Reads at most so many entries of a list. */
  private static List<String> entries(ColumnLists lists, int most) throws IOException {
    List<String> entries = new ArrayList<>();
    while (entries.size() < most && lists.nextEntry()) {
      entries.add(lists.number() == 0 ? "" + lists.entry() : lists.entry() + ":" + lists.number());
    }
    return entries;
  }

  /** Random lists over some parts, some far longer than the buffer of 64 KiB. */
  private NavigableMap<Long, List<String>> writeLists(Random random, int parts, boolean large)
      throws IOException {
    TreeMap<Long, List<String>> lists = new TreeMap<>();
    long column = random.nextInt(3) == 0 ? (1L << 40) - 2_000_000 : 0;
    Files.writeString(folder.resolve("_SUCCESS"), "");
    for (int part = 0; part < parts; part++) {
      StringBuilder content = new StringBuilder();
      int columns = random.nextInt(4) == 0 ? 0 : random.nextInt(large ? 4000 : 6);
      for (int c = 0; c < columns; c++) {
        column += random.nextInt(4) == 0 ? 1 + random.nextInt(1000) : 1;
        List<String> list = new ArrayList<>();
        int lines = random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 1;
        long entry = column;
        for (int l = 0; l < lines; l++) {
          int entries = 1 + (random.nextInt(400) == 0 ? random.nextInt(30_000) : random.nextInt(6));
          content.append(column).append('\t');
          for (int e = 0; e < entries; e++) {
            entry += 1 + random.nextInt(20);
            String text =
                random.nextBoolean() ? entry + ":" + (1 + random.nextInt(99)) : "" + entry;
            content.append(e == 0 ? "" : " ").append(text);
            list.add(text);
          }
          content.append('\n');
        }
        lists.put(column, list);
      }
      writePart(part, content.toString());
    }
    return lists;
  }

  @Test
  void seeksFromAnyStartFindWhatAMapHolds() throws IOException {
    Random random = new Random(80);
    for (int round = 0; round < 24; round++) {
      for (java.io.File file : folder.toFile().listFiles()) {
        assertThat(file.delete()).isTrue();
      }
      boolean large = round % 4 == 0;
      NavigableMap<Long, List<String>> model = writeLists(random, random.nextInt(7), large);
      long first = model.isEmpty() ? 0 : model.firstKey() - 1;
      long last = model.isEmpty() ? 3 : model.lastKey() + 3;
      int starts = large ? 60 : (int) Math.min(60, last - first);
      for (int s = 0; s <= starts; s++) {
        long further =
            large ? (long) (random.nextDouble() * (last - first)) : s * (last - first) / starts;
        long column = first + further;
        try (ColumnLists lists = open()) {
          for (int step = 0; step < 20 && column <= last + 2; step++) {
            List<String> expected = model.get(column);
            assertThat(lists.seek(column)).as("column %d", column).isEqualTo(expected != null);
            if (expected != null && random.nextInt(4) > 0) { // else it is not read
              int most =
                  random.nextInt(4) == 0 ? 1 : expected.size() + 1; // and some not to the end
              assertThat(entries(lists, most))
                  .as("list of %d", column)
                  .isEqualTo(expected.subList(0, Math.min(most, expected.size())));
            }
            column += random.nextInt(6) == 0 ? 1 + random.nextInt(200) : 1;
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x\n", "1 2\n", "1\tx\n", "1\t\n", "1\t2,3\n", "1\t2 \n", "1\t2:\n", "1\t2", "\n"})
  void whatIsNotAListIsAnErrorThatNamesTheFile(String content) throws IOException {
    writePart(0, "0\t1\n" + content);
    assertThatIOException()
        .isThrownBy(
            () -> {
              try (ColumnLists lists = open()) {
                for (long column = 0; column < 3; column++) {
                  if (lists.seek(column)) {
                    entries(lists, Integer.MAX_VALUE);
                  }
                }
              }
            })
        .withMessageContaining("part-r-00000 is not a list of columns at byte");
  }

  private ColumnLines openLines() throws IOException {
    return new ColumnLines(CONF, new Path(folder.toUri()));
  }

  private NavigableMap<Long, String> writeLines(Random random, int parts) throws IOException {
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
      writePart(part, content.toString());
    }
    return lines;
  }

  @Test
  void aRangeHasAnyColumnOfTheLines() throws IOException {
    Random random = new Random(4);
    NavigableMap<Long, String> lines = writeLines(random, 5);
    try (ColumnLines in = openLines()) {
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
      writePart(part, content.toString());
      content.setLength(0);
      content.append("400000\ty\n");
    }
    long before = bytesRead();
    try (ColumnLines in = openLines()) {
      assertThat(in.seek(250_000)).isTrue();
    }
    assertThat(bytesRead() - before).isBetween(1L, 2_000_000L); // of 8 MB
  }

  /** Of all classes of file systems; the global statistics have only the first one of a scheme. */
  @SuppressWarnings("deprecation")
  private static long bytesRead() {
    return FileSystem.getAllStatistics().stream()
        .mapToLong(FileSystem.Statistics::getBytesRead)
        .sum();
  }
}
