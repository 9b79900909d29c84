package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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

class FramesTest {

  private static final int CHUNK = 1 << 16;
  private static final String BOM = "\uFEFF";

  /** A line: where it begins, and its content, null if it is too long. */
  private record Line(long position, String content) {}

  /** What a file's lines are, by the definition. */
  private static List<Line> model(byte[] file, int maxLength) {
    List<Line> lines = new ArrayList<>();
    int start =
        file.length >= 3
                && file[0] == (byte) 0xEF
                && file[1] == (byte) 0xBB
                && file[2] == (byte) 0xBF
            ? 3
            : 0;
    while (start < file.length) {
      int end = start;
      while (end < file.length && file[end] != '\n') {
        end++;
      }
      int length = end - start;
      if (length > 0 && file[end - 1] == '\r') {
        length--;
      }
      lines.add(
          new Line(
              start,
              length > maxLength
                  ? null
                  : new String(file, start, length, StandardCharsets.ISO_8859_1)));
      start = end + 1;
    }
    return lines;
  }

  /**
   * Reads the lines of a range, as {@code RangeReaders} does, in reads of so many bytes at most.
   */
  private static List<Line> read(byte[] file, long start, long end, int maxLength, int readBytes)
      throws IOException {
    int from = (int) Math.max(0, start - 1);
    List<Line> lines = new ArrayList<>();
    try (Frames reader =
        new Frames(
            new ShortReads(new ByteArrayInputStream(file, from, file.length - from), readBytes),
            start,
            end,
            maxLength)) {
      while (reader.next()) {
        assertThat(reader.tooLong() ? reader.length() : 0).isZero();
        lines.add(
            new Line(
                reader.position(),
                reader.tooLong()
                    ? null
                    : new String(
                        reader.bytes(),
                        reader.offset(),
                        reader.length(),
                        StandardCharsets.ISO_8859_1)));
      }
      assertThat(reader.next()).isFalse();
    }
    return lines;
  }

  /** Returns fewer bytes than asked for, as streams may, and counts them. */
  private static final class ShortReads extends InputStream {
    private final InputStream in;
    private final int most;
    private long count;

    ShortReads(InputStream in, int most) {
      this.in = in;
      this.most = most;
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      count += read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, Math.min(length, most));
      count += Math.max(0, read);
      return read;
    }
  }

  private static List<String> contents(String file, int maxLength) throws IOException {
    byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
    List<Line> lines = read(bytes, 0, bytes.length, maxLength, CHUNK);
    return lines.stream()
        .map(line -> line.content() == null ? "too long" : line.content())
        .toList();
  }

  @Test
  void aLineEndsWithLfAndOneCrBeforeItIsNotItsOwn() throws IOException {
    assertThat(contents("a\nb\r\nc\r\r\n\rd\n", 9)).containsExactly("a", "b", "c\r", "\rd");
    assertThat(contents("a\rb\n", 9)).containsExactly("a\rb");
  }

  @Test
  void theLastLineNeedsNoEnd() throws IOException {
    assertThat(contents("a\nb", 9)).containsExactly("a", "b");
    assertThat(contents("a\nb\n", 9)).containsExactly("a", "b");
    assertThat(contents("a\nb\r", 9)).containsExactly("a", "b");
    assertThat(contents("", 9)).isEmpty();
    assertThat(contents("\n", 9)).containsExactly("");
    assertThat(contents("\r\n\n\r", 9)).containsExactly("", "", "");
  }

  @Test
  void aByteOrderMarkIsDroppedAtTheBeginningOfTheFileOnly() throws IOException {
    assertThat(contents(BOM + "a\nb\n", 9)).containsExactly("a", "b");
    assertThat(contents(BOM, 9)).isEmpty();
    assertThat(contents(BOM + "\n", 9)).containsExactly("");
    assertThat(contents(BOM + BOM + "a", 9)).hasSize(1).noneMatch("a"::equals);
    assertThat(contents("a\n" + BOM + "b", 9)).hasSize(2).doesNotContain("b");
    assertThat(contents("\u00EF\n", 9)).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "5, 5, '\n'",
    "5, 5, '\r\n'",
    "5, 5, ''",
    "5, 5, '\r'",
    "70000, 70000, '\n'",
    "70000, 70000, '\r\n'",
    "70000, 70000, ''"
  })
  void theLimitIsExact(int length, int limit, String end) throws IOException {
    String line = "x".repeat(length);
    assertThat(contents(line + end, limit)).containsExactly(line);
    assertThat(contents("x" + line + end, limit)).containsExactly("too long");
    if (!end.isEmpty() && !end.equals("\r")) {
      assertThat(contents("x" + line + end + "next", limit)).containsExactly("too long", "next");
    }
    // The first CR of two is the line's own.
    assertThat(contents(line + "\r" + (end.endsWith("\r") || end.isEmpty() ? "\r" : "\r\n"), limit))
        .containsExactly("too long");
  }

  private static byte[] randomFile(Random random) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    if (random.nextInt(3) == 0) {
      file.writeBytes(BOM.getBytes(StandardCharsets.UTF_8));
    }
    int length = random.nextInt(14);
    for (int i = 0; i < length; i++) {
      file.write("abcde\n\n\r".charAt(random.nextInt(8)));
    }
    return file.toByteArray();
  }

  /** Each line belongs to one range, whichever way a file is cut. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, CHUNK})
  void anyCutOfAFileGivesEachLineOnceAtItsPosition(int readBytes) throws IOException {
    Random random = new Random(30);
    for (int round = 0; round < 250; round++) {
      byte[] file = randomFile(random);
      for (int maxLength : new int[] {0, 1, 2, 100}) {
        List<Line> model = model(file, maxLength);
        for (int first = 0; first <= file.length; first++) {
          for (int second = first; second <= file.length; second++) {
            List<Line> lines = new ArrayList<>();
            int[] cuts = {0, first, second, file.length};
            for (int r = 0; r < 3; r++) {
              if (cuts[r] < cuts[r + 1] || file.length == 0) {
                lines.addAll(read(file, cuts[r], cuts[r + 1], maxLength, readBytes));
              }
            }
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

  @Test
  void rangesOfOneByteEachGiveEachLineOnce() throws IOException {
    Random random = new Random(31);
    for (int round = 0; round < 300; round++) {
      byte[] file = randomFile(random);
      List<Line> lines = new ArrayList<>();
      for (int start = 0; start < file.length; start++) {
        lines.addAll(read(file, start, start + 1, 3, CHUNK));
      }
      assertThat(lines).as(Arrays.toString(file)).isEqualTo(model(file, 3));
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
        List<Line> lines = new ArrayList<>();
        int start = 0;
        for (int c = 0; c <= cuts.length; c++) {
          int end = c < cuts.length ? cuts[c] : file.length;
          if (start < end) {
            lines.addAll(read(file, start, end, maxLength, CHUNK / 3));
          }
          start = end;
        }
        assertThat(lines.equals(model(file, maxLength))).as("round %d", round).isTrue();
      }
    }
  }

  /** A line of 20 MB, of which the one range reads the beginning and the others their own bytes. */
  @Test
  void aLineTooLongIsNotReadPastTheEndOfItsRange() throws IOException {
    int limit = 1000;
    int range = 100_000;
    byte[] file = new byte[20_000_000];
    Arrays.fill(file, (byte) 'x');
    byte[] last = "\nlast\n".getBytes(StandardCharsets.UTF_8);
    System.arraycopy(last, 0, file, file.length - last.length, last.length);
    List<Line> lines = new ArrayList<>();
    for (int start = 0; start < file.length; start += range) {
      int from = Math.max(0, start - 1);
      int end = Math.min(file.length, start + range);
      ShortReads in =
          new ShortReads(new ByteArrayInputStream(file, from, file.length - from), CHUNK);
      Frames reader = new Frames(in, start, end, limit);
      while (reader.next()) {
        lines.add(
            new Line(
                reader.position(),
                reader.tooLong()
                    ? null
                    : new String(
                        reader.bytes(), reader.offset(), reader.length(), StandardCharsets.UTF_8)));
      }
      // At most the range, the byte before it, what tells that a line is too long, and one buffer.
      assertThat(in.count).isLessThanOrEqualTo(1 + range + limit + 2 + CHUNK);
      reader.close();
    }
    assertThat(lines).containsExactly(new Line(0, null), new Line(file.length - 5, "last"));
  }
}
