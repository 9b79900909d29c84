package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link PlausiblePairs}, in memory and on disk. */
class PlausiblePairsTest {

  @TempDir private Path folder;

  private int files;

  private record Plausible(int offset, long i, int agreement) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 1 << 20})
  void allComeBackByBothColumns(int inMemory) throws Exception {
    Random random = new Random(inMemory);
    try (PlausiblePairs pairs =
        new PlausiblePairs(() -> folder.resolve("run-" + files++).toFile(), inMemory)) {
      long total = 0;
      for (int block = 0; block < 3; block++) {
        List<Plausible> expected = new ArrayList<>();
        for (long i = 0; i < 40; i++) {
          long column = ((1L << 40) - 1000) + i * 7;
          for (int offset = 0; offset < 1 << 16; offset += 1 + random.nextInt(20_000)) {
            Plausible pair = new Plausible(offset, column, random.nextInt(1 << 15));
            expected.add(pair);
            pairs.add(pair.offset, pair.i, pair.agreement);
          }
        }
        expected.sort(Comparator.comparingInt(Plausible::offset).thenComparingLong(Plausible::i));
        total += expected.size();
        assertThat(pairs.added()).isEqualTo(total);
        List<Plausible> drained = new ArrayList<>();
        pairs.drain((offset, i, agreement) -> drained.add(new Plausible(offset, i, agreement)));
        assertThat(drained).isEqualTo(expected).hasSizeGreaterThan(150);
      }
    }
    assertThat(files > 0).isEqualTo(inMemory <= 100);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
