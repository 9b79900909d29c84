package io.neardup.hadoop.stage4verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents that wait until the members of a block are read from the disk, to be compared with
 * their partners among them: a merge join, as members come by column and partners ascend.
 *
 * <p>Memory: the documents and their partners. Not safe for use by several threads.
 */
final class WaitingDocuments {

  /** A document and which of its partners is the next. */
  private static final class Waiting {
    private static final int NONE = Integer.MAX_VALUE;

    private final ShingledDocument document;
    private final PartnerList partners;
    private int next;

    private Waiting(ShingledDocument document, PartnerList partners) {
      this.document = document;
      this.partners = partners;
    }

    /** Returns the offset of the next partner, or {@link #NONE}. */
    private int nextOffset() {
      return next < partners.size() ? partners.offset(next) : NONE;
    }
  }

  private final List<Waiting> waiting = new ArrayList<>();

  /** Adds a document. */
  void add(ShingledDocument document, PartnerList partners) {
    waiting.add(new Waiting(document, partners));
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns whether the member at an offset, or one before it, is a partner not yet met. */
  boolean want(int offset) {
    return waiting.stream().anyMatch(one -> one.nextOffset() <= offset);
  }

  /**
   * Compares a member with all that wait for it.
   *
   * @param offset of the member in the block, greater than in the call before
   * @throws IOException if a member before it was waited for and did not come
   */
  void compareWith(ShingledDocument member, int offset, HeldDocuments.Comparison comparison)
      throws IOException, InterruptedException {
    for (Waiting one : waiting) {
      if (one.nextOffset() < offset) {
        throw HeldDocuments.missing(member.column() - offset + one.nextOffset());
      }
      if (one.nextOffset() == offset) {
        comparison.compare(member, one.document, one.partners.agreement(one.next));
        one.next++;
      }
    }
  }

  /**
   * Forgets all, after the last member.
   *
   * @param first column of the block
   * @throws IOException if a member that was waited for did not come
   */
  void finish(long first) throws IOException {
    for (Waiting one : waiting) {
      if (one.nextOffset() != Waiting.NONE) {
        throw HeldDocuments.missing(first + one.nextOffset());
      }
    }
    waiting.clear();
  }

  void clear() {
    waiting.clear();
  }
}
