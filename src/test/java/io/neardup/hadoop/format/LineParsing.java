package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Parses single lines for tests. */
public final class LineParsing {

  /** The longest id of most tests, in bytes; texts may have ten. */
  public static final int MAX_ID = 6;

  private LineParsing() {}

  /** Returns settings {@code key=value}. */
  public static FormatSettings settings(String... entries) {
    Configuration conf = Mr.conf(entries);
    return new FormatSettings(conf, HadoopSettings.of(conf), List.of());
  }

  /** Returns settings with the names of fields. */
  public static FormatSettings settings(int maxId, String id, String text, String... others) {
    Configuration conf =
        Mr.conf(
            "neardup.ingest.max-id-bytes=" + maxId,
            "neardup.document.max-bytes=10",
            "neardup.ingest.id-field=" + id,
            "neardup.ingest.text-field=" + text);
    return new FormatSettings(conf, HadoopSettings.of(conf), List.of(others));
  }

  /** Returns a range of a file, so that a parsed line has a number. */
  public static CorpusRange range(String name, long number) {
    return CorpusRange.uncounted("file:/" + name, name, 0, 1, 1, 0).counted(0, 0, 0, number, "");
  }

  /** Parses the bytes of a line that lies within an array. */
  public static SourceRecord parse(ByteRangeReader reader, byte[] line) throws IOException {
    byte[] buffer = new byte[line.length + 7];
    Arrays.fill(buffer, (byte) '\t');
    System.arraycopy(line, 0, buffer, 3, line.length);
    SourceRecord record = reader.record();
    record.start(42);
    reader.parse(buffer, 3, line.length);
    assertThat(record.position()).isEqualTo(42);
    assertThat(record.detail()).doesNotContain("\t", "\n", "\r");
    return record;
  }

  /** Returns {@code id|text}, or the reason for which the record was set aside. */
  public static String result(ByteRangeReader reader, byte[] line) throws IOException {
    return StructuredFiles.show(parse(reader, line));
  }
}
