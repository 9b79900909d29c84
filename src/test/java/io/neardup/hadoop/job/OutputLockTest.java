package io.neardup.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.OutputLock.Timing;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputLockTest {

  /** A holder whose time does not advance for half a second is dead. */
  private static final Timing FAST = new Timing(10, 500, 5);

  private static final String LEFT = OutputLock.PREFIX + new UUID(7, 7);

  @TempDir private java.nio.file.Path temp;
  private Path output;
  private FileSystem fs;

  @BeforeEach
  void prepare() throws IOException {
    output = new Path(temp.toUri());
    fs = FileSystem.getLocal(Mr.conf());
  }

  private OutputLock take() throws IOException {
    return OutputLock.take(fs, output, "verify", FAST);
  }

  private java.nio.file.Path leave(String json) throws IOException {
    return Files.writeString(temp.resolve(LEFT), json);
  }

  private List<String> locks() throws IOException {
    try (Stream<java.nio.file.Path> files = Files.list(temp)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith(OutputLock.PREFIX))
          .toList();
    }
  }

  private static String holder(long process, long started, String machine, boolean beats) {
    return "{\"verb\":\"dedup\",\"host\":\"node7\",\"process\":"
        + process
        + ",\"started\":"
        + started
        + ",\"machine\":\""
        + machine
        + "\",\"beats\":"
        + beats
        + "}";
  }

  private static String machine() {
    return OutputLock.Holder.self("", true).machine();
  }

  @Test
  void aLockThatIsHeldIsRefusedAndNamesItsHolder() throws IOException {
    try (OutputLock lock = take()) {
      assertThatThrownBy(this::take)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("another run is writing to file:" + temp)
          .hasMessageContaining("neardup verify, process " + ProcessHandle.current().pid());
      lock.requireHeld();
    }
    assertThat(locks()).isEmpty();
  }

  @Test
  void theLockOfAProcessThatHasEndedIsTakenOver() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    long started = ended.info().startInstant().map(i -> i.toEpochMilli()).orElse(1L);
    ended.waitFor();
    leave(holder(ended.pid(), started, machine(), true));
    try (OutputLock lock = take()) {
      lock.requireHeld();
      assertThat(locks()).hasSize(1).doesNotContain(LEFT);
    }
  }

  @Test
  void anotherProcessThatHasTheIdNowIsNotTheHolder() throws IOException {
    leave(holder(ProcessHandle.current().pid(), 1, machine(), true)); // started in 1970
    take().close();
    assertThat(locks()).isEmpty();
  }

  /** Containers can share a host name, and each of them has a process 1. */
  @Test
  void aProcessOfAnotherContainerIsJudgedByItsFileAlone() throws Exception {
    java.nio.file.Path left = leave(holder(999_999_999, 1, "another namespace", true));
    Thread beats = new Thread(() -> beat(left));
    beats.start();
    assertThatThrownBy(this::take)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("neardup dedup, process 999999999 on node7");
    beats.interrupt();
    beats.join();
    assertThat(left).exists();
    take().close(); // now its time stands still
    assertThat(left).doesNotExist();
  }

  /** Advances the time of a file until it is interrupted. */
  private static void beat(java.nio.file.Path file) {
    try {
      for (int second = 1; ; second++) {
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * second));
        Thread.sleep(2);
      }
    } catch (IOException | InterruptedException e) {
      return;
    }
  }

  @Test
  void aLockThatIsHalfWrittenCountsAsHeldWhileItsTimeAdvances() throws IOException {
    java.nio.file.Path left = leave("{\"verb\":");
    take().close(); // it stands still
    assertThat(left).doesNotExist();
  }

  /** Where two waited for a dead lock, one deleted the fresh lock of the other. */
  @Test
  void ofManyThatTakeOverADeadLockAtOnceOneAtATimeHoldsTheFolder() throws Exception {
    leave(holder(999_999_999, 1, "another namespace", true));
    AtomicInteger holders = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger taken = new AtomicInteger();
    Callable<Void> taker =
        () -> {
          try (OutputLock lock = take()) {
            most.accumulateAndGet(holders.incrementAndGet(), Math::max);
            Thread.sleep(20);
            lock.requireHeld();
            holders.decrementAndGet();
            taken.incrementAndGet();
          } catch (UsageException e) {
            assertThat(e).hasMessageContaining("another run is writing to");
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> takers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        takers.add(taker);
      }
      for (Future<Void> done : threads.invokeAll(takers)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(most.get()).isOne();
    assertThat(taken.get()).isPositive();
    assertThat(locks()).isEmpty();
  }

  @Test
  void aLockThatWasTakenAwayIsNoticed() throws IOException {
    try (OutputLock lock = take()) {
      Files.delete(temp.resolve(locks().get(0)));
      assertThatThrownBy(lock::requireHeld)
          .isInstanceOf(StageFailedException.class)
          .hasMessageContaining("was taken over by another run while this run was suspended");
    }
  }

  /** A store whose files have the time at which they were written, such as S3. */
  static final class TimelessFileSystem extends RawLocalFileSystem {
    @Override
    public void setTimes(Path path, long modified, long accessed) {
      // As in FileSystem itself.
    }
  }

  @Test
  void whereNoTimeCanBeSetALiveHolderIsNeverTakenForDead() throws IOException {
    try (FileSystem timeless = new TimelessFileSystem()) {
      timeless.initialize(URI.create("file:///"), Mr.conf());
      OutputLock.take(timeless, output, "verify", FAST).close();
      try (OutputLock lock = OutputLock.take(timeless, output, "verify", FAST)) {
        assertThat(temp.resolve(locks().get(0))).content().contains("\"beats\":false");
        lock.requireHeld();
      }
      java.nio.file.Path left = leave(holder(999_999_999, 1, "another namespace", false));
      assertThatThrownBy(() -> OutputLock.take(timeless, output, "verify", FAST))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("if that process has ended, delete file:" + left);
      assertThat(left).exists();
    }
  }
}
