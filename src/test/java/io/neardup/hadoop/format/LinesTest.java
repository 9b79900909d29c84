package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of {@link ByteRangeReader}. */
class LinesTest {

  private static final int CHUNK = 1 << 16;
  private static final String BOM = "\uFEFF";

  /** A line: where it begins, and its content, null if it is too long. */
  private record Line(long position, String content) {}

  private static final FormatSettings SETTINGS = new Sources(SourceFormat.TSV).settings();

  private static final class Lines extends ByteRangeReader {
    private String line; // the last that was not too long

    Lines(CorpusRange range, int maxLength) {
      super(SETTINGS, range, new Limit(maxLength, SkipReason.LONG_LINE, ""));
    }

    @Override
    void parseEncoded(int offset, int rawLength) {
      int length = withoutEnd(bytes, offset, rawLength);
      line = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }

    @Override
    void parse(byte[] utf8, int offset, int length) {
      throw new AssertionError("not called");
    }
  }

  /** What a file's lines are, by the definition. */
  private static List<Line> model(byte[] bytes, int maxLength) {
    String file = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Line> lines = new ArrayList<>();
    int start = file.startsWith("\u00EF\u00BB\u00BF") ? 3 : 0;
    while (start < file.length()) {
      int newline = file.indexOf('\n', start);
      int end = newline < 0 ? file.length() : newline;
      String line = file.substring(start, end).replaceFirst("\r\\z", "");
      lines.add(new Line(start, line.length() > maxLength ? null : line));
      start = end + 1;
    }
    return lines;
  }

  /** Adds the lines of a range, in reads of so many bytes at most; returns how many were read. */
  private static long read(
      byte[] file, long start, long end, int maxLength, int readBytes, List<Line> lines)
      throws IOException {
    int from = (int) Math.max(0, start - 1);
    long[] count = {0};
    InputStream in =
        new FilterInputStream(new ByteArrayInputStream(file, from, file.length - from)) {
          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, Math.min(length, readBytes));
            count[0] += Math.max(0, read);
            return read;
          }
        };
    CorpusRange range = CorpusRange.uncounted("x", "x", start, end, file.length, 0);
    try (Lines reader = new Lines(range, maxLength)) {
      reader.in = in;
      reader.findFirst();
      while (reader.next()) {
        lines.add(new Line(reader.position, reader.tooLong ? null : reader.line));
      }
      assertThat(reader.next()).isFalse();
    }
    return count[0];
  }

  /** Returns the lines of all ranges between cuts. */
  private static List<Line> read(byte[] file, int maxLength, int readBytes, int... cuts)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= cuts.length; i++) {
      int end = i < cuts.length ? cuts[i] : file.length;
      if (start < end || file.length == 0) {
        read(file, start, end, maxLength, readBytes, lines);
      }
      start = end;
    }
    return lines;
  }

  @ParameterizedTest
  @CsvSource({"5, ''", "5, '\r'", "5, '\n'", "5, '\r\n'", "70000, ''", "70000, '\r\n'"})
  void theLimitIsExact(int limit, String end) throws IOException {
    String line = "x".repeat(limit);
    for (String content : List.of(line + end, "x" + line + end, line + "\r\r" + end + "\nnext")) {
      byte[] file = content.getBytes(StandardCharsets.UTF_8);
      assertThat(read(file, limit, CHUNK)).isEqualTo(model(file, limit));
    }
  }

  /** Each line belongs to one range, whichever way a file is cut. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, CHUNK})
  void anyCutOfAFileGivesEachLineOnceAtItsPosition(int readBytes) throws IOException {
    Random random = new Random(30);
    for (int round = 0; round < 250; round++) {
      StringBuilder content = new StringBuilder(random.nextInt(3) == 0 ? BOM : "");
      for (int i = random.nextInt(14); i > 0; i--) {
        content.append("abcde\n\n\r".charAt(random.nextInt(8)));
      }
      byte[] file = content.toString().getBytes(StandardCharsets.UTF_8);
      for (int maxLength : new int[] {0, 1, 2, 100}) {
        List<Line> model = model(file, maxLength);
        for (int first = 0; first <= file.length; first++) {
          for (int second = first; second <= file.length; second++) {
            List<Line> lines = read(file, maxLength, readBytes, first, second);
            if (!lines.equals(model)) { // an assertion for each would take long
              assertThat(lines)
                  .as(
                      "%s cut at %d and %d, limit %d",
                      Arrays.toString(file), first, second, maxLength)
                  .isEqualTo(model);
            }
          }
        }
      }
    }
  }

  /** Lines longer than the buffer, cut at random: it has to grow and to move its content. */
  @Test
  void longLinesSurviveTheGrowingOfTheBuffer() throws IOException {
    Random random = new Random(32);
    for (int round = 0; round < 12; round++) {
      ByteArrayOutputStream content = new ByteArrayOutputStream();
      for (int line = 0; line < 12; line++) {
        byte[] bytes = new byte[random.nextInt(round % 2 == 0 ? 300_000 : 70_000)];
        Arrays.fill(bytes, (byte) ('a' + line));
        content.writeBytes(bytes);
        content.writeBytes((random.nextBoolean() ? "\r\n" : "\n").getBytes(StandardCharsets.UTF_8));
      }
      byte[] file = content.toByteArray();
      int[] cuts = random.ints(4, 0, file.length).sorted().toArray();
      for (int maxLength : new int[] {50_000, 200_000, 1 << 20}) {
        assertThat(read(file, maxLength, CHUNK / 3, cuts).equals(model(file, maxLength)))
            .as("round %d", round)
            .isTrue();
      }
    }
  }

  /** A line of 20 MB, of which the one range reads the beginning and the others their own bytes. */
  @Test
  void aLineTooLongIsNotReadPastTheEndOfItsRange() throws IOException {
    int limit = 1000;
    int range = 100_000;
    byte[] file = ("x".repeat(20_000_000) + "\nlast\n").getBytes(StandardCharsets.UTF_8);
    List<Line> lines = new ArrayList<>();
    for (int start = 0; start < file.length; start += range) {
      int end = Math.min(file.length, start + range);
      // At most the range, the byte before it, what tells that a line is too long, and one buffer.
      assertThat(read(file, start, end, limit, CHUNK, lines))
          .isLessThanOrEqualTo(1 + range + limit + 2 + CHUNK);
    }
    assertThat(lines).containsExactly(new Line(0, null), new Line(file.length - 5, "last"));
  }
}
