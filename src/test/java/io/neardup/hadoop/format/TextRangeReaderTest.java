package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.corpus.SourceReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and whole files, and what is the same for files of all formats. */
class TextRangeReaderTest {

  private static final String LINES = "a\tone\r\n\nb\ttwo\nno tab\nlast\tétroit";
  private static final List<String> RECORDS =
      List.of("a|one", "EMPTY_LINE", "b|two", "NO_ID", "last|étroit");

  @TempDir private Path folder;

  private Sources sources(SourceFormat format, String... entries) {
    return new Sources(folder, format, entries);
  }

  private Path write(String name, String content) throws IOException {
    return sources(SourceFormat.FILES).write(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> read(Sources sources, Path file) throws IOException {
    return Sources.brief(sources.read(file));
  }

  /** Ids of up to six bytes, texts of up to ten; numbered from 9 on. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a~id\ttext~id|text",
        "a~id\ta\tb\t~id|a\tb\t",
        "a~id\t~id|",
        "a~ i d \t t ~ i d | t ",
        "a~é日\té~é日|é",
        "a~no tab~NO_ID: no tab in the line",
        "a~\ttext~EMPTY_ID: ",
        "a~i\rd\ttext~BAD_ID: a tab or line break",
        "a~123456\t1234567890~123456|1234567890",
        "a~1234567\t1~LONG_ID: 7 bytes, over neardup.ingest.max-id-bytes=6",
        "a~1\t12345678901~LONG_DOCUMENT: 11 bytes",
        "a~日日\té~日日|é",
        "a~日日1\té~LONG_ID: 7 bytes, over neardup.ingest.max-id-bytes=6",
        // The numbers before a range are not known to ingest: they must not decide.
        "a/b.t:~x\ty~a/b.t:9|x\ty",
        "é:~x\ty~é:9|x\ty",
        "'a\tb:'~x~BAD_ID: a tab or line break",
        "'a\nb:'~x~BAD_ID: a tab or line break",
        "names:~x~LONG_ID: 6 bytes, over neardup.ingest.max-id-bytes=5"
      })
  void theIdOfALineIsBeforeItsTabOrItsNumber(String name, String line, String expected)
      throws IOException {
    boolean numbered = name.endsWith(":");
    int maxId = name.equals("names:") ? 5 : 6;
    FormatSettings settings =
        sources(
                SourceFormat.TSV,
                "neardup.document.max-bytes=10",
                "neardup.ingest.max-id-bytes=" + maxId)
            .settings();
    CorpusRange range = Sources.range(name.replace(":", ""), 9);
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    assertThat(Sources.shown(Sources.parse(new TextRangeReader(settings, range, numbered), bytes)))
        .isEqualTo(expected);
  }

  /** The third is overlong, the fourth a surrogate. */
  @Test
  void idsAreUtf8AndTextsMayBeAnything() throws IOException {
    String lines = "i\t\u00ff\u00fe\n\u00e9\tx\n\u00c0\u0080\tx\n\u00ed\u00a0\u0080\tx\n";
    Sources sources = sources(SourceFormat.TSV);
    Path file = sources.write("a.tsv", lines.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(read(sources, file)).containsExactly("i|\uFFFD\uFFFD", "BAD_ID", "BAD_ID", "BAD_ID");
  }

  @Test
  void jsonLinesMayBeLongerThanTheirTexts() throws IOException {
    // Ten characters as escapes of six bytes each, in a line over the limit of the document.
    String text = "\\u00e9".repeat(10);
    String other = "y".repeat(999);
    Path file =
        write("a.jsonl", "{\"id\":\"a\",\"text\":\"" + text + "\",\"x\":\"" + other + "\"}\n");
    assertThat(read(sources(SourceFormat.JSONL, "neardup.document.max-bytes=20"), file))
        .containsExactly("a|" + "é".repeat(10));
    assertThat(read(sources(SourceFormat.JSONL, "neardup.document.max-bytes=19"), file))
        .containsExactly("LONG_DOCUMENT");
  }

  private Path compressed(String name, String... members) throws IOException {
    Sources sources = sources(SourceFormat.TSV);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String member : members) {
      bytes.writeBytes(sources.compressed(name, member.getBytes(StandardCharsets.UTF_8)));
    }
    return sources.write(name, bytes.toByteArray());
  }

  /** What {@code cat a.gz b.gz} gives, and what parallel compressors write. */
  @ParameterizedTest
  @ValueSource(strings = {"m.tsv.gz", "m.tsv.bz2", "m.tsv.zst"})
  void compressedFilesOfSeveralMembersAreReadToTheirEnd(String name) throws IOException {
    assertThat(read(sources(SourceFormat.TSV), compressed(name, LINES.split("(?<=\\G.{5})"))))
        .isEqualTo(RECORDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e.txt", "e.gz", "e.bz2", "e.deflate"})
  void anEmptyFileHasNoLineAndIsOneEmptyDocument(String name) throws IOException {
    for (Path file : List.of(write(name, ""), compressed("of-nothing-" + name, ""))) {
      for (SourceFormat format :
          List.of(SourceFormat.TSV, SourceFormat.LINES, SourceFormat.JSONL)) {
        assertThat(read(sources(format), file)).as("%s", format).isEmpty();
      }
      assertThat(read(sources(SourceFormat.FILES), file)).containsExactly(file.getFileName() + "|");
    }
  }

  /** Its decompressor drops what it has read before a fault. */
  @Test
  void whatComesBeforeTheDamageOfABzip2FileIsRead() throws IOException {
    Path file = compressed("damaged.tsv.bz2", "a\tone\nb\ttwo\n");
    Files.writeString(file, "no bzip2", StandardOpenOption.APPEND);
    List<String> records = new ArrayList<>();
    assertThrown(IOException.class, () -> sources(SourceFormat.TSV).readInto(file, records));
    assertThat(records).containsExactly("a|one", "b|two");
  }

  /** A compressed file longer than the limit may hold a document within it. */
  @ParameterizedTest
  @CsvSource({"9, 123456789", "10, 1234567890", "11,"})
  void aFileIsADocumentUpToTheLimit(int length, String text) throws IOException {
    String content = "12345678901".substring(0, length);
    Sources sources = sources(SourceFormat.FILES, "neardup.document.max-bytes=10");
    for (Path file : List.of(write("a.txt", content), compressed("a.gz", content))) {
      assertThat(read(sources, file))
          .containsExactly(text == null ? "LONG_DOCUMENT" : file.getFileName() + "|" + text);
    }
  }

  @Test
  void theByteOrderMarkOfAFileIsNotPartOfItsText() throws IOException {
    for (String charset : List.of("UTF-8", "detect", "windows-1252")) {
      Sources sources =
          sources(
              SourceFormat.FILES,
              "neardup.document.max-bytes=10",
              "neardup.ingest.charset=" + charset);
      for (Path file :
          List.of(write("a.txt", BOM + "1234567890"), compressed("a.gz", BOM + "1234567890"))) {
        assertThat(read(sources, file)).containsExactly(file.getFileName() + "|1234567890");
        assertThat(sources.copy(file)).isEqualTo(Files.readAllBytes(file));
      }
    }
  }

  /** So that outputs do not depend on how files are cut; the rest is longer than a buffer. */
  @ParameterizedTest
  @ValueSource(strings = {BOM, ""})
  void aCopyFromALaterRangeBeginsAsTheFile(String mark) throws IOException {
    String rest = "b\ttwo\n".repeat(20_000);
    Path file = write("a.tsv", mark + "a\tone\n" + rest);
    Path copy = folder.resolve("copy.tsv");
    CorpusRange range = Sources.ranges(file, 5).get(1);
    try (RangeReader reader = sources(SourceFormat.TSV).readers().open(range)) {
      assertThat(reader.next()).isTrue();
      try (Closeable out = reader.create(new org.apache.hadoop.fs.Path(copy.toUri()), false)) {
        do {
          reader.copy(out, null);
        } while (reader.next());
      }
    }
    assertThat(copy).hasContent(mark + rest);
  }

  @Test
  void aFilesNameIsCheckedAsAnyId() throws IOException {
    Sources sources = sources(SourceFormat.FILES, "neardup.ingest.max-id-bytes=5");
    assertThat(read(sources, write("12345", "x"))).containsExactly("12345|x");
    assertThat(read(sources, write("123456", "x"))).containsExactly("LONG_ID");
    assertThat(read(sources, write("a\tb", "x"))).containsExactly("BAD_ID");
  }

  @Test
  void whatCannotBeReadIsOneRecordSetAside() throws IOException {
    try (SourceReader records = sources(SourceFormat.PARQUET).readers()) {
      records.begin(Sources.whole(write("a", "text")));
      assertThat(records.next()).isTrue();
      assertThat(records.record().skipReason()).isEqualTo(SkipReason.DAMAGED_FILE);
      assertThat(records.record().detail()).contains("is not a Parquet file");
      assertThat(records.next()).isFalse();
      assertThat(records.counted().skipped()).isEqualTo(1);
    }
  }

  @Test
  void relativeFilesAreLookedForBesideTheManifest() throws IOException {
    long length = Files.size(write("documents/a.tsv", LINES));
    CorpusRange relative = CorpusRange.uncounted("documents/a.tsv", "a.tsv", 0, length, length, 0);
    assertThat(Sources.brief(sources(SourceFormat.TSV).read(List.of(relative)))).isEqualTo(RECORDS);
  }

  // The lines of ByteRangeReader

  private static final int CHUNK = 1 << 16;
  private static final String BOM = "\uFEFF";

  /** A line: where it begins, and its content, null if it is too long. */
  private record Line(long position, String content) {}

  private static final FormatSettings SETTINGS = new Sources(SourceFormat.TSV).settings();

  private static final class Lines extends ByteRangeReader {
    private String line; // the last that was not too long

    Lines(CorpusRange range, int maxLength) {
      super(SETTINGS, range, new Limit(maxLength, SkipReason.LONG_LINE, () -> ""));
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
