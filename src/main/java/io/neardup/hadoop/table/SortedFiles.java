package io.neardup.hadoop.table;

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
import org.apache.hadoop.io.WritableUtils;

/**
 * Sorted runs on the local disk, each a file of records that sort byte by byte, unsigned, and their
 * merge. More than {@value #MAX_OPEN} files are merged in rounds, so that no more are open at once.
 *
 * <p>Memory: 32 KiB and a record for each open file. Not safe for use by several threads.
 */
public final class SortedFiles implements Closeable {

  /** Files that are open at once during a merge, besides the one being written. */
  static final int MAX_OPEN = 64;

  private static final int BUFFER = 1 << 15;

  /** Takes records in order. */
  public interface Sink {
    /** Takes a record: the first bytes of an array that the next call may overwrite. */
    void take(byte[] record, int length) throws IOException, InterruptedException;
  }

  /** A file being written: for each record its length, then its bytes. */
  public static final class Writer implements Closeable {
    private final DataOutputStream out;

    private Writer(File file) throws IOException {
      out =
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
    }

    /** Writes a record, the first bytes of an array; records must come in ascending order. */
    public void write(byte[] record, int length) throws IOException {
      WritableUtils.writeVInt(out, length);
      out.write(record, 0, length);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** An open file, positioned at its next record. */
  private static final class Cursor implements Closeable {
    private final DataInputStream in;
    private long bytesLeft;
    private byte[] record = new byte[0];
    private int length;

    private Cursor(File file) throws IOException {
      in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER));
      bytesLeft = file.length();
    }

    private boolean next() throws IOException {
      if (bytesLeft == 0) {
        return false;
      }
      length = WritableUtils.readVInt(in);
      bytesLeft -= WritableUtils.getVIntSize(length) + length;
      if (record.length < length) {
        record = new byte[Math.max(length, 2 * record.length)];
      }
      in.readFully(record, 0, length);
      return true;
    }

    private int compareTo(Cursor other) {
      return Arrays.compareUnsigned(record, 0, length, other.record, 0, other.length);
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private final Disk disk;
  private final int maxOpen;
  private final List<File> files = new ArrayList<>();

  /**
   * @param disk where the files are put
   */
  public SortedFiles(Disk disk) {
    this(disk, MAX_OPEN);
  }

  SortedFiles(Disk disk, int maxOpen) {
    this.disk = disk;
    this.maxOpen = maxOpen;
  }

  /** Returns whether there is no file. */
  public boolean isEmpty() {
    return files.isEmpty();
  }

  /** Creates a further file; the caller writes records to it, ascending, and closes it. */
  public Writer newFile() throws IOException {
    File file = disk.file();
    files.add(file);
    return new Writer(file);
  }

  /** Gives the records of all files to a sink, ascending, and deletes the files. */
  public void merge(Sink sink) throws IOException, InterruptedException {
    while (files.size() > maxOpen) {
      List<File> oldest = List.copyOf(files.subList(0, maxOpen));
      try (Writer out = newFile()) {
        merge(oldest, out::write);
      }
      delete(oldest);
      files.subList(0, maxOpen).clear();
    }
    merge(files, sink);
    close();
  }

  private static void merge(List<File> sources, Sink sink)
      throws IOException, InterruptedException {
    List<Cursor> cursors = new ArrayList<>();
    try {
      PriorityQueue<Cursor> queue = new PriorityQueue<>(Cursor::compareTo);
      for (File file : sources) {
        Cursor cursor = new Cursor(file);
        cursors.add(cursor);
        if (cursor.next()) {
          queue.add(cursor);
        }
      }
      while (!queue.isEmpty()) {
        Cursor least = queue.poll();
        sink.take(least.record, least.length);
        if (least.next()) {
          queue.add(least);
        }
      }
    } finally {
      for (Cursor cursor : cursors) {
        cursor.close();
      }
    }
  }

  /** Deletes the files. */
  @Override
  public void close() throws IOException {
    delete(files);
    files.clear();
  }

  private static void delete(List<File> files) throws IOException {
    for (File file : files) {
      Files.deleteIfExists(file.toPath());
    }
  }
}
