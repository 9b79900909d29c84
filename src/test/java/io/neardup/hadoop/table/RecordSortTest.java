package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordSortTest {

  @TempDir private Path folder;

  private int files;

  private RecordSort sort(long bytesInMemory) {
    return new RecordSort(() -> folder.resolve("" + files++).toFile(), bytesInMemory);
  }

  /** Adds random records and returns them. */
  private static List<byte[]> add(RecordSort sort, int number, Random random) throws IOException {
    List<byte[]> records = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      byte[] record = new byte[random.nextInt(20)];
      random.nextBytes(record);
      if (random.nextBoolean()) { // the first bytes are those of many
        Arrays.fill(record, 0, Math.min(record.length, 9), (byte) -random.nextInt(2));
      }
      sort.add(record);
      records.add(record);
    }
    return records;
  }

  /** From 300 runs, which are merged in rounds, to none. */
  @ParameterizedTest
  @ValueSource(longs = {1, 60, 100, 1000, 3000, 5000, 1 << 20})
  void recordsAreSortedWhateverFitsInMemory(long bytesInMemory) throws Exception {
    Random random = new Random(bytesInMemory);
    try (RecordSort sort = sort(bytesInMemory)) {
      for (int round = 0; round < 2; round++) { // it is used again
        List<byte[]> expected = add(sort, 300, random);
        List<byte[]> sorted = new ArrayList<>();
        sort.drainTo((record, length) -> sorted.add(Arrays.copyOf(record, length)));
        expected.sort(Arrays::compareUnsigned);
        assertThat(sorted).containsExactlyElementsOf(expected);
        assertThat(folder).isEmptyDirectory();
      }
    }
    assertThat(files > 0).isEqualTo(bytesInMemory < 1 << 20);
  }

  @Test
  void fewRunsAreOpenAtATime() throws Exception {
    assumeTrue(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean);
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    try (RecordSort sort = sort(1)) {
      add(sort, 600, new Random(1));
      long before = system.getOpenFileDescriptorCount();
      List<Long> open = new ArrayList<>();
      sort.drainTo((record, length) -> open.add(system.getOpenFileDescriptorCount() - before));
      assertThat(open).hasSize(600).allMatch(count -> count < 100);
    }
  }

  @Test
  void aFailureLeavesNoFileOnceClosed() throws Exception {
    RecordSort sort = sort(1);
    add(sort, 200, new Random(2));
    assertThatThrownBy(
            () ->
                sort.drainTo(
                    (record, length) -> {
                      throw new IOException("full");
                    }))
        .hasMessage("full");
    sort.close();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatATaskSortsTwiceAtOnceHasFilesOfItsOwn() throws IOException {
    Configuration conf = new Configuration();
    conf.set(MRConfig.LOCAL_DIR, folder.toString());
    var task = new TaskAttemptContextImpl(conf, new TaskAttemptID());
    Disk one = Disk.of(task);
    Disk other = Disk.of(task);
    Set<Path> files = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      for (Disk disk : new Disk[] {one, other}) {
        Path file = disk.file().toPath();
        assertThat(file.getParent()).isEqualTo(folder);
        assertThat(file).doesNotExist();
        Files.createFile(file);
        files.add(file);
      }
    }
    assertThat(files).hasSize(6);
  }
}
