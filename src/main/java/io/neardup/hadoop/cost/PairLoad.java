package io.neardup.hadoop.cost;

/** The pairs that a pipeline meets after stage 2. Numbers need not be whole. */
public interface PairLoad {

  /** Returns the pairs of all buckets, as often as they are listed. */
  double listed();

  /** Returns the distinct pairs listed. */
  double candidates();

  /** Returns the candidates that pass the signature filter. */
  double plausible();

  /**
   * Returns how many tails there are if those of a column are joined within each of so many parts
   * of the bands.
   *
   * @param parts 1 to the number of bands
   */
  double tails(int parts);

  /** Returns the bytes of the columns in the tails that a map task of stage 3 has joined. */
  double tailBytes();

  /** Returns how many candidate lists there are, each once for each signature block it is in. */
  double listsInBlocks();

  /** Returns how many documents are in plausible pairs. */
  double similar();

  /** Returns the bytes of id and text of a document in a plausible pair, on average. */
  double bytesOfSimilar();

  /** Returns how often documents of plausible pairs are sent to be compared, but for once. */
  double sendsElsewhere();
}
