package io.neardup.hadoop.io;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What a task had to put on the local disk, several times, sorted each time: files of records of a
 * fixed number of bytes that sort as unsigned numbers from the left, and their merge.
 *
 * <p>Memory: 32 KiB a file during the merge. Not safe for use by several threads.
 */
public final class SortedFiles implements Closeable {

  private static final int BUFFER = 1 << 15;

  /** Takes records in order. */
  public interface Sink {
    /** Takes a record, in an array that the next call may overwrite. */
    void take(byte[] record) throws IOException, InterruptedException;
  }

  /** A file at its next record. */
  private static final class Cursor implements Closeable {
    private final DataInputStream in;
    private final byte[] record;
    private long left;

    private Cursor(File file, int recordLength) throws IOException {
      in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER));
      record = new byte[recordLength];
      left = file.length() / recordLength;
    }

    private boolean next() throws IOException {
      if (left == 0) {
        return false;
      }
      left--;
      in.readFully(record);
      return true;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final Disk disk;
  private final int recordLength;
  private final List<File> files = new ArrayList<>();

  /**
   * @param disk where the files are put
   * @param recordLength of all records, in bytes
   */
  public SortedFiles(Disk disk, int recordLength) {
    this.disk = disk;
    this.recordLength = recordLength;
  }

  /** Returns whether there is no file. */
  public boolean isEmpty() {
    return files.isEmpty();
  }

  /** Makes a further file, into which the caller writes records, ascending, and then closes it. */
  public DataOutputStream newFile() throws IOException {
    File file = disk.file();
    files.add(file);
    return new DataOutputStream(
        new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
  }

  /** Gives the records of all files, ascending, and deletes the files. */
  public void merge(Sink sink) throws IOException, InterruptedException {
    List<Cursor> cursors = new ArrayList<>();
    try {
      PriorityQueue<Cursor> queue =
          new PriorityQueue<>((a, b) -> Arrays.compareUnsigned(a.record, b.record));
      for (File file : files) {
        Cursor cursor = new Cursor(file, recordLength);
        cursors.add(cursor);
        if (cursor.next()) {
          queue.add(cursor);
        }
      }
      while (!queue.isEmpty()) {
        Cursor least = queue.poll();
        sink.take(least.record);
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (Cursor cursor : cursors) {
        cursor.close();
      }
    }
    close();
  }

  /** Deletes the files. */
  @Override
  public void close() throws IOException {
    for (File file : files) {
      Files.deleteIfExists(file.toPath());
    }
    files.clear();
  }
}
