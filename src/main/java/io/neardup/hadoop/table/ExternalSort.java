package io.neardup.hadoop.table;

import java.io.Closeable;
import java.io.IOException;

/**
 * Sorts what comes in any order: in memory as far as it fits, the rest by way of the local disk. A
 * subclass holds what is in memory and says how it is written; it calls {@link #moveToDisk()} when
 * it is full.
 *
 * @param <S> takes what was sorted, in order
 */
public abstract class ExternalSort<S> implements Closeable {

  private final SortedFiles files;

  /**
   * @param disk where to put what does not fit
   */
  protected ExternalSort(Disk disk) {
    files = new SortedFiles(disk);
  }

  /** Gives what is in memory, in order. */
  protected abstract void drainMemory(S sink) throws IOException, InterruptedException;

  /** Forgets what is in memory. */
  protected abstract void clear();

  /** Returns a sink that writes what it takes, as records that sort as that does. */
  protected abstract S writer(SortedFiles.Writer out);

  /** Returns what reads such records and gives them to a sink. */
  protected abstract SortedFiles.Sink reader(S sink);

  /** Gives all in order, and forgets it. */
  public final void drain(S sink) throws IOException, InterruptedException {
    if (files.isEmpty()) {
      drainMemory(sink);
      clear();
    } else {
      moveToDisk();
      files.merge(reader(sink));
    }
  }

  /** Makes room. */
  protected final void moveToDisk() throws IOException, InterruptedException {
    try (SortedFiles.Writer out = files.newFile()) {
      drainMemory(writer(out));
    }
    clear();
  }

  /** Forgets all and deletes the files. */
  @Override
  public final void close() throws IOException {
    clear();
    files.close();
  }
}
