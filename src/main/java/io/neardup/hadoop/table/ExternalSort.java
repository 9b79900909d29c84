package io.neardup.hadoop.table;

import java.io.Closeable;
import java.io.IOException;

/**
 * External sort: it sorts in memory what fits and spills the rest to the local disk. A subclass
 * holds the records in memory, defines how they are written, and calls {@link #moveToDisk()} when
 * memory is full.
 *
 * @param <S> the sink that takes the sorted records
 */
public abstract class ExternalSort<S> implements Closeable {

  private final SortedFiles files;

  /**
   * @param disk where to put what does not fit
   */
  protected ExternalSort(Disk disk) {
    files = new SortedFiles(disk);
  }

  /** Gives the records in memory to a sink, in order. */
  protected abstract void drainMemory(S sink) throws IOException, InterruptedException;

  /** Removes the records from memory. */
  protected abstract void clear();

  /** Returns a sink that writes what it takes, as byte records with the same sort order. */
  protected abstract S writer(SortedFiles.Writer out);

  /** Returns a sink that decodes such byte records and passes them on to the given sink. */
  protected abstract SortedFiles.Sink reader(S sink);

  /** Gives all records to a sink, in order, and removes them. */
  public final void drain(S sink) throws IOException, InterruptedException {
    if (files.isEmpty()) {
      drainMemory(sink);
      clear();
    } else {
      moveToDisk();
      files.merge(reader(sink));
    }
  }

  /** Spills the records in memory to disk, as a sorted run. */
  protected final void moveToDisk() throws IOException, InterruptedException {
    try (SortedFiles.Writer out = files.newFile()) {
      drainMemory(writer(out));
    }
    clear();
  }

  /** Removes all records and deletes the files. */
  @Override
  public final void close() throws IOException {
    clear();
    files.close();
  }
}
