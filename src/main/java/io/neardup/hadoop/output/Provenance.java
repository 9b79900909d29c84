package io.neardup.hadoop.output;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.util.VersionInfo;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * What decides the bytes of an output beside its input and the values of keys: the versions of the
 * algorithms, the content of files that keys name, and the version of Unicode where text is folded.
 */
public final class Provenance {

  /** The name under which the Unicode version is recorded. */
  static final String UNICODE = "unicode";

  private static final String VERSION = "version of ";
  private static final String MISSING = "missing";

  private Provenance() {}

  /** Returns the values by name for a stage and those before it; for ingest, its own alone. */
  public static Map<String, String> of(Configuration conf, Settings settings, Stage stage)
      throws IOException {
    Map<String, String> all = new TreeMap<>();
    for (Stage earlier : Stage.values()) {
      if (earlier.compareTo(stage) <= 0 && (earlier == Stage.INGEST) == (stage == Stage.INGEST)) {
        all.put(VERSION + earlier.verb(), String.valueOf(earlier.version()));
      }
    }
    if (stage != Stage.INGEST) {
      if (usesUnicode(settings)) {
        all.put(UNICODE, UCharacter.getUnicodeVersion() + ", ICU " + VersionInfo.ICU_VERSION);
      }
      String stopWords = settings.get(Keys.STOP_WORDS);
      if (settings.get(Keys.SHINGLE_UNIT).equals("stopword") && !stopWords.equals("english")) {
        all.put("content of " + Keys.STOP_WORDS, contentHash(conf, new Path(stopWords)));
      }
      if (settings.get(Keys.DOCUMENT_SHARE_OF).equals("source")) {
        all.put(Keys.SOURCE_FIELD.name(), settings.get(Keys.SOURCE_FIELD));
      }
      String stopList = settings.get(Keys.STOP_LIST);
      if (!stopList.isEmpty()) {
        all.put("content of " + Keys.STOP_LIST, contentHash(conf, new Path(stopList)));
      }
    }
    return all;
  }

  /** Returns whether shingles depend on tables of Unicode or dictionaries. */
  private static boolean usesUnicode(Settings settings) {
    return Set.of("fold", "letters").contains(settings.get(Keys.NORMALIZATION))
        || (!settings.get(Keys.SHINGLE_UNIT).equals("char")
            && settings.get(Keys.WORD_BOUNDARIES).equals("unicode"));
  }

  /** Returns the versions alone, of all stages. */
  static Map<String, String> versions() {
    Map<String, String> all = new TreeMap<>();
    for (Stage stage : Stage.values()) {
      all.put(VERSION + stage.verb(), String.valueOf(stage.version()));
    }
    return all;
  }

  private static String contentHash(Configuration conf, Path file) throws IOException {
    try {
      return StageMetadata.hash(conf, file);
    } catch (FileNotFoundException e) {
      return MISSING; // the code that needs the file reports it
    }
  }

  /**
   * Returns a line for each name whose values differ between two outputs; a file may be missing.
   */
  public static String difference(Map<String, String> there, Map<String, String> here) {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> entry : there.entrySet()) {
      String other = here.getOrDefault(entry.getKey(), entry.getValue());
      if (!other.equals(entry.getValue()) && !other.equals(MISSING)) {
        lines.append("\n  ").append(entry.getKey());
        lines.append(": made with ").append(entry.getValue()).append(", now ").append(other);
      }
    }
    return lines.toString();
  }
}
