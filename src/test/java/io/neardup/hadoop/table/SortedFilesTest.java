package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SortedFilesTest {

  @TempDir private Path folder;

  private SortedFiles files(int maxOpen) {
    int[] count = {0};
    return new SortedFiles(() -> folder.resolve("spill-" + count[0]++).toFile(), maxOpen);
  }

  /** Writes records into so many files, each sorted, and returns them all, sorted. */
  private static List<String> write(SortedFiles files, int number, Random random)
      throws IOException {
    List<String> all = new ArrayList<>();
    for (int f = 0; f < number; f++) {
      List<String> records = new ArrayList<>();
      for (int i = random.nextInt(6); i > 0; i--) {
        records.add("x".repeat(random.nextInt(3)) + random.nextInt(1000));
      }
      Collections.sort(records);
      try (SortedFiles.Writer out = files.newFile()) {
        for (String record : records) {
          byte[] bytes = record.getBytes(StandardCharsets.US_ASCII);
          out.write(bytes, bytes.length);
        }
      }
      all.addAll(records);
    }
    Collections.sort(all);
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 12, 13, 100, 300})
  void anyNumberOfFilesIsMerged(int number) throws Exception {
    SortedFiles files = files(4);
    List<String> expected = write(files, number, new Random(number));
    List<String> merged = new ArrayList<>();
    files.merge(
        (record, length) -> merged.add(new String(record, 0, length, StandardCharsets.US_ASCII)));
    assertThat(merged).isEqualTo(expected);
    assertThat(files.isEmpty()).isTrue();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void fewFilesAreOpenAtATime() throws Exception {
    assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    SortedFiles files = files(SortedFiles.MAX_OPEN);
    write(files, 500, new Random(1));
    long before = system.getOpenFileDescriptorCount();
    List<Long> open = new ArrayList<>();
    files.merge((record, length) -> open.add(system.getOpenFileDescriptorCount() - before));
    assertThat(open).hasSizeGreaterThan(500).allMatch(count -> count < 100);
  }

  @Test
  void aFailureLeavesNoFileOnceClosed() throws Exception {
    SortedFiles files = files(SortedFiles.MAX_OPEN);
    write(files, 200, new Random(2));
    assertThatThrownBy(
            () ->
                files.merge(
                    (record, length) -> {
                      throw new IOException("full");
                    }))
        .hasMessage("full");
    files.close();
    assertThat(folder).isEmptyDirectory();
  }
}
