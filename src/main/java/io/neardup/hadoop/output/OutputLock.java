package io.neardup.hadoop.output;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.EtagSource;
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
 * <p>Whether a holder is alive is decided without any clock. On a local disk, it holds a lock of
 * the kernel on a second file, {@code _lock-UUID.process}, also while it is suspended. Elsewhere,
 * the modification time of its file advances while it is alive; one that was suspended for long
 * counts as dead: see {@link #requireHeld}. Where a time cannot be set, as on S3, the file is
 * written anew, on condition that it is still the one written before: what another process has
 * deleted does not come back.
 */
final class OutputLock implements AutoCloseable {

  /** The prefix of the names of lock files. */
  static final String PREFIX = "_lock-";

  /** What follows the name of a lock file in that of the file that the kernel locks. */
  static final String KERNEL = ".process";

  private static final String NAME = PREFIX + "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What S3A has since Hadoop 3.4.2: a write that fails unless the file has an entity tag. */
  private static final String IF_SAME = "fs.option.create.conditional.overwrite.etag";

  private static final int ATTEMPTS = 5;
  private static final String JUST_BEGUN = "a run that has just begun";

  /** Identifies this process. */
  private static final String SELF = UUID.randomUUID().toString();

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
   * @param process its process id, for people
   * @param id identifies its process
   * @param boot identifies the running kernel; null if not known
   * @param beats whether the time of its file advances while it is alive
   */
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Holder(String verb, String host, long process, String id, String boot, boolean beats) {

    static Holder self(String verb, boolean beats) {
      return new Holder(
          verb, hostName(), ProcessHandle.current().pid(), SELF, runningBoot(), beats);
    }

    private static String runningBoot() {
      try { // as Linux has it
        return Files.readString(java.nio.file.Path.of("/proc/sys/kernel/random/boot_id")).strip();
      } catch (IOException e) {
        return null;
      }
    }

    private static String hostName() {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException e) {
        return "a host without a name";
      }
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
  private final Timer heart = new Timer("neardup-lock", true);
  private final FileChannel kernelLock; // null where there is none
  private volatile boolean rewritten; // to advance its time

  private OutputLock(FileSystem fs, Path folder, String verb, Timing timing) throws IOException {
    this.fs = fs;
    this.file = new Path(folder, PREFIX + UUID.randomUUID());
    this.timing = timing;
    this.verb = verb;
    write(Holder.self(verb, true));
    kernelLock = lockInKernel();
    heart.schedule(
        new TimerTask() {
          @Override
          public void run() {
            beat();
          }
        },
        timing.beatMillis(),
        timing.beatMillis());
  }

  /**
   * Takes a folder, which must exist, for this process.
   *
   * @param verb the verb that runs, for the message to other processes
   * @throws UsageException if another process writes there
   */
  static OutputLock take(FileSystem fs, Path folder, String verb, Timing timing)
      throws IOException {
    for (int attempt = 1; ; attempt++) {
      OutputLock lock = new OutputLock(fs, folder, verb, timing);
      Optional<String> other;
      try {
        other = lock.findLiveHolder();
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
      if (other.isEmpty() && lock.isHeld()) {
        return lock;
      }
      lock.close();
      if (attempt == ATTEMPTS) {
        throw new UsageException(
            "another run is writing to " + folder + ": " + other.orElse(JUST_BEGUN));
      }
      long most = attempt * timing.lookMillis() / 2 + 1;
      sleep(ThreadLocalRandom.current().nextLong(most), folder);
    }
  }

  private static void sleep(long millis, Path folder) throws StageFailedException {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageFailedException("interrupted while looking at the lock of " + folder);
    }
  }

  /** Returns whether a file belongs to a lock. */
  static boolean isLock(Path path) {
    return path.getName().matches(NAME + "(" + Pattern.quote(KERNEL) + ")?");
  }

  /** Returns a description of another live holder; deletes the locks of dead holders. */
  private Optional<String> findLiveHolder() throws IOException {
    if (!canSetTime()) {
      rewritten =
          fs.hasPathCapability(file, IF_SAME) && NewFile.refuses(fs, file, IF_SAME, "\"another\"");
      if (!rewritten) {
        write(Holder.self(verb, false));
      }
    }
    return findHolder(fs, folder(), timing, file);
  }

  private static void delete(FileSystem fs, Path lock) throws IOException {
    fs.delete(inKernel(lock), false);
    fs.delete(lock, false);
  }

  /**
   * Returns a description of a live holder of a folder's lock, if there is one. Who has a lock of
   * his own there looks for another, and deletes the locks of dead ones.
   *
   * @param own one's own lock; null if there is none
   */
  static Optional<String> findHolder(FileSystem fs, Path folder, Timing timing, Path own)
      throws IOException {
    for (FileStatus found : fs.listStatus(folder, child -> child.getName().matches(NAME))) {
      Path lock = found.getPath();
      if (own == null || !lock.getName().equals(own.getName())) {
        Optional<String> alive = findIfAlive(fs, lock, timing);
        if (alive.isPresent()) {
          return alive;
        }
        if (own != null) {
          delete(fs, lock);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns a description of another holder if it is alive and has not just ended. */
  private static Optional<String> findIfAlive(FileSystem fs, Path other, Timing timing)
      throws IOException {
    try {
      Optional<Holder> holder = read(fs, other);
      String name = holder.map(Holder::toString).orElse(JUST_BEGUN);
      if (holder.isPresent() && holder.get().id().equals(SELF)) {
        return Optional.of(name); // to look at the kernel's lock would release it
      }
      Optional<Boolean> locked = holder.flatMap(its -> isLockedInKernel(fs, other, its));
      if (locked.isPresent()) {
        return locked.get() ? Optional.of(name) : Optional.empty();
      }
      if (holder.isPresent() && !holder.get().beats()) {
        return Optional.of(
            Quantity.format(
                "%s; if that process has ended, delete %s (this file system cannot show whether it is"
                    + " alive)",
                name, other));
      }
      return advances(fs, other, timing) ? Optional.of(name) : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the time of a file advances. */
  private static boolean advances(FileSystem fs, Path file, Timing timing) throws IOException {
    long time = fs.getFileStatus(file).getModificationTime();
    for (long waited = 0; waited < timing.patienceMillis(); waited += timing.lookMillis()) {
      sleep(timing.lookMillis(), file.getParent());
      if (fs.getFileStatus(file).getModificationTime() != time) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the kernel has a lock for another process; empty if that is not known. */
  private static Optional<Boolean> isLockedInKernel(FileSystem fs, Path lock, Holder holder) {
    if (!isLocal(fs) || holder.boot() == null || !holder.boot().equals(Holder.runningBoot())) {
      return Optional.empty(); // a network disk may keep the locks of each machine apart
    }
    try (FileChannel file = FileChannel.open(local(lock), StandardOpenOption.READ)) {
      return Optional.of(file.tryLock(0, Long.MAX_VALUE, true) == null);
    } catch (OverlappingFileLockException e) {
      return Optional.of(true); // another thread of this process looks at it, too
    } catch (IOException e) {
      return Optional.empty(); // there is none, or no such lock on this disk
    }
  }

  /** Returns the kernel's lock of this process; null if the file system or the disk has none. */
  private FileChannel lockInKernel() throws IOException {
    if (!isLocal(fs)) {
      return null;
    }
    FileChannel channel =
        FileChannel.open(local(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      channel.lock();
      return channel;
    } catch (IOException e) {
      channel.close();
      fs.delete(inKernel(file), false);
      return null;
    }
  }

  /**
   * Returns the file that the kernel locks. It is not the lock file itself, since a process that
   * reads and closes a file releases its locks on it.
   */
  private static Path inKernel(Path lock) {
    return lock.suffix(KERNEL);
  }

  private static java.nio.file.Path local(Path lock) {
    return java.nio.file.Path.of(inKernel(lock).toUri().getPath());
  }

  private static boolean isLocal(FileSystem fs) {
    return fs.getUri().getScheme().equals("file");
  }

  private void write(Holder holder) throws IOException {
    try (OutputStream out = fs.create(file, true)) {
      out.write(toJson(holder));
    }
  }

  private static byte[] toJson(Holder holder) throws JsonProcessingException {
    return JSON.writeValueAsString(holder).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the holder that wrote a lock; empty while the file is being written. */
  private static Optional<Holder> read(FileSystem fs, Path lock) throws IOException {
    try {
      return Optional.of(JSON.readValue(NewFile.bytes(fs, lock), Holder.class));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Returns whether the file system honors requests to set a modification time. */
  private boolean canSetTime() throws IOException {
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
      if (rewritten) {
        String written = ((EtagSource) fs.getFileStatus(file)).getEtag();
        NewFile.write(fs, file, IF_SAME, written, toJson(Holder.self(verb, true)));
      } else {
        fs.setTimes(file, System.currentTimeMillis(), -1);
      }
    } catch (IOException | RuntimeException e) { // which would end the schedule
      return; // the next one, or the next stage, will show
    }
  }

  /**
   * Checks that no other process has taken the folder, which can happen if this one was suspended;
   * StageFailedException if one has.
   */
  void requireHeld() throws IOException {
    requireHeld(fs, file);
  }

  /** Checks that there still is the file of a lock, as {@link #requireHeld()} does. */
  static void requireHeld(FileSystem fs, Path lock) throws IOException {
    if (!fs.exists(lock)) {
      throw new StageFailedException(
          lock.getParent() + " was taken over by another run while this run was suspended");
    }
  }

  Path file() {
    return file;
  }

  Path folder() {
    return file.getParent();
  }

  /** Returns whether no other process has taken the folder. */
  boolean isHeld() throws IOException {
    return fs.exists(file);
  }

  @Override
  public void close() throws IOException {
    heart.cancel();
    delete(fs, file);
    if (kernelLock != null) {
      kernelLock.close();
    }
  }
}
