package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {

  @TempDir private Path folder;

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
