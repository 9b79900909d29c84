package io.neardup.hadoop.format.sequence;

import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.SourceFormat;

/** Makes the formats that are Hadoop's SequenceFiles. */
public final class SequenceFormats {

  private SequenceFormats() {}

  /** Returns one of {@code SEQUENCE} (ids and texts of users) and {@code SETS} (of the ingest). */
  public static FileFormat of(SourceFormat format, FormatSettings settings) {
    return switch (format) {
      case SEQUENCE ->
          (file, range) -> new SequenceRangeReader(settings.conf(), file, range, settings.fields());
      case SETS -> (file, range) -> new SetRangeReader(settings.conf(), file, range);
      default -> throw new IllegalArgumentException(format.key() + " is no SequenceFile");
    };
  }
}
