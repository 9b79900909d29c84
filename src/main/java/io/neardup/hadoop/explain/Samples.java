package io.neardup.hadoop.explain;

/**
 * The samples of a corpus. If the signatures of all documents that were read fit in memory, both
 * are the same. Otherwise one has some of the documents: it shows the pairs of families that are
 * too large for a sample of hash space. The other has a sample of hash space: it shows how many
 * documents have a partner.
 *
 * @param documents has all hash space
 * @param hashes counts all documents that were read
 */
record Samples(Sample documents, Sample hashes) {

  /** Returns whether the samples differ. */
  boolean areTwo() {
    return documents != hashes;
  }

  /** Returns the samples without that of hash space. */
  Samples withoutHashes() {
    return new Samples(documents, documents);
  }

  /** Appends samples whose columns are all larger. */
  void append(Samples more) {
    documents.append(more.documents);
    if (areTwo()) {
      hashes.append(more.hashes);
    }
  }
}
