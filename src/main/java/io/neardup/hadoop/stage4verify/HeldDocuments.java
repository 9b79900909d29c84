package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.io.Disk;
import io.neardup.hadoop.io.DocumentWritable;
import io.neardup.similarity.IndexedSet;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
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
    void compare(Held a, Other b, int agreement) throws IOException, InterruptedException;
  }

  /** What both documents of a comparison have; valid while it lasts. */
  private abstract static class Compared {
    private final long column;
    private final byte[] id;

    private Compared(long column, byte[] id) {
      this.column = column;
      this.id = id;
    }

    final long column() {
      return column;
    }

    final byte[] id() {
      return id;
    }
  }

  /** A document of the block. */
  static final class Held extends Compared {
    private final IndexedSet shingles;

    private Held(long column, byte[] id, IndexedSet shingles) {
      super(column, id);
      this.shingles = shingles;
    }

    IndexedSet shingles() {
      return shingles;
    }
  }

  /** A document that is compared with those of the block. */
  static final class Other extends Compared {
    private final long[] shingles;
    private final int size;

    private Other(long column, byte[] id, long[] shingles, int size) {
      super(column, id);
      this.shingles = shingles;
      this.size = size;
    }

    /** Returns the array that begins with the shingles, none twice. */
    long[] shingles() {
      return shingles;
    }

    /** Returns how many shingles there are. */
    int size() {
      return size;
    }

    private long bytes() {
      return OVERHEAD_BYTES + id().length + (long) Long.BYTES * size;
    }
  }

  /** A document that waits to be compared, and which of its partners is the next. */
  private static final class Waiting {
    private static final int NONE = Integer.MAX_VALUE;

    private final Other document;
    private final PartnerList partners;
    private int next;

    private Waiting(Other document, PartnerList partners) {
      this.document = document;
      this.partners = partners;
    }

    /** Returns the offset of the next partner, or {@link #NONE}. */
    private int nextOffset() {
      return next < partners.size() ? partners.offset(next) : NONE;
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
  void add(long column, DocumentWritable document, IndexedSet shingles) throws IOException {
    if (file == null) {
      long itsBytes = OVERHEAD_BYTES + document.idLength() + shingles.bytes();
      if (block.isEmpty() || bytes + itsBytes <= bytesInMemory) {
        block.put(offset(column), new Held(column, id(document), shingles.copy()));
        bytes += itsBytes;
        return;
      }
      moveToDisk();
    }
    write(column, id(document), shingles.elements(), shingles.size());
  }

  /**
   * Compares a document with those of the block that are its partners, now or later.
   *
   * @throws IOException if one of them has not been added
   */
  void compare(
      long column,
      DocumentWritable document,
      IndexedSet shingles,
      PartnerList partners,
      Comparison comparison)
      throws IOException, InterruptedException {
    if (file != null) {
      long[] copy = Arrays.copyOf(shingles.elements(), shingles.size());
      Other other = new Other(column, id(document), copy, copy.length);
      long itsBytes = other.bytes() + 2L * Integer.BYTES * partners.size();
      if (!waiting.isEmpty() && bytes + itsBytes > bytesInMemory) {
        compareThoseWaiting(comparison);
      }
      waiting.add(new Waiting(other, partners.copy()));
      bytes += itsBytes;
      return;
    }
    Other other = new Other(column, id(document), shingles.elements(), shingles.size());
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

  /** Returns how many bytes a document of the block takes beside its id, about. */
  public static long bytes(long shingles) {
    return OVERHEAD_BYTES + IndexedSet.bytes(shingles);
  }

  private int offset(long column) {
    return (int) (column - first);
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
      Held held = block.remove(offset);
      write(held.column(), held.id(), held.shingles.elements(), held.shingles.size());
    }
    block.trim();
    bytes = 0;
  }

  private void write(long column, byte[] id, long[] shingles, int size) throws IOException {
    out.writeLong(column);
    out.writeInt(id.length);
    out.write(id);
    out.writeInt(size);
    for (int s = 0; s < size; s++) {
      out.writeLong(shingles[s]);
    }
    onDisk++;
  }

  private void compareThoseWaiting(Comparison comparison) throws IOException, InterruptedException {
    out.flush();
    long[] shingles = new long[0];
    IndexedSet set = new IndexedSet();
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
        if (isWaitedFor(column)) {
          set.take(shingles, size);
          compareThoseWaiting(new Held(column, id, set), comparison);
        }
      }
    }
    for (Waiting document : waiting) {
      if (document.nextOffset() != Waiting.NONE) {
        throw missing(document.nextOffset());
      }
    }
    waiting.clear();
    bytes = 0;
  }

  /** Returns whether a document that waits is to be compared with a column, or one before it. */
  private boolean isWaitedFor(long column) {
    return waiting.stream().anyMatch(document -> document.nextOffset() <= offset(column));
  }

  private void compareThoseWaiting(Held held, Comparison comparison)
      throws IOException, InterruptedException {
    int offset = offset(held.column());
    for (Waiting document : waiting) {
      if (document.nextOffset() < offset) {
        throw missing(document.nextOffset());
      }
      if (document.nextOffset() == offset) {
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
