package io.neardup.hadoop.stage5cluster.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.table.Disk;
import io.neardup.hadoop.table.TopNotes;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemovedRowsTest {

  @TempDir private java.nio.file.Path folder;

  private RemovedRows rows(int bytesInMemory) {
    int[] files = {0};
    Disk disk = () -> new File(folder.toFile(), "sorted-" + files[0]++);
    return new RemovedRows(disk, bytesInMemory);
  }

  private static void add(RemovedRows rows, long column, long other, String row)
      throws IOException {
    rows.add(column, other, new Text(row));
  }

  private static List<String> drain(RemovedRows rows) throws Exception {
    List<String> lines = new ArrayList<>();
    rows.drain((row, id) -> lines.add(row + " " + id));
    return lines;
  }

  /** Rows that fit in memory, and those that do not, find the ids before and after them. */
  @ParameterizedTest
  @ValueSource(ints = {1, 40, 300, 1 << 20})
  void aRowFindsTheIdOfTheColumnOfItsReason(int bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    try (RemovedRows rows = rows(bytesInMemory)) {
      for (int group = 0; group < 20; group++) { // one after the other in the same object
        SortedMap<Long, String> ids = new TreeMap<>();
        int size = 1 + random.nextInt(30);
        while (ids.size() < size) {
          long column = random.nextInt(4) == 0 ? random.nextLong(1L << 40) : random.nextInt(100);
          ids.put(column, "é".repeat(random.nextInt(10)) + column);
        }
        List<Long> columns = List.copyOf(ids.keySet());
        List<String> expected = new ArrayList<>();
        for (long column : columns) {
          long other = columns.get(random.nextInt(size));
          boolean pair = other == column || random.nextInt(3) == 0;
          String row = ids.get(column) + "\t" + column + "\tsome file\t7";
          add(rows, column, pair ? RemovedRows.NONE : other, row);
          expected.add(row + " " + (pair ? "" : ids.get(other)));
        }
        assertThat(drain(rows)).as("group %d", group).isEqualTo(expected);
      }
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1 << 20})
  void aMissingDocumentIsAnError(int bytesInMemory) throws Exception {
    for (long missing : new long[] {1, 5, 9}) {
      try (RemovedRows rows = rows(bytesInMemory)) {
        add(rows, 2, RemovedRows.NONE, "a\t2");
        add(rows, 4, missing, "b\t4");
        add(rows, 8, 2, "c\t8");
        assertThatThrownBy(() -> drain(rows))
            .isInstanceOf(IOException.class)
            .hasMessage("document " + missing + " is missing");
      }
    }
  }

  @Test
  void theLeastSimilarRemovalsAreTheFirstOfThoseAdded() {
    TopNotes<LeastSimilar> least = LeastSimilar.notes();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      int similarity = 500_000 + 1000 * (i * 7 % 60);
      String line =
          "r"
              + i
              + "\tk\t0."
              + similarity
              + "\tpair\t"
              + i
              + "\tf\t0\t"
              + (300 - i)
              + "\tf\t0\t\t\t";
      lines.add(line);
      LeastSimilar.add(least, similarity, new Text(line));
    }
    List<Removal> expected =
        lines.stream()
            .map(Removal::parse)
            .sorted(
                Comparator.comparingDouble(Removal::similarity)
                    .thenComparingLong(Removal::keptColumn))
            .limit(LeastSimilar.COUNT)
            .toList();
    assertThat(least.lines().lines().map(Removal::parse)).isEqualTo(expected);
    assertThat(least.list().get(0).millionths()).isEqualTo(500_000);
  }

  @Test
  void aLineThatIsNotOfThirteenFieldsIsRefused() {
    assertThatThrownBy(() -> Removal.parse("a\tb\t1.000000\tpair\t1\t\t0\t2\t\t0"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("not a line of removed-by.tsv: a\tb");
    Removal removal = Removal.parse("a\t\t\tno-shingles\t1\tf\t12\t\t\t\t\t\t");
    assertThat(removal.keptColumn()).isEqualTo(Removal.NONE);
    assertThat(removal.similarity()).isNaN();
    assertThat(removal.reason()).isEqualTo(Removal.NO_SHINGLES);
  }
}
