package io.neardup.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLockTest {

  @TempDir private java.nio.file.Path temp;
  private java.nio.file.Path file;
  private Path output;
  private FileSystem fs;

  @BeforeEach
  void prepare() throws IOException {
    file = temp.resolve(OutputLock.NAME);
    output = new Path(temp.toUri());
    fs = FileSystem.getLocal(Mr.conf());
  }

  @Test
  void aLockThatIsHeldIsRefusedAndNamesItsHolder() throws IOException {
    try (OutputLock lock = OutputLock.take(fs, output)) {
      assertThatThrownBy(() -> OutputLock.take(fs, output))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("another pipeline is at work on file:" + temp)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
      lock.requireHeld();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void theLockOfAProcessThatHasEndedIsTakenOver() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Files.writeString(
        file, "process " + ended.pid() + " on " + InetAddress.getLocalHost().getHostName() + ", x");
    try (OutputLock lock = OutputLock.take(fs, output)) {
      lock.requireHeld();
      assertThat(file).content().contains("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void theLockOfAnotherHostIsTakenOverOnceItStandsStill() throws IOException {
    Files.writeString(file, "process 1 on another.example, x");
    OutputLock.take(fs, output).close();
    assertThat(file).doesNotExist();
  }

  @Test
  void aLockThatWasTakenAwayIsNoticedAndLeft() throws IOException {
    try (OutputLock lock = OutputLock.take(fs, output)) {
      Files.delete(temp.resolve("." + OutputLock.NAME + ".crc"));
      Files.writeString(file, "process 1 on another.example, x");
      assertThatThrownBy(lock::requireHeld)
          .isInstanceOf(StageFailedException.class)
          .hasMessageContaining("has been taken from this pipeline, by process 1");
    }
    assertThat(file).exists();
  }
}
