package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.format.compression.Compressions;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Parses single lines for tests. */
public final class LineParsing {

  /** The longest id and text of the tests, in bytes. */
  public static final int MAX_ID = 6;

  public static final int MAX_DOCUMENT = 10;

  private LineParsing() {}

  /** Returns settings with the names of fields. */
  public static FormatSettings settings(int maxId, String id, String text, String... others) {
    Configuration conf = Mr.conf();
    return new FormatSettings(
        conf,
        HadoopSettings.of(conf),
        new FileSystems(conf),
        new Compressions(conf),
        new DocumentFields(id, text, List.of(others), maxId, MAX_DOCUMENT));
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
    SourceRecord record = parse(reader, line);
    return record.isSkipped()
        ? record.skipReason().name()
        : new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8)
            + "|"
            + new String(
                record.textBytes(),
                record.textOffset(),
                record.textLength(),
                StandardCharsets.UTF_8);
  }
}
