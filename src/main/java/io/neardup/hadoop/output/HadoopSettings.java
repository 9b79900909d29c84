package io.neardup.hadoop.output;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import io.neardup.minhash.SignatureScheme;
import io.neardup.similarity.Measure;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Reads the settings from a Hadoop configuration. */
public final class HadoopSettings {

  private HadoopSettings() {}

  /** Returns what the similarity of documents is. */
  public static Measure measure(Settings settings) {
    return settings.get(Keys.MEASURE, Measure.class);
  }

  /** Returns the scheme of signatures of so many slots. */
  public static SignatureScheme scheme(Settings settings, int slots) {
    String name = settings.get(Keys.SIGNATURE_SCHEME);
    return SignatureScheme.of(name, slots, settings.get(Keys.SIGNATURE_SEED));
  }

  /** Returns a path that a user wrote; UsageException if it is read as {@code scheme:path}. */
  public static Path path(String text) {
    try {
      return new Path(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "'%s' is not a path; write ./ or the full path before a name with a colon", text);
    }
  }

  /** Returns the settings, checked as {@link Settings#read} does; variables are expanded. */
  public static Settings of(Configuration conf) {
    Map<String, String> entries = new TreeMap<>();
    for (Map.Entry<String, String> entry : conf) {
      if (entry.getKey().startsWith(Settings.PREFIX)) {
        entries.put(entry.getKey(), conf.get(entry.getKey()));
      }
    }
    return Settings.read(entries.entrySet());
  }

  /**
   * Returns a configuration without the keys that decide how files are ingested. Each batch has its
   * own values of them, and those for a new batch need not be those of earlier ones.
   */
  public static Configuration withoutKeysOfIngest(Configuration conf) {
    Configuration others = new Configuration(conf);
    Keys.all().stream()
        .filter(key -> key.decides().equals(Optional.of(Stage.INGEST)))
        .forEach(key -> others.unset(key.name()));
    return others;
  }
}
