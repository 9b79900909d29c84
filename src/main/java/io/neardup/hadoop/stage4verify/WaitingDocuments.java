package io.neardup.hadoop.stage4verify;

import java.io.IOException;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Documents that wait for the members of a block to be read from disk, to be compared with their
 * partners. This is a merge join: members come by column, and partners ascend.
 *
 * <p>Memory: the documents and their partners. Not safe for use by several threads.
 */
final class WaitingDocuments {

  /** A document and the position of its next partner; it has one. */
  private static final class Waiting {
    private final ShingledDocument document;
    private final PartnerList partners;
    private int next;

    private Waiting(ShingledDocument document, PartnerList partners) {
      this.document = document;
      this.partners = partners;
    }

    private long nextColumn() {
      return partners.column(next);
    }
  }

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Waiting::nextColumn));

  /** Adds a document that has partners. */
  void add(ShingledDocument document, PartnerList partners) {
    waiting.add(new Waiting(document, partners));
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns whether the next partner of any document is this column or an earlier one. */
  boolean want(long column) {
    return !waiting.isEmpty() && waiting.peek().nextColumn() <= column;
  }

  /**
   * Compares a member with all that wait for it. Members come by column.
   *
   * @throws IOException if an earlier member that a document waits for is missing
   */
  void compareWith(ShingledDocument member, HeldDocuments.Comparison comparison)
      throws IOException, InterruptedException {
    while (want(member.column())) {
      Waiting one = waiting.remove();
      if (one.nextColumn() < member.column()) {
        throw HeldDocuments.missing(one.nextColumn());
      }
      comparison.compare(member, one.document, one.partners.agreement(one.next));
      one.next++;
      if (one.next < one.partners.size()) {
        waiting.add(one);
      }
    }
  }

  /**
   * Checks that no document waits any more, after the last member.
   *
   * @throws IOException if a member that a document waits for is missing
   */
  void finish() throws IOException {
    if (!waiting.isEmpty()) {
      throw HeldDocuments.missing(waiting.peek().nextColumn());
    }
  }

  void clear() {
    waiting.clear();
  }
}
