package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSortTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 100, 1000, 1 << 20})
  void recordsAreSortedWhateverFitsInMemory(long bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    int[] files = {0};
    List<byte[]> expected = new ArrayList<>();
    List<byte[]> sorted = new ArrayList<>();
    try (RecordSort sort =
        new RecordSort(() -> folder.resolve("" + files[0]++).toFile(), bytesInMemory)) {
      for (int i = 0; i < 300; i++) {
        byte[] record = new byte[random.nextInt(20)];
        random.nextBytes(record);
        sort.add(record);
        expected.add(record);
      }
      sort.drainTo((record, length) -> sorted.add(Arrays.copyOf(record, length)));
    }
    expected.sort(Arrays::compareUnsigned);
    assertThat(sorted).containsExactlyElementsOf(expected);
    assertThat(files[0] > 0).isEqualTo(bytesInMemory < 1 << 20);
    assertThat(folder).isEmptyDirectory();
  }
}
