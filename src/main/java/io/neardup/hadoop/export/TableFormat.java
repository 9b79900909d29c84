package io.neardup.hadoop.export;

import io.neardup.config.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;

/** The formats of tables. */
public enum TableFormat {
  /** Parquet, compressed with Snappy. */
  PARQUET(null),
  /** CSV after RFC 4180 with line feeds, and a header. */
  CSV(CSVFormat.RFC4180.builder().setRecordSeparator('\n').get()),
  /** Values with tabs between them, which none of them holds, as they are; and a header. */
  TSV(CSV.text.builder().setDelimiter('\t').setQuote(null).get());

  @SuppressWarnings("ImmutableEnumChecker") // it is
  private final CSVFormat text; // null if binary

  TableFormat(CSVFormat text) {
    this.text = text;
  }

  /** Returns the names of the formats. */
  public static List<String> names() {
    return Arrays.stream(values()).map(TableFormat::extension).toList();
  }

  /**
   * Returns the format of a name.
   *
   * @throws UsageException if there is none
   */
  public static TableFormat named(String name) {
    int position = names().indexOf(name);
    UsageException.require(
        position >= 0, "--format must be one of %s: %s", String.join(", ", names()), name);
    return values()[position];
  }

  /** Returns how values become text; null if the format is binary. */
  CSVFormat text() {
    return text;
  }

  /** Returns the end of the names of files, which is also the name of the format. */
  String extension() {
    return name().toLowerCase(Locale.ROOT);
  }
}
