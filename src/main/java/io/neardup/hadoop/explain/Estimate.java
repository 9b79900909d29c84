package io.neardup.hadoop.explain;

/**
 * A number of pairs that was estimated from a sample, and how its variance shrinks with the sample.
 *
 * @param number the estimate
 * @param pairVariance the variance of independent pairs, as the square of the sample
 * @param groupVariance the variance of groups of documents, as the sample
 * @param unseen what one more sampled pair would add, 0 if all pairs were sampled
 */
record Estimate(double number, double pairVariance, double groupVariance, double unseen) {

  /** Returns the estimate with the ends of its confidence interval. */
  Interval interval() {
    return Interval.of(number, pairVariance + groupVariance, unseen);
  }

  /**
   * Returns the interval to expect from a sample of so many times the documents. Where no pair was
   * sampled, the number is taken for that of one pair: fewer would need more documents.
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
