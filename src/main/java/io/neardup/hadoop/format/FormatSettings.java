package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * The settings that all formats need.
 *
 * @param settings those with which the files were ingested
 * @param fileSystems finds the file systems of files
 * @param compressions finds how files are compressed
 * @param fields the fields that make a document, and the limits of id and text
 */
public record FormatSettings(
    Configuration conf,
    Settings settings,
    FileSystems fileSystems,
    Compressions compressions,
    DocumentFields fields) {

  /**
   * Takes them from the settings of a batch.
   *
   * @param others names of the fields that are wanted besides id and text
   */
  public static FormatSettings of(Configuration conf, Settings settings, List<String> others) {
    return new FormatSettings(
        conf,
        settings,
        new FileSystems(conf),
        new Compressions(conf),
        new DocumentFields(
            settings.get(Keys.ID_FIELD),
            settings.get(Keys.TEXT_FIELD),
            others,
            settings.getInt(Keys.MAX_ID_BYTES),
            settings.getInt(Keys.MAX_DOCUMENT_BYTES)));
  }

  /** Returns the longest id in bytes. */
  public int maxId() {
    return fields.maxId();
  }

  /** Returns the longest text in bytes. */
  public int maxDocument() {
    return fields.maxDocument();
  }
}
