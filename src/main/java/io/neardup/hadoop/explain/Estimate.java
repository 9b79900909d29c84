package io.neardup.hadoop.explain;

/**
 * A number of pairs estimated from a sample, with its variance by how it shrinks with the sample.
 *
 * @param number the estimate
 * @param pairVariance the variance of independent pairs, inverse to the square of the sample size
 * @param groupVariance the variance of groups of documents, inverse to the sample size
 * @param unseen what one more sampled pair would add, 0 if all pairs were sampled
 */
record Estimate(double number, double pairVariance, double groupVariance, double unseen) {

  /** Returns the estimate with the ends of its confidence interval. */
  Interval interval() {
    return Interval.of(number, pairVariance + groupVariance, unseen);
  }

  /**
   * Returns the expected interval from a larger sample. If no pair was sampled, the estimate is
   * that of one pair: a smaller number would need more documents.
   *
   * @param times the size of the larger sample over that of this one
   */
  Interval ofLargerSample(double times) {
    if (number == 0) {
      return unseen == 0
          ? Interval.exact(0)
          : Interval.of(unseen, unseen * unseen / (times * times), unseen / (times * times));
    }
    return Interval.of(
        number, pairVariance / (times * times) + groupVariance / times, unseen / (times * times));
  }
}
