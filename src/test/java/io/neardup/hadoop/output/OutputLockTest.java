package io.neardup.hadoop.output;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static io.neardup.hadoop.output.OutputLock.KERNEL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.OutputLock.Holder;
import io.neardup.hadoop.output.OutputLock.Timing;
import io.neardup.hadoop.pipeline.Pipelines;
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
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
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
    return Pipelines.names(temp).stream()
        .filter(name -> name.startsWith(OutputLock.PREFIX))
        .toList();
  }

  private String own() throws IOException {
    return locks().stream().filter(name -> !name.endsWith(KERNEL)).findFirst().orElseThrow();
  }

  private static String json(Holder holder) throws IOException {
    return new ObjectMapper().writeValueAsString(holder);
  }

  /** Returns the lock file of a process in a container of another machine. */
  private static String elsewhere(boolean beats) throws IOException {
    return json(new Holder("dedup", "node7", 999_999_999, "another", "another boot", beats));
  }

  @Test
  void aLockThatIsHeldIsRefusedAndNamesItsHolder() throws IOException {
    try (OutputLock lock = take()) {
      assertRefused(
          this::take,
          "another run is writing to file:" + temp,
          "neardup verify, process " + ProcessHandle.current().pid());
      lock.requireHeld();
    }
    assertThat(locks()).isEmpty();
  }

  /** A process of its own that holds a folder until it is killed. */
  static final class Other {
    public static void main(String[] args) throws Exception {
      Path folder = new Path(java.nio.file.Path.of(args[0]).toUri());
      OutputLock.take(FileSystem.getLocal(Mr.conf()), folder, "dedup", FAST);
      System.out.println("held");
      Thread.sleep(Long.MAX_VALUE);
    }
  }

  private static void signal(String signal, Process process) throws Exception {
    new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start().waitFor();
  }

  /** A run that is suspended is not taken for dead, as the kernel has its lock. */
  @Test
  void aHolderThatIsSuspendedIsAliveUntilItEnds() throws Exception {
    Process other =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                Other.class.getName(),
                temp.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("held");
      signal("-STOP", other);
      assertRefused(this::take, "neardup dedup, process " + other.pid());
      assertThat(OutputLock.findHolder(fs, output, FAST, null)).isPresent();
      other.destroyForcibly().waitFor();
      take().close();
      assertThat(locks()).isEmpty();
    } finally {
      other.destroyForcibly();
    }
  }

  /** Each attempt of a run finds its own lock deleted, and nobody else's. */
  @Test
  void aRunWhoseLockVanishesAtEachAttemptIsRefused() throws Exception {
    FileSystem vanishing =
        new RawLocalFileSystem() {
          @Override
          public FileStatus[] listStatus(Path folder, PathFilter filter) throws IOException {
            for (FileStatus lock : super.listStatus(folder, filter)) {
              delete(lock.getPath(), false);
            }
            return new FileStatus[0];
          }
        };
    vanishing.initialize(URI.create("file:///"), Mr.conf());
    assertThatThrownBy(() -> OutputLock.take(vanishing, output, "verify", FAST))
        .isInstanceOf(UsageException.class)
        .hasMessageEndingWith(": a run that has just begun");
  }

  /** Containers can share a host name, and each of them has a process 1. */
  @Test
  void aProcessOfAnotherContainerIsJudgedByItsFileAlone() throws Exception {
    java.nio.file.Path left = leave(elsewhere(true));
    Thread beats = new Thread(() -> beat(left));
    beats.start();
    assertRefused(this::take, "neardup dedup, process 999999999 on node7");
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
    leave(elsewhere(true));
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
      Files.delete(temp.resolve(own()));
      assertFails(lock::requireHeld, "was taken over by another run while this run was suspended");
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
        assertThat(temp.resolve(own())).content().contains("\"beats\":false");
        lock.requireHeld();
      }
      java.nio.file.Path left = leave(elsewhere(false));
      assertRefused(
          () -> OutputLock.take(timeless, output, "verify", FAST),
          "if that process has ended, delete file:" + left);
      assertThat(left).exists();
    }
  }

  /** Where a condition is ignored, a lock that another process has deleted would come back. */
  @Test
  void aStoreThatIgnoresConditionsCannotShowWhetherAHolderIsAlive() throws IOException {
    Path folder = new Path("ignorant:" + temp);
    FileSystem store = folder.getFileSystem(NewFileTest.stores());
    try (OutputLock lock = OutputLock.take(store, folder, "verify", FAST)) {
      assertThat(temp.resolve(own())).content().contains("\"beats\":false");
      lock.requireHeld();
    }
  }
}
