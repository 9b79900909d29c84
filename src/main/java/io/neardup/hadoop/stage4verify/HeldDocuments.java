package io.neardup.hadoop.stage4verify;

import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.Disk;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.XorBitmap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * The members of one block, with which others are compared. They are held in memory, and each other
 * document is compared at once. If they do not fit, they move to the local disk: then the others
 * wait until they fill the memory, and one walk through the file compares all of them.
 *
 * <p>Memory: as many bytes as are allowed, and the shingles of one document of the file. Not safe
 * for use by several threads.
 */
final class HeldDocuments implements Closeable {

  /** What a document takes beside its id and its shingles, about. */
  private static final long OVERHEAD_BYTES = 100;

  /** What to do with a pair. */
  interface Comparison {
    /** Compares a member of the block with another document; both are valid while it lasts. */
    void compare(ShingledDocument member, ShingledDocument other, int agreement)
        throws IOException, InterruptedException;
  }

  private final Disk disk;
  private final long bytesInMemory;
  private final Comparison comparison;
  private final Long2ObjectOpenHashMap<ShingledDocument> members = new Long2ObjectOpenHashMap<>();
  private final WaitingDocuments waiting = new WaitingDocuments();
  private DocumentSpill spill; // null while the members are in memory
  private long bytes; // of what is in memory

  /**
   * @param disk where to put a block that is too large
   * @param bytesInMemory the most bytes that are held of the members, or of those that wait
   * @param comparison what to do with each pair
   */
  HeldDocuments(Disk disk, long bytesInMemory, Comparison comparison) {
    this.disk = disk;
    this.bytesInMemory = bytesInMemory;
    this.comparison = comparison;
  }

  /** Adds a member of the block, of a greater column than those before. */
  void add(long column, DocumentWritable document, IndexedSet shingles) throws IOException {
    byte[] id = id(document);
    if (spill == null) {
      long memberBytes = id.length + bytes(shingles.size());
      if (bytes + memberBytes <= bytesInMemory) {
        members.put(column, ShingledDocument.copy(column, id, shingles));
        bytes += memberBytes;
        return;
      }
      moveToDisk();
    }
    spill.write(column, id, shingles.elements(), shingles.size());
  }

  /**
   * Compares a document with the members that are its partners, now or later.
   *
   * @throws IOException if one of them has not been added
   */
  void compare(long column, DocumentWritable document, IndexedSet shingles, PartnerList partners)
      throws IOException, InterruptedException {
    if (spill == null) {
      compareNow(ShingledDocument.indexed(column, id(document), shingles), partners);
    } else {
      compareLater(column, id(document), shingles, partners);
    }
  }

  private void compareNow(ShingledDocument document, PartnerList partners)
      throws IOException, InterruptedException {
    for (int p = 0; p < partners.size(); p++) {
      ShingledDocument member = members.get(partners.column(p));
      if (member == null) {
        throw missing(partners.column(p));
      }
      comparison.compare(member, document, partners.agreement(p));
    }
  }

  private void compareLater(long column, byte[] id, IndexedSet shingles, PartnerList partners)
      throws IOException, InterruptedException {
    long itsBytes =
        id.length + bytes(shingles.size()) + (Long.BYTES + Integer.BYTES) * (long) partners.size();
    if (bytes + itsBytes > bytesInMemory) {
      compareWaiting();
    }
    if (itsBytes > bytesInMemory) { // no room for a copy, so it cannot wait
      waiting.add(ShingledDocument.indexed(column, id, shingles), partners);
      compareWaiting();
    } else {
      waiting.add(ShingledDocument.copy(column, id, shingles), partners.copy());
      bytes += itsBytes;
    }
  }

  private void compareWaiting() throws IOException, InterruptedException {
    if (!waiting.isEmpty()) {
      spill.read(waiting::want, member -> waiting.compareWith(member, comparison));
      waiting.finish();
      bytes = 0;
    }
  }

  private void moveToDisk() throws IOException {
    spill = new DocumentSpill(disk.file());
    long[] columns = members.keySet().toLongArray();
    Arrays.sort(columns);
    for (long column : columns) {
      ShingledDocument member = members.remove(column);
      spill.write(member.column(), member.id(), member.shingles(), member.size());
    }
    members.trim();
    bytes = 0;
  }

  /** Ends the block: compares what still waits, and forgets all, so that another may begin. */
  void finish() throws IOException, InterruptedException {
    compareWaiting();
    close();
  }

  /** Returns how many bytes a document takes while it is held, beside its id, about. */
  static long bytes(long shingles) {
    return OVERHEAD_BYTES + Long.BYTES * shingles + XorBitmap.bytes(shingles);
  }

  private static byte[] id(DocumentWritable document) {
    return Arrays.copyOf(document.idBytes(), document.idLength());
  }

  /** Returns what is wrong if a document has a partner that is no member. */
  static IOException missing(long column) {
    return new IOException("document " + column + " is missing");
  }

  /** Forgets the block and deletes its file. */
  @Override
  public void close() throws IOException {
    members.clear();
    waiting.clear();
    bytes = 0;
    if (spill != null) {
      spill.close();
      spill = null;
    }
  }
}
