package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.Disk;
import io.neardup.hadoop.io.DocumentWritable;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
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

/**
 * The documents of one block, with which others are compared: in memory, as long as they fit; if
 * not, on the local disk, and then the others wait until there are as many of them as fit, and all
 * are compared in one walk through the file.
 *
 * <p>Memory: so many bytes as are allowed, and one document's shingles more. Not safe for use by
 * several threads.
 */
public final class HeldDocuments implements Closeable {

  /** What a document takes beside its id and its shingles, about. */
  private static final long OVERHEAD_BYTES = 100;

  /** What part of its heap a task gives to documents that are held: one over this. */
  private static final int PART_OF_HEAP = 5;

  private static final long LEAST_BYTES = 16L << 20;
  private static final long MOST_BYTES = 1L << 30;

  private static final int BUFFER = 1 << 16;

  /** What to do with a pair. */
  interface Comparison {
    /** Compares a document of the block with another one. */
    void compare(Held a, Held b, int agreement) throws IOException, InterruptedException;
  }

  /** A document's column, id, and its distinct shingles, ascending; valid during a comparison. */
  static final class Held {
    private final long column;
    private final byte[] id;
    private final long[] shingles;
    private final int size;

    private Held(long column, byte[] id, long[] shingles, int size) {
      this.column = column;
      this.id = id;
      this.shingles = shingles;
      this.size = size;
    }

    long column() {
      return column;
    }

    byte[] id() {
      return id;
    }

    /** Returns the array that begins with the shingles. */
    long[] shingles() {
      return shingles;
    }

    /** Returns how many shingles there are. */
    int size() {
      return size;
    }

    private long bytes() {
      return HeldDocuments.bytes(id.length, size);
    }
  }

  /** A document that waits to be compared, and which of its partners is the next. */
  private static final class Waiting {
    private final Held document;
    private final PartnerList partners;
    private int next;

    private Waiting(Held document, PartnerList partners) {
      this.document = document;
      this.partners = partners;
    }
  }

  private final Disk disk;
  private final long bytesInMemory;
  private final Int2ObjectOpenHashMap<Held> block = new Int2ObjectOpenHashMap<>();
  private final List<Waiting> waiting = new ArrayList<>();
  private long first;
  private long bytes; // of what is in memory
  private File file; // null while the block is in memory
  private DataOutputStream out;
  private int onDisk;

  /**
   * @param disk where to put a block that is too large
   * @param bytesInMemory the most bytes that are held of it, and of those that wait
   */
  HeldDocuments(Disk disk, long bytesInMemory) {
    this.disk = disk;
    this.bytesInMemory = bytesInMemory;
  }

  /** Begins a block, which begins with a column. */
  void start(long firstColumn) throws IOException {
    close();
    first = firstColumn;
  }

  /** Adds a document of the block, of a greater column than those before. */
  void add(long column, DocumentWritable document, LongArrayList shingles) throws IOException {
    Held held = copy(column, document, shingles);
    if (file == null && !block.isEmpty() && bytes + held.bytes() > bytesInMemory) {
      moveToDisk();
    }
    if (file != null) {
      write(held);
    } else {
      block.put(offset(column), held);
      bytes += held.bytes();
    }
  }

  /**
   * Compares a document with those of the block that are its partners, now or later.
   *
   * @throws IOException if one of them has not been added
   */
  void compare(
      long column,
      DocumentWritable document,
      LongArrayList shingles,
      PartnerList partners,
      Comparison comparison)
      throws IOException, InterruptedException {
    if (file != null) {
      Held held = copy(column, document, shingles);
      long itsBytes = held.bytes() + 2L * Integer.BYTES * partners.size();
      if (!waiting.isEmpty() && bytes + itsBytes > bytesInMemory) {
        compareThoseWaiting(comparison);
      }
      waiting.add(new Waiting(held, partners.copy()));
      bytes += itsBytes;
      return;
    }
    Held other = new Held(column, id(document), shingles.elements(), shingles.size());
    for (int p = 0; p < partners.size(); p++) {
      Held held = block.get(partners.offset(p));
      if (held == null) {
        throw missing(partners.offset(p));
      }
      comparison.compare(held, other, partners.agreement(p));
    }
  }

  /** Ends the block: compares what still waits. */
  void finish(Comparison comparison) throws IOException, InterruptedException {
    if (!waiting.isEmpty()) {
      compareThoseWaiting(comparison);
    }
    close();
  }

  /** Returns how many bytes of documents a task with such a heap may hold. */
  public static long bytesInMemory(long heapBytes) {
    return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, heapBytes / PART_OF_HEAP));
  }

  /** Returns how many bytes a document takes, about. */
  static long bytes(int idLength, long shingles) {
    return OVERHEAD_BYTES + idLength + Long.BYTES * shingles;
  }

  private int offset(long column) {
    return (int) (column - first);
  }

  private static Held copy(long column, DocumentWritable document, LongArrayList shingles) {
    long[] copy = Arrays.copyOf(shingles.elements(), shingles.size());
    return new Held(column, id(document), copy, copy.length);
  }

  private static byte[] id(DocumentWritable document) {
    return Arrays.copyOf(document.idBytes(), document.idLength());
  }

  private IOException missing(int offset) {
    return new IOException("document " + (first + offset) + " is missing");
  }

  private void moveToDisk() throws IOException {
    file = disk.file();
    out =
        new DataOutputStream(
            new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
    int[] offsets = block.keySet().toIntArray();
    Arrays.sort(offsets);
    for (int offset : offsets) {
      write(block.remove(offset));
    }
    block.trim();
    bytes = 0;
  }

  private void write(Held held) throws IOException {
    out.writeLong(held.column);
    out.writeInt(held.id.length);
    out.write(held.id);
    out.writeInt(held.size);
    for (int s = 0; s < held.size; s++) {
      out.writeLong(held.shingles[s]);
    }
    onDisk++;
  }

  private void compareThoseWaiting(Comparison comparison) throws IOException, InterruptedException {
    out.flush();
    long[] shingles = new long[0];
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file.toPath()), BUFFER))) {
      for (int d = 0; d < onDisk; d++) {
        long column = in.readLong();
        byte[] id = in.readNBytes(in.readInt());
        int size = in.readInt();
        shingles = shingles.length >= size ? shingles : new long[size];
        for (int s = 0; s < size; s++) {
          shingles[s] = in.readLong();
        }
        compareThoseWaiting(new Held(column, id, shingles, size), comparison);
      }
    }
    for (Waiting document : waiting) {
      if (document.next < document.partners.size()) {
        throw missing(document.partners.offset(document.next));
      }
    }
    waiting.clear();
    bytes = 0;
  }

  private void compareThoseWaiting(Held held, Comparison comparison)
      throws IOException, InterruptedException {
    int offset = offset(held.column);
    for (Waiting document : waiting) {
      if (document.next < document.partners.size()
          && document.partners.offset(document.next) <= offset) {
        if (document.partners.offset(document.next) < offset) {
          throw missing(document.partners.offset(document.next));
        }
        comparison.compare(held, document.document, document.partners.agreement(document.next));
        document.next++;
      }
    }
  }

  /** Forgets the block and deletes its file. */
  @Override
  public void close() throws IOException {
    block.clear();
    waiting.clear();
    bytes = 0;
    onDisk = 0;
    if (file != null) {
      out.close();
      Files.deleteIfExists(file.toPath());
      file = null;
    }
  }
}
