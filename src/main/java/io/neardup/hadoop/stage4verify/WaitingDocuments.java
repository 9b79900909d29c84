package io.neardup.hadoop.stage4verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents that wait for the members of a block to be read from disk, to be compared with their
 * partners. This is a merge join: members come by column, and partners ascend.
 *
 * <p>Memory: the documents and their partners. Not safe for use by several threads.
 */
final class WaitingDocuments {

  /** A document and the position of its next partner. */
  private static final class Waiting {
    private static final long NONE = Long.MAX_VALUE;

    private final ShingledDocument document;
    private final PartnerList partners;
    private int next;

    private Waiting(ShingledDocument document, PartnerList partners) {
      this.document = document;
      this.partners = partners;
    }

    /** Returns the column of the next partner, or {@link #NONE}. */
    private long nextColumn() {
      return next < partners.size() ? partners.column(next) : NONE;
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

  /** Returns whether the next partner of any document is this column or an earlier one. */
  boolean want(long column) {
    return waiting.stream().anyMatch(one -> one.nextColumn() <= column);
  }

  /**
   * Compares a member with all that wait for it. Members come by column.
   *
   * @throws IOException if an earlier member that a document waits for is missing
   */
  void compareWith(ShingledDocument member, HeldDocuments.Comparison comparison)
      throws IOException, InterruptedException {
    for (Waiting one : waiting) {
      if (one.nextColumn() < member.column()) {
        throw HeldDocuments.missing(one.nextColumn());
      }
      if (one.nextColumn() == member.column()) {
        comparison.compare(member, one.document, one.partners.agreement(one.next));
        one.next++;
      }
    }
  }

  /**
   * Clears all documents, after the last member.
   *
   * @throws IOException if a member that a document waits for is missing
   */
  void finish() throws IOException {
    for (Waiting one : waiting) {
      if (one.nextColumn() != Waiting.NONE) {
        throw HeldDocuments.missing(one.nextColumn());
      }
    }
    waiting.clear();
  }

  void clear() {
    waiting.clear();
  }
}
