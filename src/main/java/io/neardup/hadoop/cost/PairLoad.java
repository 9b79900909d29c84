package io.neardup.hadoop.cost;

/** The numbers of pairs that a pipeline handles after stage 2; they need not be whole. */
public interface PairLoad {

  /** Returns the pairs of all buckets, each counted as often as it is listed. */
  double listed();

  /** Returns the distinct pairs listed. */
  double candidates();

  /** Returns the candidates that pass the signature filter. */
  double plausible();

  /**
   * Returns the number of tails, if the tails of a column are joined within each part of the bands.
   *
   * @param parts the number of parts, 1 to the number of bands
   */
  double tails(int parts);

  /** Returns the bytes of the columns in the tails that a map task of stage 3 has joined. */
  double tailBytes();

  /** Returns the mean bytes of a column in those tails. */
  double columnBytes();

  /** Returns the number of candidate lists, each counted once per signature block it is in. */
  double listsInBlocks();

  /** Returns the number of documents in plausible pairs. */
  double similar();

  /** Returns how many documents are sent to the comparison, each once per block. */
  double sends();

  /** Returns the mean bytes of id and text of a document that is sent. */
  double bytesOfSent();
}
