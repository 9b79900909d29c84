package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parses single lines for tests. */
public final class LineParsing {

  /** The longest id and text of the tests, in bytes. */
  public static final int MAX_ID = 6;

  public static final int MAX_DOCUMENT = 10;

  private LineParsing() {}

  /** Parses the bytes of a line that lies within an array. */
  public static SourceRecord parse(RecordParser parser, byte[] line, long number)
      throws IOException {
    byte[] buffer = new byte[line.length + 7];
    Arrays.fill(buffer, (byte) '\t');
    System.arraycopy(line, 0, buffer, 3, line.length);
    SourceRecord record = new SourceRecord();
    record.start(42);
    parser.parse(buffer, 3, line.length, number, record);
    assertThat(record.position()).isEqualTo(42);
    assertThat(record.detail()).doesNotContain("\t", "\n", "\r");
    return record;
  }

  /** Returns {@code id|text}, or the reason for which the record was set aside. */
  public static String result(RecordParser parser, byte[] line) throws IOException {
    return result(parser, line, 9);
  }

  public static String result(RecordParser parser, byte[] line, long number) throws IOException {
    SourceRecord record = parse(parser, line, number);
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
