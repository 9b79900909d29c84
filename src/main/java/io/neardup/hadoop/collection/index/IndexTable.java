package io.neardup.hadoop.collection.index;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.BucketRule;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The two tables of the index of a collection. */
enum IndexTable {
  /** An entry for each band of each ordinary column: (band, band hash, column). */
  BANDS,
  /** An entry for each column: (0, hash of the signature, column). */
  TWINS;

  /** Returns the name of the folder of a run. */
  String folder() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns which pairs a bucket lists. That of twins is the group, of which the first T = {@code
   * neardup.candidate.max-twins} are ordinary, and the least is the only head.
   */
  BucketRule rule(Configuration conf) {
    Settings settings = HadoopSettings.of(conf);
    return this == TWINS
        ? BucketRule.ofTwins(settings.getInt(Keys.MAX_TWINS))
        : BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
  }
}
