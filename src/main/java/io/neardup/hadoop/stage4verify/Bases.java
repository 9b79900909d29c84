package io.neardup.hadoop.stage4verify;

import io.neardup.similarity.IndexedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The bases of the sets of a block. A document with many partners takes the base of its first one,
 * as documents of a family do, so that its comparisons with others of the family are short. The
 * first two of a family make its base: what one of them changed in a common text the other has.
 *
 * <p>Memory: up to {@code bytes} bytes of bases and relative sets, and the indexes of {@value
 * #INDEXES} bases, each of up to {@value #MAX_SHINGLES} shingles. Not safe for use by several
 * threads.
 */
final class Bases {

  /** Partners of a document for which a base is made. */
  private static final int PARTNERS_FOR_NEW = 64;

  /** A document with fewer partners is compared as fast without a base. */
  private static final int MIN_PARTNERS = 8;

  /** Shingles of two documents that may make a base, and of one that may have one. */
  private static final int MAX_SHINGLES = 1 << 16;

  private static final int INDEXES = 16;

  /** A set without repeats. */
  static final class Base {
    private final long[] elements;

    private Base(ShingleSet one, ShingleSet other) {
      LongArrayList both = new LongArrayList(one.size() + other.size());
      both.addElements(0, one.shingles(), 0, one.size());
      both.addElements(one.size(), other.shingles(), 0, other.size());
      IndexedSet union = new IndexedSet();
      union.take(both.elements(), both.size());
      elements = LongArrayList.wrap(union.elements(), union.size()).toLongArray();
    }
  }

  private final long bytes;
  private final Map<Base, IndexedSet> indexes =
      new LinkedHashMap<>(INDEXES, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Base, IndexedSet> eldest) {
          return size() > INDEXES;
        }
      };
  private long bytesLeft;

  /**
   * @param bytes the most bytes of bases and relative sets
   */
  Bases(long bytes) {
    this.bytes = bytes;
    this.bytesLeft = bytes;
  }

  /**
   * Chooses the base of a document by its first partner; returns null if it has none.
   *
   * @param partners how many it is to be compared with
   */
  Base choose(ShingleSet document, ShingleSet firstPartner, int partners) {
    if (partners < MIN_PARTNERS) {
      return null;
    }
    if (firstPartner.base() == null
        && partners >= PARTNERS_FOR_NEW
        && firstPartner.size() + document.size() <= MAX_SHINGLES
        && bytesLeft > 0) {
      Base base = new Base(firstPartner, document);
      bytesLeft -= (long) Long.BYTES * base.elements.length;
      relate(firstPartner, base);
    }
    Base base = firstPartner.base();
    if (base != null && document.isKept()) { // it has the text of a member
      relate(document, base);
    } else if (base != null && document.size() <= MAX_SHINGLES) {
      document.setBase(base, index(base)); // counted when it is kept
    }
    return document.base();
  }

  /** Gives a member of the block a base, unless it has one or there is no room. */
  void relate(ShingleSet member, Base base) {
    if (member.base() == null && member.size() <= MAX_SHINGLES && bytesLeft > 0) {
      bytesLeft -= member.setBase(base, index(base));
    }
  }

  /** Counts a set that the block keeps; it loses its base if there is no room. */
  void keep(ShingleSet member) {
    if (member.relativeBytes() > bytesLeft) {
      member.clearBase();
    } else {
      bytesLeft -= member.relativeBytes();
    }
  }

  private IndexedSet index(Base base) {
    return indexes.computeIfAbsent(
        base,
        its -> {
          IndexedSet index = new IndexedSet();
          index.take(its.elements, its.elements.length); // they stay where they are
          return index;
        });
  }

  /** Forgets the block. */
  void clear() {
    indexes.clear();
    bytesLeft = bytes;
  }
}
