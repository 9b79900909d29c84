package io.neardup.minhash;

/**
 * Where a binomial number lies but for a given probability.
 *
 * @param least the largest number such that P[X &lt; least] is at most half of that probability
 * @param most the least number such that P[X &gt; most] is
 */
record BinomialBounds(long least, long most) {

  /** Returns the bounds of Bin(n, p), missed with probability at most {@code miss}. */
  static BinomialBounds of(long n, double p, double miss) {
    return new BinomialBounds(least(n, p, miss / 2), n - least(n, 1 - p, miss / 2));
  }

  private static long least(long n, double p, double miss) {
    if (p <= 0) {
      return 0;
    }
    if (p >= 1) {
      return n;
    }
    double logOdds = Math.log(p) - Math.log1p(-p);
    double logTerm = n * Math.log1p(-p); // of P[X = k]
    double below = 0;
    for (long k = 0; k <= n; k++) {
      below += Math.exp(logTerm);
      if (below > miss) {
        return k;
      }
      logTerm += Math.log((double) (n - k)) - Math.log(k + 1.0) + logOdds;
    }
    return n;
  }
}
