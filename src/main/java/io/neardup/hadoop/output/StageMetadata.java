package io.neardup.hadoop.output;

import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.config.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;

/**
 * What {@code _neardup.json} holds about a stage's output.
 *
 * @param stage the verb of the stage
 * @param fingerprint what the output was made from and with: outputs with the same fingerprint have
 *     the same bytes
 * @param corpus identifies the corpus: a hash of its manifest
 * @param facts what later stages need to know: {@code columns}, {@code format} …
 * @param deciding the configuration that decides the output, resolved
 * @param provenance what else decides it: see {@link Provenance}
 * @param configuration the whole configuration, resolved
 * @param counts the stage's counters by name
 * @param work what Hadoop counted of the stage's jobs
 * @param seconds how long the stage took
 * @param versions of neardup, Hadoop and Java
 */
public record StageMetadata(
    String stage,
    String fingerprint,
    String corpus,
    Map<String, String> facts,
    Map<String, String> deciding,
    Map<String, String> provenance,
    Map<String, String> configuration,
    Map<String, Long> counts,
    Map<String, Long> work,
    double seconds,
    Map<String, String> versions) {

  private static final int HASH_DIGITS = 32;

  /** Returns the metadata of an output that has just been made. */
  public static StageMetadata of(
      Stage stage,
      Settings settings,
      Map<String, String> provenance,
      String corpus,
      Map<String, String> facts,
      Map<String, Long> counts,
      Map<String, Long> work,
      double seconds) {
    Map<String, String> deciding = settings.deciding(stage);
    return new StageMetadata(
        stage.verb(),
        fingerprint(stage, deciding, provenance, corpus),
        corpus,
        facts,
        deciding,
        provenance,
        settings.all(),
        counts,
        work,
        seconds,
        Map.ofEntries(
            Map.entry("neardup", version()),
            Map.entry("hadoop", VersionInfo.getVersion()),
            Map.entry("java", Runtime.version().toString())));
  }

  /** Returns the version of this program. */
  public static String version() {
    String version = StageMetadata.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Returns the fingerprint of a stage's output: a hash of what decides it. */
  static String fingerprint(
      Stage stage, Map<String, String> deciding, Map<String, String> provenance, String corpus) {
    StringBuilder text = new StringBuilder(stage.verb()).append('\n').append(corpus).append('\n');
    new TreeMap<>(deciding)
        .forEach((key, value) -> text.append(key).append('=').append(value).append('\n'));
    new TreeMap<>(provenance)
        .forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return hash(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the first 128 bits of the SHA-256 of bytes, in hex. */
  public static String hash(byte[] bytes) {
    return DigestUtils.sha256Hex(bytes).substring(0, HASH_DIGITS);
  }

  /** Returns the first 128 bits of the SHA-256 of a file, in hex. */
  public static String hash(Configuration conf, Path file) throws IOException {
    try (InputStream in = file.getFileSystem(conf).open(file)) {
      return DigestUtils.sha256Hex(in).substring(0, HASH_DIGITS);
    }
  }

  /** Returns whether everything is present that later stages rely on. */
  boolean isWhole() {
    return stage != null
        && corpus != null
        && facts != null
        && deciding != null
        && provenance != null
        && counts != null;
  }

  /** Returns a count, 0 if the stage has none of that name. */
  public long count(Enum<?> counter) {
    return counts.getOrDefault(counter.name(), 0L);
  }

  /** Returns a fact; UsageException if the output does not state it. */
  public String text(Fact fact) {
    String text = facts.get(fact.key());
    if (text == null) {
      throw new UsageException(
          "the metadata of the output of " + stage + " are damaged: they lack " + fact.key());
    }
    return text;
  }

  /** Returns a fact that is a number; UsageException if the output does not state it. */
  public long number(Fact fact) {
    return Long.parseLong(text(fact));
  }

  /** Returns the number of columns of the corpus. */
  public long columns() {
    return number(Fact.COLUMNS);
  }
}
