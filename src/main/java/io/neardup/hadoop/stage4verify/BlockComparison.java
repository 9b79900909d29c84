package io.neardup.hadoop.stage4verify;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.Disk;
import io.neardup.similarity.IndexedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Takes the documents that are sent to a block, members before visitors, and compares each with its
 * partners among the members. A document is shingled once, and not at all if a member of the block
 * has the same text.
 *
 * <p>Memory: {@link HeldDocuments}, one document and its elements. Not safe for use by several
 * threads.
 */
final class BlockComparison implements Closeable {

  /** Its seed is a secret: of a known hash, different texts with the same value can be made. */
  private final Hasher128 textHasher = Hashing.xxh3_128(new SecureRandom().nextLong());

  private final DocumentElements elements;
  private final HeldDocuments held;
  private final IndexedSet set = new IndexedSet(); // of the last document

  /**
   * @param elements what is compared of a document
   * @param disk where to put a block that is too large
   * @param bytesInMemory the most bytes of documents that are held
   * @param comparison what to do with each pair
   */
  BlockComparison(
      DocumentElements elements,
      Disk disk,
      long bytesInMemory,
      HeldDocuments.Comparison comparison) {
    this.elements = elements;
    this.held = new HeldDocuments(disk, bytesInMemory, comparison);
  }

  /** Takes the next document of a block. */
  void take(ComparisonKey key, ComparedDocument compared) throws IOException, InterruptedException {
    DocumentWritable document = compared.document();
    HashValue128 textHash =
        textHasher.hashBytesTo128Bits(
            document.textBytes(), document.textOffset(), document.textLength());
    ShingledDocument shingled = shingled(key.column(), document, textHash);
    held.compare(shingled, compared.partners());
    if (key.isMember()) {
      held.add(shingled, textHash);
    }
  }

  /** Returns the document with its elements, valid until the next call. */
  private ShingledDocument shingled(long column, DocumentWritable document, HashValue128 textHash) {
    byte[] id = Arrays.copyOf(document.idBytes(), document.idLength());
    ShingledDocument same = held.withText(textHash);
    if (same != null) {
      return same.sameText(column, id, set);
    }
    LongArrayList list = elements.of(document);
    set.take(list.elements(), list.size());
    return ShingledDocument.indexed(column, id, set);
  }

  /** Ends a block: makes the comparisons that were put off and clears all. */
  void finish() throws IOException, InterruptedException {
    held.finish();
  }

  @Override
  public void close() throws IOException {
    held.close();
  }
}
