package io.neardup.hadoop.format.csv;

import io.neardup.config.Keys;
import java.util.Locale;

/**
 * Finds the character that separates the fields of a CSV file.
 *
 * @param setting of {@code neardup.ingest.csv-delimiter}
 * @param plainName the file's name without the ending of its compression
 */
record CsvDelimiter(String setting, String plainName) {

  /** Returns the delimiter of a file, given its first line or more. */
  byte of(byte[] head) {
    return switch (setting) {
      case "comma" -> ',';
      case "tab" -> '\t';
      case "semicolon" -> ';';
      case "auto" -> (byte) (isNamedTabs() || hasTabsOnly(head) ? '\t' : ',');
      default -> throw new IllegalArgumentException(Keys.CSV_DELIMITER + "=" + setting);
    };
  }

  private boolean isNamedTabs() {
    String name = plainName.toLowerCase(Locale.ROOT);
    return name.endsWith(".tsv") || name.endsWith(".tab");
  }

  /** Returns whether the first line has a tab and no comma. */
  private static boolean hasTabsOnly(byte[] head) {
    boolean tab = false;
    for (int i = 0; i < head.length && head[i] != '\n'; i++) {
      if (head[i] == ',') {
        return false;
      }
      tab |= head[i] == '\t';
    }
    return tab;
  }
}
