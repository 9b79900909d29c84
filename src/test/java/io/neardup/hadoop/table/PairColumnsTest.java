package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairColumnsTest {

  @TempDir private java.nio.file.Path folder;

  private PairColumns open() throws IOException {
    return new PairColumns(Mr.conf(), new Path(folder.toUri()));
  }

  private void write(int part, String content) throws IOException {
    Files.writeString(folder.resolve(String.format("columns-r-%05d", part)), content);
  }

  private static List<String> pairs(PairColumns columns) throws IOException {
    List<String> pairs = new ArrayList<>();
    while (columns.nextPair()) {
      pairs.add(columns.pair().larger() + " " + columns.pair().similarity());
    }
    return pairs;
  }

  @Test
  void thePairsOfAColumnAreFoundWhereverTheyAre() throws IOException {
    write(0, "4\t9\t0.912345\t\t\t\n");
    write(1, "");
    write(
        2,
        "4\t1099511627775\t0.000001\t\t\t\n6\t7\t0.900000\t\t\t\n6\t8\t0.900000\t\t\t\n9\t10\t0.850000\t\t\t\n");
    Files.writeString(folder.resolve("part-r-00000"), "not read\n");
    try (PairColumns columns = open()) {
      assertThat(columns.seek(3)).isFalse();
      assertThat(columns.seek(4)).isTrue();
      assertThat(pairs(columns)).containsExactly("9 912345", "1099511627775 1");
      assertThat(columns.seek(6)).isTrue(); // one of two is read
      assertThat(columns.nextPair()).isTrue();
      assertThat(columns.seek(9)).isTrue();
      assertThat(pairs(columns)).containsExactly("10 850000");
      assertThat(columns.seek(10)).isFalse();
    }
  }

  @Test
  void sizesAreReadAndTheLineIsWrittenAgain() throws IOException {
    List<String> lines =
        List.of("2\t5\t0.800000\t8\t10\t12345", "2\t7\t0.500000\t\t\t", "3\t4\t1.000000\t7\t7\t7");
    write(0, String.join("\n", lines) + "\n");
    List<String> written = new ArrayList<>();
    List<String> sizes = new ArrayList<>();
    try (PairColumns columns = open()) {
      LineBuilder line = new LineBuilder();
      while (columns.nextOfAll()) {
        columns.pair().appendTo(line.clear());
        written.add(line.toText().toString());
        sizes.add(columns.pair().intersection() + " of " + columns.pair().sizeOfLarger());
      }
    }
    assertThat(written).isEqualTo(lines);
    assertThat(sizes).containsExactly("8 of 12345", "0 of 0", "7 of 7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2\t\n",
        "2\t3\n",
        "2\t3\t\n",
        "2\t3\t1\n",
        "2\t3\t0.900000\n",
        "2\t3\t0.900000\t9\t9\n",
        "2\t3\t0.900000\t9\t9\t-9\n",
        "2\t3\t0.90000\n",
        "2\t3\t0.9000000\n",
        "2\t3\t0.9x0000\n",
        "2\t3\t2.000000\t\t\t\n",
        "2\t3 0.900000\n",
        "2\t2\t0.900000\t\t\t\n",
        "2\t1\t0.900000\t\t\t\n",
        "2\t3\t0.900000\t\t\t"
      })
  void whatIsNoPairIsAnError(String line) throws IOException {
    write(0, line);
    try (PairColumns columns = open()) {
      assertThatIOException()
          .isThrownBy(() -> assertThat(columns.seek(2) && columns.nextPair()).isFalse())
          .withMessageContaining("columns-r-00000 is not a list of columns at byte ");
    }
  }
}
