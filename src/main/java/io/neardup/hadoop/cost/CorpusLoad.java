package io.neardup.hadoop.cost;

/**
 * The documents that a pipeline reads. Numbers are totals over all of them, and need not be whole
 * where they were scaled from a sample.
 *
 * @param documents how many there are, at least 1
 * @param files how many files hold them, at least 1
 * @param sourceBytes of those files, as they are stored
 * @param textBytes of the texts, which jobs read
 * @param idBytes of the ids
 * @param nameBytes of the names of the files, each as often as it has documents
 * @param columns documents with a shingle, and so with a signature
 * @param shingles occurrences of shingles
 * @param sortedPairs document–shingle pairs that the plan {@code sort} sends
 */
public record CorpusLoad(
    long documents,
    double files,
    double sourceBytes,
    double textBytes,
    double idBytes,
    double nameBytes,
    double columns,
    double shingles,
    double sortedPairs) {

  /** Returns the mean of a total over the documents. */
  public double perDocument(double total) {
    return total / documents;
  }
}
