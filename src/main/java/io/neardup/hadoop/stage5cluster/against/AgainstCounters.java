package io.neardup.hadoop.stage5cluster.against;

/** What is counted of the documents of an input that is compared with a collection. */
public enum AgainstCounters {
  /** Pairs of a document of the collection and one of the input. */
  PAIRS_WITH_COLLECTION,
  /** Pairs of two documents of the input. */
  PAIRS_OF_INPUT,
  /** Documents of the input that make a pair with one of the collection. */
  IN_COLLECTION,
  /**
   * Other documents of the input in components that have a document that makes a pair with one of
   * the collection; with direct linking, those that surely would make such a pair.
   */
  LINKED_TO_COLLECTION
}
