package io.neardup.hadoop.job;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Lets one process at a time write to a folder.
 *
 * <p>Each process that wants the folder writes a file of its own, {@code _lock-UUID}, and then
 * looks for those of others. If another holder is alive, the process removes its file and refuses;
 * files of dead holders are deleted. No two processes ever use the same file name, so deleting a
 * dead one's lock cannot delete a live one. Two that arrive at the same moment both withdraw and
 * try again after a random pause.
 *
 * <p>A holder is dead if its process has ended on this machine, or if the modification time of its
 * file, which a live holder keeps advancing, stands still. Host name and process id do not identify
 * a process where containers share a host name, so the file names the boot, the process namespace
 * and the start of the process as well.
 */
final class OutputLock implements AutoCloseable {

  /** The prefix of the names of lock files. */
  static final String PREFIX = "_lock-";

  private static final Pattern NAME =
      Pattern.compile(PREFIX + "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ATTEMPTS = 5;

  /** Tolerance when a modification time is compared with the one that was set. */
  private static final long CLOCK_MILLIS = 2_000;

  /**
   * How often a holder advances the time of its file, how long that time may stand still before the
   * holder counts as dead, and how often others check it.
   */
  record Timing(long beatMillis, long patienceMillis, long lookMillis) {
    static final Timing DEFAULT = new Timing(3_000, 15_000, 500);
  }

  /**
   * Who holds a lock.
   *
   * @param verb what it runs
   * @param host the name of its host, for people
   * @param process its process id
   * @param started when the process started, milliseconds since 1970
   * @param machine boot and process namespace in which the process id holds; null if not known
   * @param beats whether the time of its file advances while it is alive
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Holder(
      String verb, String host, long process, long started, String machine, boolean beats) {

    static Holder self(String verb, boolean beats) {
      ProcessHandle self = ProcessHandle.current();
      return new Holder(verb, hostName(), self.pid(), startOf(self), thisMachine(), beats);
    }

    private static long startOf(ProcessHandle process) {
      return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static String hostName() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "a host without a name";
      }
    }

    /**
     * Returns an identifier of this kernel and process namespace, in which process ids are unique.
     */
    private static String thisMachine() {
      try {
        return Files.readString(java.nio.file.Path.of("/proc/sys/kernel/random/boot_id")).strip()
            + " "
            + Files.readSymbolicLink(java.nio.file.Path.of("/proc/self/ns/pid"));
      } catch (IOException | UnsupportedOperationException e) { // not Linux
        return null;
      }
    }

    /** Returns whether the holder is alive; empty if this process cannot look up its process. */
    Optional<Boolean> isAlive() {
      if (machine == null || !machine.equals(thisMachine())) {
        return Optional.empty();
      }
      Optional<ProcessHandle> found = ProcessHandle.of(process);
      return Optional.of(found.isPresent() && startOf(found.get()) == started);
    }

    @Override
    public String toString() {
      return "neardup " + verb + ", process " + process + " on " + host;
    }
  }

  private final FileSystem fs;
  private final Path file;
  private final String verb;
  private final Timing timing;
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "neardup-lock");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> beats;

  private OutputLock(FileSystem fs, Path folder, String verb, Timing timing) throws IOException {
    this.fs = fs;
    this.file = new Path(folder, PREFIX + UUID.randomUUID());
    this.timing = timing;
    this.verb = verb;
    write(Holder.self(verb, true));
    beats =
        heart.scheduleWithFixedDelay(
            this::beat, timing.beatMillis(), timing.beatMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Takes a folder, which must exist, for this process.
   *
   * @param verb the verb that runs, for the message to other processes
   * @throws UsageException if another process writes there
   */
  static OutputLock take(FileSystem fs, Path folder, String verb) throws IOException {
    return take(fs, folder, verb, Timing.DEFAULT);
  }

  static OutputLock take(FileSystem fs, Path folder, String verb, Timing timing)
      throws IOException {
    try {
      for (int attempt = 1; ; attempt++) {
        OutputLock lock = new OutputLock(fs, folder, verb, timing);
        Optional<String> other;
        try {
          other = lock.findLiveHolder();
        } catch (IOException | RuntimeException | InterruptedException e) {
          lock.close();
          throw e;
        }
        if (other.isEmpty() && lock.isHeld()) {
          return lock;
        }
        lock.close();
        if (attempt == ATTEMPTS) {
          throw new UsageException("another run is writing to " + folder + ": " + other.get());
        }
        Thread.sleep(ThreadLocalRandom.current().nextLong(attempt * timing.lookMillis() / 2 + 1));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageFailedException("interrupted while waiting for the lock of " + folder);
    }
  }

  /** Returns whether a file is a lock. */
  static boolean isLock(Path path) {
    return NAME.matcher(path.getName()).matches();
  }

  /** Returns a description of another live holder; deletes the locks of dead holders. */
  private Optional<String> findLiveHolder() throws IOException, InterruptedException {
    if (!canBeat()) {
      write(Holder.self(verb, false));
    }
    for (Path other : locks(fs, folder())) {
      if (other.getName().equals(file.getName())) {
        continue;
      }
      Optional<String> alive = findIfAlive(fs, other, timing);
      if (alive.isPresent()) {
        return alive;
      }
      fs.delete(other, false);
    }
    return Optional.empty();
  }

  private static List<Path> locks(FileSystem fs, Path folder) throws IOException {
    List<Path> locks = new ArrayList<>();
    for (FileStatus child : fs.listStatus(folder, OutputLock::isLock)) {
      locks.add(child.getPath());
    }
    return locks;
  }

  /** Returns a description of a live holder of a folder's lock, if there is one. */
  static Optional<String> findHolder(FileSystem fs, Path folder, Timing timing) throws IOException {
    try {
      for (Path lock : locks(fs, folder)) {
        Optional<String> alive = findIfAlive(fs, lock, timing);
        if (alive.isPresent()) {
          return alive;
        }
      }
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageFailedException("interrupted while looking at the lock of " + folder);
    }
  }

  /** Returns a description of another holder if it is alive and has not just ended. */
  private static Optional<String> findIfAlive(FileSystem fs, Path other, Timing timing)
      throws IOException, InterruptedException {
    try {
      return describeIfAlive(fs, other, timing);
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> describeIfAlive(FileSystem fs, Path other, Timing timing)
      throws IOException, InterruptedException {
    Holder holder = read(fs, other);
    String name = holder == null ? "a run that has just begun" : holder.toString();
    Optional<Boolean> alive = holder == null ? Optional.empty() : holder.isAlive();
    if (alive.isPresent()) {
      return alive.get() ? Optional.of(name) : Optional.empty();
    }
    if (holder != null && !holder.beats()) {
      return Optional.of(
          name
              + "; if that process has ended, delete "
              + other
              + " (this file system cannot show whether it is alive)");
    }
    long time = fs.getFileStatus(other).getModificationTime();
    for (long waited = 0; waited < timing.patienceMillis(); waited += timing.lookMillis()) {
      Thread.sleep(timing.lookMillis());
      if (fs.getFileStatus(other).getModificationTime() != time) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private void write(Holder holder) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(JSON.writeValueAsString(holder).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns the holder that wrote a lock; null while the file is being written. */
  private static Holder read(FileSystem fs, Path lock) throws IOException {
    try (InputStream in = fs.open(lock)) {
      return JSON.readValue(in.readAllBytes(), Holder.class);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Returns whether the file system honors requests to set a modification time. */
  private boolean canBeat() throws IOException {
    long time = System.currentTimeMillis() - 10 * CLOCK_MILLIS;
    try {
      fs.setTimes(file, time, -1);
      return Math.abs(fs.getFileStatus(file).getModificationTime() - time) < 5 * CLOCK_MILLIS;
    } catch (UnsupportedOperationException e) {
      return false;
    } catch (FileNotFoundException e) {
      return true; // somebody else has deleted it, and isHeld will say so
    }
  }

  private void beat() {
    try {
      fs.setTimes(file, System.currentTimeMillis(), -1);
    } catch (IOException | UnsupportedOperationException e) {
      return; // the next one, or the next stage, will show
    }
  }

  /**
   * Checks that no other process has taken the folder, which can happen if this one was suspended.
   *
   * @throws StageFailedException if one has
   */
  void requireHeld() throws IOException {
    if (!isHeld()) {
      throw new StageFailedException(
          folder() + " was taken over by another run while this run was suspended");
    }
  }

  /** Returns the folder. */
  Path folder() {
    return file.getParent();
  }

  /** Returns whether no other process has taken the folder. */
  boolean isHeld() throws IOException {
    return fs.exists(file);
  }

  @Override
  public void close() throws IOException {
    beats.cancel(false);
    heart.shutdown();
    fs.delete(file, false);
  }
}
