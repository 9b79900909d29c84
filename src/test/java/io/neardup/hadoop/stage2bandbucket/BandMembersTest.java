package io.neardup.hadoop.stage2bandbucket;

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

/** {@link BandMembers}, in memory and on disk. */
class BandMembersTest {

  private static final Comparator<long[]> MODEL =
      Comparator.<long[], Long>comparing(member -> member[0], Long::compareUnsigned)
          .thenComparing(member -> member[1], Long::compareUnsigned)
          .thenComparing(member -> member[2]);

  @TempDir private Path folder;

  private int files;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 100, 999, 1_000, 1_000_000})
  void whateverFitsTheOrderIsTheSame(int inMemory) throws Exception {
    Random random = new Random(inMemory);
    BandMembers members =
        new BandMembers(() -> folder.resolve("members" + files++).toFile(), inMemory);
    try (members) {
      for (int range = 0; range < 3; range++) {
        List<long[]> expected = new ArrayList<>();
        List<long[]> drained = new ArrayList<>();
        for (int run = 0; run < 10; run++) {
          long firstColumn = random.nextLong(1L << 39);
          BandRun bytes = new BandRun();
          for (int i = 0; i < 100; i++) {
            long bandHash = random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(5) - 2L;
            long signatureHash = random.nextInt(6) - 3L;
            int distance = random.nextInt(BandRun.MAX_DISTANCE + 1);
            bytes.add(bandHash, signatureHash, distance);
            expected.add(new long[] {bandHash, signatureHash, firstColumn + distance});
          }
          members.addRun(bytes.bytes(), bytes.length(), firstColumn);
        }
        members.drain(
            (hash, signature, column) -> drained.add(new long[] {hash, signature, column}));
        expected.sort(MODEL);
        assertThat(drained.toArray(long[][]::new)).isDeepEqualTo(expected.toArray(long[][]::new));
      }
      assertThat(files > 0).isEqualTo(inMemory < 1_000);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
