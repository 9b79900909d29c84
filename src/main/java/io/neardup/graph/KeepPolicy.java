package io.neardup.graph;

import java.util.Locale;

/** Which document of a cluster is kept: the one of the least rank; of these, the least column. */
public enum KeepPolicy {
  /** The one of the smallest column. */
  FIRST {
    @Override
    public long rank(long length) {
      return 0;
    }
  },
  /** The longest one. */
  LONGEST {
    @Override
    public long rank(long length) {
      return MAX_LENGTH - length;
    }
  };

  /** The greatest length that can be ranked, and so the greatest rank. */
  public static final long MAX_LENGTH = (1L << 39) - 1;

  /** Returns the policy of a configuration's word; IllegalArgumentException if there is none. */
  public static KeepPolicy of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /**
   * Returns the rank of a document.
   *
   * @param length of its text in bytes, 0 … {@link #MAX_LENGTH}
   * @return 0 … {@link #MAX_LENGTH}
   */
  public abstract long rank(long length);
}
