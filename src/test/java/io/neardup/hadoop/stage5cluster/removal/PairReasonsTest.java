package io.neardup.hadoop.stage5cluster.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairReasonsTest {

  @TempDir private java.nio.file.Path folder;

  private record Found(long column, long kept, long reason) {}

  /** Reads the pairs of the columns of components that are the remainders of a division by 3. */
  private List<Found> read(int columns, int inMemory) throws Exception {
    List<Found> found = new ArrayList<>();
    try (PairReasons reasons =
        new PairReasons(
            Mr.conf(),
            new Path(folder.toUri()),
            inMemory,
            (column, kept, reason) -> found.add(new Found(column, kept, reason)))) {
      for (int column = 0; column < columns; column++) {
        reasons.read(column, column % 3);
      }
      reasons.drain();
      assertThat(reasons.pairs())
          .isEqualTo(Files.readAllLines(folder.resolve("columns-r-00000")).size());
    }
    return found;
  }

  @Test
  void thePairWithTheKeptColumnIsBestAndThenTheMostSimilar() throws Exception {
    Files.writeString(
        folder.resolve("columns-r-00000"),
        "0\t6\t0.800000\t\t\t\n3\t6\t1.000000\t\t\t\n3\t9\t0.850000\t\t\t\n6\t9\t0.900000\t\t\t\n");
    assertThat(read(10, 100))
        .containsExactlyInAnyOrder(
            new Found(6, 0, Reason.ofKept(800_000)), // although it is less similar
            new Found(3, 0, Reason.ofOther(1_000_000, 6)),
            new Found(9, 0, Reason.ofOther(900_000, 6)));
  }

  @Test
  void aReasonHoldsItsPartsAndTheBetterOneIsGreater() {
    long lastColumn = (1L << 40) - 1;
    List<Long> ordered = new ArrayList<>();
    for (int similarity : new int[] {0, 1, 800_000, 999_999, 1_000_000}) {
      for (long other : new long[] {lastColumn, 1L << 32, 6, 0}) {
        long reason = Reason.ofOther(similarity, other);
        assertThat(Reason.isWithKept(reason)).isFalse();
        assertThat(Reason.similarity(reason)).isEqualTo(similarity);
        assertThat(Reason.other(reason)).isEqualTo(other);
        ordered.add(reason);
      }
    }
    for (int similarity : new int[] {0, 1, 800_000, 999_999, 1_000_000}) {
      assertThat(Reason.isWithKept(Reason.ofKept(similarity))).isTrue();
      assertThat(Reason.similarity(Reason.ofKept(similarity))).isEqualTo(similarity);
      ordered.add(Reason.ofKept(similarity));
    }
    assertThat(ordered).isSorted().doesNotHaveDuplicates().allMatch(reason -> reason >= 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 1000})
  void howManyColumnsAreHeldChangesOnlyHowOftenTheyArePassedOn(int inMemory) throws Exception {
    Random random = new Random(inMemory);
    int columns = 60;
    List<String> pairs = new ArrayList<>();
    Map<Long, Long> best = new TreeMap<>();
    for (int i = 0; i < columns; i++) {
      for (int j = i + 3; j < columns; j += 3) {
        if (j == i + 3 || random.nextInt(4) == 0) {
          int similarity = 800_000 + 10_000 * random.nextInt(20);
          pairs.add(i + "\t" + j + "\t0." + similarity + "\t\t\t");
          best.merge((long) i, Reason.ofOther(similarity, j), Math::max);
          best.merge(
              (long) j,
              i < 3 ? Reason.ofKept(similarity) : Reason.ofOther(similarity, i),
              Math::max);
        }
      }
    }
    List.of(0L, 1L, 2L).forEach(best::remove); // which are kept
    Files.write(folder.resolve("columns-r-00000"), pairs);
    List<Found> found = read(columns, inMemory);
    Map<Long, Long> merged = new TreeMap<>();
    for (Found reason : found) {
      assertThat(reason.kept()).isEqualTo(reason.column() % 3);
      merged.merge(reason.column(), reason.reason(), Math::max);
    }
    assertThat(merged).isEqualTo(best);
    if (inMemory >= columns) {
      assertThat(found).hasSize(best.size());
    }
  }
}
