package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PairLines}, in memory and on disk. */
class PairLinesTest {

  @TempDir private Path folder;

  private int files;

  private record Line(long i, long j, String text) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 1000, 1 << 20})
  void allComeBackByBothColumns(int bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    try (PairLines lines =
        new PairLines(() -> folder.resolve("run-" + files++).toFile(), bytesInMemory)) {
      for (int block = 0; block < 3; block++) {
        List<Line> expected = new ArrayList<>();
        for (int pair = 0; pair < 200; pair++) {
          long i = ((1L << 40) - 1) - pair % 30 * 77_777L;
          long j = ((1L << 40) - 1) - pair * 1000L;
          expected.add(new Line(i, j, "é".repeat(random.nextInt(300)) + pair));
        }
        Collections.shuffle(expected, random);
        for (Line line : expected) {
          lines.add(line.i, line.j, new Text(line.text));
        }
        expected.sort(Comparator.comparingLong(Line::i).thenComparingLong(Line::j));
        List<Line> drained = new ArrayList<>();
        lines.drain((i, j, text) -> drained.add(new Line(i, j, text.toString())));
        assertThat(drained).isEqualTo(expected);
      }
    }
    assertThat(files > 0).isEqualTo(bytesInMemory <= 1000);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
