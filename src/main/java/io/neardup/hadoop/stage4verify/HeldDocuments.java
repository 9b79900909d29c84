package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.Disk;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Jaccard;
import io.neardup.similarity.SetComparison;
import io.neardup.similarity.XorBitmap;
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
 * <p>Memory: so many bytes as are allowed, and the shingles of one document of the file. Not safe
 * for use by several threads.
 */
public final class HeldDocuments implements Closeable {

  /** What a document takes beside its id and its shingles, about. */
  private static final long OVERHEAD_BYTES = 100;

  /** What part of its heap a task gives at least to documents that are held: one over this. */
  private static final int PART_OF_HEAP = 5;

  /**
   * What a document of 8 MiB takes while it is shingled, with all else; half of the rest is given.
   */
  private static final long ONE_DOCUMENT = 192L << 20;

  /** With less heap a task may not have room for documents of 8 MiB. */
  static final long MIN_HEAP_BYTES = ONE_DOCUMENT * 3 / 2;

  private static final long MIN_BYTES = 16L << 20;
  private static final long MAX_BYTES = 1L << 30;

  private static final int BUFFER = 1 << 16;

  /** What to do with a pair. */
  interface Comparison {
    /** Compares a document of the block with another one; both are valid while it lasts. */
    void compare(Compared a, Compared b, int agreement) throws IOException, InterruptedException;
  }

  /** A document of a comparison. One of the two has a table of its shingles. */
  static final class Compared {
    private final long column;
    private final byte[] id;
    private final long[] shingles;
    private final int size;
    private final XorBitmap bitmap;
    private final IndexedSet indexed; // null: without a table

    private Compared(long column, byte[] id, long[] shingles, int size, IndexedSet indexed) {
      this.column = column;
      this.id = id;
      this.shingles = shingles;
      this.size = size;
      this.bitmap = XorBitmap.of(shingles, size);
      this.indexed = indexed;
    }

    private static Compared of(long column, byte[] id, IndexedSet shingles) {
      return new Compared(column, id, shingles.elements(), shingles.size(), shingles);
    }

    /** Returns a document that has its own copy of the shingles, without a table. */
    private static Compared copy(long column, byte[] id, IndexedSet shingles) {
      long[] copy = Arrays.copyOf(shingles.elements(), shingles.size());
      return new Compared(column, id, copy, copy.length, null);
    }

    long column() {
      return column;
    }

    byte[] id() {
      return id;
    }

    /** Returns the array that begins with the shingles, none twice. */
    long[] shingles() {
      return shingles;
    }

    /** Returns how many shingles there are. */
    int size() {
      return size;
    }

    /**
     * Returns whether the similarity of the shingles is at least a threshold. Most of those below
     * it are told by their bitmaps alone.
     *
     * @param comparison knows intersection and union, if so
     */
    boolean reaches(double threshold, Compared other, SetComparison comparison) {
      if (bitmap.minDifference(other.bitmap) > Jaccard.maxDifference(size, other.size, threshold)) {
        return false;
      }
      return indexed == null
          ? comparison.reaches(other.indexed, shingles, size, threshold)
          : comparison.reaches(indexed, other.shingles, other.size, threshold);
    }
  }

  /** A document that waits to be compared, and which of its partners is the next. */
  private static final class Waiting {
    private static final int NONE = Integer.MAX_VALUE;

    private final Compared document;
    private final PartnerList partners;
    private int next;

    private Waiting(Compared document, PartnerList partners) {
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
  private final Int2ObjectOpenHashMap<Compared> block = new Int2ObjectOpenHashMap<>();
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
      long itsBytes = document.idLength() + bytes(shingles.size());
      if (bytes + itsBytes <= bytesInMemory) {
        block.put(offset(column), Compared.copy(column, id(document), shingles));
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
      long itsBytes =
          document.idLength() + bytes(shingles.size()) + 2L * Integer.BYTES * partners.size();
      if (!waiting.isEmpty() && bytes + itsBytes > bytesInMemory) {
        compareThoseWaiting(comparison);
      }
      if (itsBytes > bytesInMemory) { // it is not copied, so it cannot wait
        waiting.add(new Waiting(Compared.of(column, id(document), shingles), partners));
        compareThoseWaiting(comparison);
        return;
      }
      waiting.add(new Waiting(Compared.copy(column, id(document), shingles), partners.copy()));
      bytes += itsBytes;
      return;
    }
    Compared other = Compared.of(column, id(document), shingles);
    for (int p = 0; p < partners.size(); p++) {
      Compared held = block.get(partners.offset(p));
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
  static long bytesInMemory(long heapBytes) {
    long share = Math.max(heapBytes / PART_OF_HEAP, (heapBytes - ONE_DOCUMENT) / 2);
    return Math.max(MIN_BYTES, Math.min(MAX_BYTES, share));
  }

  /** Returns how many bytes a document that is held takes beside its id, about. */
  public static long bytes(long shingles) {
    return OVERHEAD_BYTES + Long.BYTES * shingles + XorBitmap.bytes(shingles);
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
      Compared held = block.remove(offset);
      write(held.column, held.id, held.shingles, held.size);
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
          compareThoseWaiting(Compared.of(column, id, set), comparison);
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

  private void compareThoseWaiting(Compared held, Comparison comparison)
      throws IOException, InterruptedException {
    int offset = offset(held.column);
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
