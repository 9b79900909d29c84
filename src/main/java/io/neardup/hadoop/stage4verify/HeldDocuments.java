package io.neardup.hadoop.stage4verify;

import com.dynatrace.hash4j.hashing.HashValue128;
import io.neardup.hadoop.table.Disk;
import io.neardup.similarity.XorBitmap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds the members of one block and compares other documents with them. Members are held in
 * memory, where members with the same text share their shingles, and each other document is
 * compared at once. If the members do not fit, they move to the local disk. The other documents
 * then wait until they fill the memory, and one pass over the file compares them all.
 *
 * <p>Memory: up to {@code bytesInMemory} bytes, and the shingles of one document of the file. Not
 * safe for use by several threads.
 */
final class HeldDocuments implements Closeable {

  /** Approximate bytes of a document, excluding its id and shingles. */
  private static final long OVERHEAD_BYTES = 100;

  /** What to do with a pair. */
  interface Comparison {
    /**
     * Compares a member of the block with another document; both are valid only during the call.
     */
    void compare(ShingledDocument member, ShingledDocument other, int agreement)
        throws IOException, InterruptedException;
  }

  private final Disk disk;
  private final long bytesInMemory;
  private final Comparison comparison;
  private final Long2ObjectOpenHashMap<ShingledDocument> members = new Long2ObjectOpenHashMap<>();
  private final Map<HashValue128, ShingledDocument> byText = new HashMap<>();
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

  /** Returns a member in memory whose text has this hash, or null if there is none. */
  ShingledDocument withText(HashValue128 textHash) {
    return byText.get(textHash);
  }

  /**
   * Adds a member of the block; columns must ascend.
   *
   * @param textHash of its text
   */
  void add(ShingledDocument document, HashValue128 textHash) throws IOException {
    if (spill == null) {
      ShingledDocument same = byText.get(textHash);
      long own = same == null ? bytes(document.size()) : OVERHEAD_BYTES;
      if (bytes + document.id().length + own <= bytesInMemory) {
        ShingledDocument member =
            same == null ? document.copy() : same.sameText(document.column(), document.id(), null);
        members.put(document.column(), member);
        byText.putIfAbsent(textHash, member);
        bytes += document.id().length + own;
        return;
      }
      moveToDisk();
    }
    spill.write(document);
  }

  /**
   * Compares a document with the members that are its partners, now or later.
   *
   * @throws IOException if one of them has not been added
   */
  void compare(ShingledDocument document, PartnerList partners)
      throws IOException, InterruptedException {
    if (partners.isEmpty()) {
      return;
    }
    if (spill == null) {
      compareNow(document, partners);
    } else {
      compareLater(document, partners);
    }
  }

  private void compareNow(ShingledDocument document, PartnerList partners)
      throws IOException, InterruptedException {
    for (int p = 0; p < partners.size(); p++) {
      comparison.compare(member(partners.column(p)), document, partners.agreement(p));
    }
  }

  private ShingledDocument member(long column) throws IOException {
    ShingledDocument member = members.get(column);
    if (member == null) {
      throw missing(column);
    }
    return member;
  }

  private void compareLater(ShingledDocument document, PartnerList partners)
      throws IOException, InterruptedException {
    long itsBytes =
        document.id().length
            + bytes(document.size())
            + (Long.BYTES + Integer.BYTES) * (long) partners.size();
    if (bytes + itsBytes > bytesInMemory) {
      compareWaiting();
    }
    if (itsBytes > bytesInMemory) { // no room for a copy, so it cannot wait
      waiting.add(document, partners);
      compareWaiting();
    } else {
      waiting.add(document.copy(), partners.copy());
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
      spill.write(members.get(column));
    }
    members.clear();
    members.trim();
    byText.clear();
    bytes = 0;
  }

  /** Ends the block: compares the waiting documents and clears all, ready for the next block. */
  void finish() throws IOException, InterruptedException {
    compareWaiting();
    close();
  }

  /** Returns the approximate bytes of a held document, excluding its id. */
  static long bytes(long shingles) {
    return OVERHEAD_BYTES + Long.BYTES * shingles + XorBitmap.bytes(shingles);
  }

  /** Returns the exception for a partner that is not a member of the block. */
  static IOException missing(long column) {
    return new IOException("document " + column + " is missing");
  }

  /** Forgets the block and deletes its file. */
  @Override
  public void close() throws IOException {
    members.clear();
    byText.clear();
    waiting.clear();
    bytes = 0;
    if (spill != null) {
      spill.close();
      spill = null;
    }
  }
}
