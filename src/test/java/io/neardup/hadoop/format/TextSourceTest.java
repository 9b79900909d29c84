package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.corpus.CorpusChangedException;
import io.neardup.hadoop.corpus.RangeReaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines and whole files, and what is the same for files of all formats. */
class TextSourceTest {

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
        "a~1234567\t1~LONG_ID: 7 bytes",
        "a~1\t12345678901~LONG_DOCUMENT: 11 bytes",
        "a~日日\té~日日|é",
        "a~日日1\té~LONG_ID: 7 bytes",
        // The numbers before a range are not known to ingest: they must not decide.
        "a/b.t:~x\ty~a/b.t:9|x\ty",
        "é:~x\ty~é:9|x\ty",
        "'a\tb:'~x~BAD_ID: a tab or line break",
        "'a\nb:'~x~BAD_ID: a tab or line break",
        "names:~x~LONG_ID: 6 bytes"
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
  void linesOfAnyCutAreReadOnce() throws IOException {
    Path file = write("a.tsv", LINES);
    Sources sources = sources(SourceFormat.TSV);
    for (int step = 1; step <= LINES.length() + 2; step++) {
      assertThat(Sources.brief(sources.read(Sources.every(file, step))))
          .as("cut every %d", step)
          .isEqualTo(RECORDS);
    }
    assertThat(sources.positions(file)).containsExactly(0L, 7L, 8L, 14L, 21L);
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
    assertThatThrownBy(() -> sources(SourceFormat.TSV).readInto(file, records))
        .isInstanceOf(IOException.class);
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
  void aFilesNameIsCheckedAsAnyId() throws IOException {
    Sources sources = sources(SourceFormat.FILES, "neardup.ingest.max-id-bytes=5");
    assertThat(read(sources, write("12345", "x"))).containsExactly("12345|x");
    assertThat(read(sources, write("123456", "x"))).containsExactly("LONG_ID");
    assertThat(read(sources, write("a\tb", "x"))).containsExactly("BAD_ID");
  }

  @Test
  void aFileOfAnotherLengthIsRefused() throws IOException {
    Path file = write("a.txt", "id\ttext\n");
    CorpusRange range = Sources.whole(file);
    RangeReaders readers = sources(SourceFormat.TSV).readers();
    Files.writeString(file, "id\ttext, longer\n");
    assertThatThrownBy(() -> readers.open(range))
        .isInstanceOf(CorpusChangedException.class)
        .hasMessageContaining("a.txt has changed since it was ingested")
        .hasMessageContaining("then 8 bytes")
        .hasMessageContaining("now 16 bytes");
    Files.delete(file);
    assertThatThrownBy(() -> readers.open(range))
        .isInstanceOf(CorpusChangedException.class)
        .hasMessageContaining("has been deleted");
  }

  @Test
  void relativeFilesAreLookedForBesideTheManifest() throws IOException {
    long length = Files.size(write("documents/a.tsv", LINES));
    CorpusRange relative = CorpusRange.uncounted("documents/a.tsv", "a.tsv", 0, length, length, 0);
    assertThat(Sources.brief(sources(SourceFormat.TSV).read(List.of(relative)))).isEqualTo(RECORDS);
  }
}
