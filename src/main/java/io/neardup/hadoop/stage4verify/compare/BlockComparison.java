package io.neardup.hadoop.stage4verify.compare;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.Disk;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.OddSketch;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Takes the documents that are sent to a block, members before visitors, and compares each with its
 * partners among the members. A document is not shingled if a member in memory has the same text;
 * such members share their shingles, and the result of a comparison is not computed again for the
 * next document of the same text.
 *
 * <p>If the members do not fit in memory, the first ones are held; the others, and all documents
 * with partners among those, go to a file on the local disk, which is read when the block ends. So
 * the members are compared part by part.
 *
 * <p>Memory: {@code bytesInMemory} bytes of members, or one member, and one document with its
 * elements. Not safe for use by several threads.
 */
final class BlockComparison implements Closeable {

  /** Approximate bytes of a document, excluding its id and shingles. */
  private static final long OVERHEAD_BYTES = 100;

  private static final int BUFFER = 1 << 16;

  /** The number of common shingles is not known. */
  static final int UNKNOWN = -1;

  /** A member of the block: its column, id, and distinct shingles. */
  @SuppressWarnings("ArrayRecordComponent") // compared by identity alone
  record Member(long column, byte[] id, Shingles shingles) {
    /** Returns the number of its shingles. */
    int size() {
      return shingles.elements.length;
    }
  }

  /**
   * The distinct shingles of members with the same text, and how many of them the last document had
   * that they were compared with: further documents of its text need not be compared.
   */
  static final class Shingles {
    private final long[] elements;
    private OddSketch sketch; // null until it is asked for
    private HashValue128 textOfOther;
    private int common;

    private Shingles(IndexedSet set) {
      elements = Arrays.copyOf(set.elements(), set.size());
    }

    long[] elements() {
      return elements;
    }

    OddSketch sketch() {
      if (sketch == null) {
        sketch = new OddSketch(elements, elements.length);
      }
      return sketch;
    }
  }

  /** The document that is compared with members. */
  final class Other {
    private final IndexedSet set = new IndexedSet();
    private long column;
    private DocumentWritable document;
    private HashValue128 text;
    private Shingles shared; // those of members with its text; null if there is none
    private boolean isIndexed;

    private void take(long newColumn, DocumentWritable newDocument) {
      column = newColumn;
      document = newDocument;
      text =
          textHasher.hashBytesTo128Bits(
              document.textBytes(), document.textOffset(), document.textLength());
      shared = byText.get(text);
      isIndexed = false;
    }

    long column() {
      return column;
    }

    DocumentWritable document() {
      return document;
    }

    /** Returns the number of its distinct shingles. */
    int size() {
      return shared == null ? set().size() : shared.elements.length;
    }

    /** Returns its distinct shingles. */
    IndexedSet set() {
      if (isIndexed) {
        return set;
      }
      isIndexed = true;
      if (shared == null) {
        LongArrayList list = elements.apply(document);
        set.take(list.elements(), list.size());
      } else {
        set.take(shared.elements, shared.elements.length); // distinct, so none is moved
      }
      return set;
    }

    /**
     * Returns how many shingles it has in common with a member, as far as that is known: the text
     * is the same, or what was noted last for the member was of this text; else {@link #UNKNOWN}.
     */
    int common(Member member) {
      Shingles its = member.shingles;
      if (its == shared) {
        return its.elements.length;
      }
      return text.equals(its.textOfOther) ? its.common : UNKNOWN;
    }

    /** Notes a number for {@link #common}. */
    void note(Member member, int common) {
      member.shingles.textOfOther = text;
      member.shingles.common = common;
    }
  }

  interface Sink {
    /** Compares a member with another document, both valid only during the call. */
    void compare(Member member, Other other, int agreement)
        throws IOException, InterruptedException;
  }

  /** Its seed is a secret: of a known hash, different texts with the same value can be made. */
  private final Hasher128 textHasher = Hashing.xxh3_128(new SecureRandom().nextLong());

  private final Function<DocumentWritable, LongArrayList> elements;
  private final Disk disk;
  private final long bytesInMemory;
  private final Sink sink;
  private final Long2ObjectOpenHashMap<Member> members = new Long2ObjectOpenHashMap<>();
  private final Map<HashValue128, Shingles> byText = new HashMap<>(); // of members
  private final Other other = new Other(); // the last document
  private long bytes; // of the members in memory
  private long first; // members before this column were compared with all documents
  private long last; // the last column of the members in memory
  private File file; // null while all members are in memory
  private DataOutputStream out;

  /**
   * @param elements what is compared of a document; they may repeat
   * @param disk where to put what does not fit
   * @param bytesInMemory the most bytes of members that are held
   * @param sink what to do with each pair
   */
  BlockComparison(
      Function<DocumentWritable, LongArrayList> elements,
      Disk disk,
      long bytesInMemory,
      Sink sink) {
    this.elements = elements;
    this.disk = disk;
    this.bytesInMemory = bytesInMemory;
    this.sink = sink;
  }

  /** Returns the approximate bytes of a held document, excluding its id. */
  static long bytes(long shingles) {
    return OVERHEAD_BYTES + Long.BYTES * shingles + shingles / 2; // of their sketch
  }

  static IOException missing(long column) {
    return new IOException("document " + column + " is missing");
  }

  /**
   * Takes the next document of a block; members come by column, then visitors; IOException if a
   * partner is not among the members before it.
   */
  void take(long column, boolean isMember, ComparedDocument compared)
      throws IOException, InterruptedException {
    other.take(column, compared.document());
    LongArrayList partners = compared.partners();
    boolean isLater = false;
    for (int p = 0; p < partners.size() && !isLater; p++) {
      long partner = ComparedDocument.column(partners.getLong(p));
      isLater = file != null && partner > last;
      if (partner >= first && !isLater) {
        Member member = members.get(partner);
        if (member == null) {
          throw missing(partner);
        }
        int agreement = ComparedDocument.agreement(partners.getLong(p));
        sink.compare(member, other, agreement);
      }
    }
    if (isMember) {
      isLater = !hold();
    }
    if (isLater) {
      write(column, isMember, compared);
    }
  }

  /** Makes a member of the last document, if there is room. */
  private boolean hold() {
    if (file != null) {
      return false; // without its shingles, which are made when the file is read
    }
    byte[] id = Arrays.copyOf(other.document.idBytes(), other.document.idLength());
    Shingles shingles = other.shared;
    long more = id.length + (shingles == null ? bytes(other.size()) : OVERHEAD_BYTES);
    if (!members.isEmpty() && bytes + more > bytesInMemory) {
      return false;
    }
    if (shingles == null) {
      shingles = new Shingles(other.set());
      byText.put(other.text, shingles);
    }
    members.put(other.column, new Member(other.column, id, shingles));
    bytes += more;
    last = other.column;
    return true;
  }

  private void write(long column, boolean isMember, ComparedDocument compared) throws IOException {
    if (file == null) {
      file = disk.file();
      out =
          new DataOutputStream(
              new BufferedOutputStream(Files.newOutputStream(file.toPath()), BUFFER));
    }
    out.writeLong(column);
    out.writeBoolean(isMember);
    compared.write(out);
  }

  private void read(File from) throws IOException, InterruptedException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(from.toPath()), BUFFER))) {
      ComparedDocument compared = new ComparedDocument();
      while (in.available() > 0) {
        long column = in.readLong();
        boolean isMember = in.readBoolean();
        compared.readFields(in);
        take(column, isMember, compared);
      }
    }
  }

  /** Ends the block: makes the comparisons that were put off and clears all. */
  void finish() throws IOException, InterruptedException {
    while (file != null) {
      out.close();
      File from = file;
      first = last + 1;
      clear();
      try {
        read(from);
      } finally {
        Files.deleteIfExists(from.toPath());
      }
    }
    first = 0;
    clear();
  }

  private void clear() {
    members.clear();
    byText.clear();
    bytes = 0;
    file = null;
  }

  /** Forgets the block and deletes its file. */
  @Override
  public void close() throws IOException {
    if (file != null) {
      out.close();
      Files.deleteIfExists(file.toPath());
    }
    clear();
  }
}
