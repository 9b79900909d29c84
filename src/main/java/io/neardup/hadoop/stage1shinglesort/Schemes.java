package io.neardup.hadoop.stage1shinglesort;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.minhash.FastSimilaritySketch;
import io.neardup.minhash.SignatureScheme;
import io.neardup.minhash.UniversalMinHash;

/** The signature scheme that the settings name. */
public final class Schemes {

  private Schemes() {}

  /** Returns the scheme. */
  public static SignatureScheme of(Settings settings, int slots) {
    long seed = settings.get(Keys.SIGNATURE_SEED);
    return switch (settings.get(Keys.SIGNATURE_SCHEME)) {
      case "fast" -> new FastSimilaritySketch(slots, seed);
      case "universal" -> UniversalMinHash.of(slots, seed);
      default -> throw new AssertionError("a scheme the key does not allow");
    };
  }
}
