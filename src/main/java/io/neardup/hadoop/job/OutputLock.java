package io.neardup.hadoop.job;

import io.neardup.config.UsageException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Keeps a second pipeline from an output: a file {@code _lock} in its folder, which says whose it
 * is, and whose modification time goes on for as long as that one is at work. What a killed one has
 * left is told by a process that is gone, or by a time that stands still.
 */
public final class OutputLock implements AutoCloseable {

  /** The name of the file. */
  public static final String NAME = "_lock";

  private static final long BEAT_MILLIS = 3_000;

  /** How long the time of a lock that is held may stand still. */
  private static final long PATIENCE_MILLIS = 5 * BEAT_MILLIS;

  private static final long LOOK_MILLIS = 500;

  private final FileSystem fs;
  private final Path file;
  private final String owner;
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "neardup-lock");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> beats;

  private OutputLock(FileSystem fs, Path file, String owner) {
    this.fs = fs;
    this.file = file;
    this.owner = owner;
    beats =
        heart.scheduleWithFixedDelay(this::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Takes an output folder, which must exist, for this process.
   *
   * @throws UsageException if another pipeline is at work there
   */
  public static OutputLock take(FileSystem fs, Path output) throws IOException {
    Path file = new Path(output, NAME);
    String owner =
        "process " + ProcessHandle.current().pid() + " on " + host() + ", " + UUID.randomUUID();
    while (true) {
      try (OutputStream out = fs.create(file, false)) {
        out.write(owner.getBytes(StandardCharsets.UTF_8));
      } catch (FileAlreadyExistsException e) {
        await(fs, file);
        continue;
      }
      return new OutputLock(fs, file, owner);
    }
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "a host without a name";
    }
  }

  /** Returns once a lock is gone, or deletes what nobody holds. */
  private static void await(FileSystem fs, Path file) throws IOException {
    try {
      String owner = read(fs, file);
      long time = fs.getFileStatus(file).getModificationTime();
      for (long waited = 0; waited < PATIENCE_MILLIS; waited += LOOK_MILLIS) {
        if (isGone(owner)) {
          break;
        }
        Thread.sleep(LOOK_MILLIS);
        if (fs.getFileStatus(file).getModificationTime() != time || !read(fs, file).equals(owner)) {
          throw new UsageException(
              "another pipeline is at work on " + file.getParent() + ": " + owner);
        }
      }
      fs.delete(file, false);
    } catch (FileNotFoundException e) {
      return; // the other one has just ended
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StageFailedException("interrupted while waiting for " + file);
    }
  }

  /** Returns whether a lock is that of a process of this host that has ended. */
  private static boolean isGone(String owner) {
    String[] words = owner.split("[ ,]+", -1);
    return owner.matches("process \\d{1,9} on " + Pattern.quote(host()) + ", .*")
        && ProcessHandle.of(Long.parseLong(words[1])).isEmpty();
  }

  private static String read(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void beat() {
    try {
      fs.setTimes(file, System.currentTimeMillis(), -1);
    } catch (IOException | UnsupportedOperationException e) {
      return; // the next one, or the next stage, will tell
    }
  }

  /**
   * Makes sure that no other pipeline has taken the output, as it may after this process stood
   * still.
   */
  public void requireHeld() throws IOException {
    String found;
    try {
      found = read(fs, file);
    } catch (FileNotFoundException e) {
      found = "nobody";
    }
    if (!found.equals(owner)) {
      throw new StageFailedException(
          file.getParent() + " has been taken from this pipeline, by " + found);
    }
  }

  @Override
  public void close() throws IOException {
    beats.cancel(false);
    heart.shutdown();
    try {
      if (read(fs, file).equals(owner)) {
        fs.delete(file, false);
      }
    } catch (FileNotFoundException e) {
      return; // deleted with the output
    }
  }
}
