package io.neardup.hadoop.cost;

/**
 * The documents that a pipeline reads. Numbers are totals over all of them, and need not be whole
 * where they were scaled from a sample.
 *
 * @param documents how many there are, at least 1
 * @param files how many files hold them, at least 1
 * @param bytes of those files, as they are stored
 * @param plainBytes of what they hold, decompressed
 * @param textBytes of the texts
 * @param idBytes of the ids
 * @param nameBytes of the names of the files, each as often as it has documents
 * @param columns documents with a shingle, and so with a signature
 * @param shingles occurrences of shingles
 * @param sortedPairs document–shingle pairs that the plan {@code sort} sends
 * @param decompression core seconds to decompress all files once
 * @param compression core seconds to compress all files once
 */
public record CorpusLoad(
    long documents,
    double files,
    double bytes,
    double plainBytes,
    double textBytes,
    double idBytes,
    double nameBytes,
    double columns,
    double shingles,
    double sortedPairs,
    double decompression,
    double compression) {

  /** Returns the mean of a total over the documents. */
  public double perDocument(double total) {
    return total / documents;
  }
}
