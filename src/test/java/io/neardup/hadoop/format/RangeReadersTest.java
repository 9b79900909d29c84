package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.corpus.CorpusChangedException;
import io.neardup.hadoop.corpus.RangeReaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangeReadersTest {

  @TempDir private java.nio.file.Path folder;

  private java.nio.file.Path write(String name, byte[] content) throws IOException {
    java.nio.file.Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private java.nio.file.Path write(String name, String content) throws IOException {
    return write(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static CorpusRange whole(java.nio.file.Path file) throws IOException {
    return StructuredFiles.ranges(file).get(0);
  }

  private RangeReaders readers(SourceFormat format, String... entries) {
    return new Sources(folder, format, entries).readers();
  }

  /** Returns the records of ranges as {@code position id|text} or {@code position reason}. */
  private static List<String> read(RangeReaders readers, List<CorpusRange> ranges)
      throws IOException {
    List<String> records = new ArrayList<>();
    for (CorpusRange range : ranges) {
      try (RangeReader reader = readers.open(range)) {
        while (reader.next()) {
          records.add(reader.record().position() + " " + StructuredFiles.show(reader.record()));
        }
      }
    }
    return records;
  }

  private static List<String> read(RangeReaders readers, java.nio.file.Path file)
      throws IOException {
    return read(readers, List.of(whole(file)));
  }

  private static final String LINES = "a\tone\r\n\nb\ttwo\nno tab\nlast\tétroit";
  private static final List<String> RECORDS =
      List.of("0 a|one", "7 EMPTY_LINE", "8 b|two", "14 NO_ID", "21 last|étroit");

  @Test
  void linesOfAnyCutAreReadOnce() throws IOException {
    java.nio.file.Path file = write("a.tsv", LINES);
    RangeReaders readers = readers(SourceFormat.TSV);
    for (int step = 1; step <= LINES.length() + 2; step++) {
      assertThat(read(readers, StructuredFiles.every(file, step)))
          .as("cut every %d", step)
          .isEqualTo(RECORDS);
    }
  }

  @Test
  void numbersGoOnFromTheLinesBeforeTheRange() throws IOException {
    java.nio.file.Path file = write("a.txt", "one\n\nthree\nfour");
    RangeReaders readers = readers(SourceFormat.LINES);
    for (int step = 1; step <= 20; step++) {
      List<String> records = new ArrayList<>();
      long lines = 0;
      for (CorpusRange range : StructuredFiles.every(file, step)) { // counts as ingest does
        CorpusRange counted = range.counted(0, 0, 0, lines, "");
        records.addAll(read(readers, List.of(counted)));
        try (RangeReader reader = readers.open(counted)) {
          while (reader.next()) {
            assertThat(reader.record()).isNotNull();
          }
          lines += reader.lines();
        }
      }
      assertThat(records)
          .containsExactly("0 a.txt:1|one", "4 EMPTY_LINE", "5 a.txt:3|three", "11 a.txt:4|four");
      assertThat(lines).isEqualTo(4);
    }
  }

  @Test
  void jsonLinesMayBeLongerThanTheirTexts() throws IOException {
    // Ten characters as escapes of six bytes each, in a line over the limit of the document.
    String text = "\\u00e9".repeat(10);
    String other = "y".repeat(999);
    java.nio.file.Path file =
        write("a.jsonl", "{\"id\":\"a\",\"text\":\"" + text + "\",\"x\":\"" + other + "\"}\n");
    assertThat(read(readers(SourceFormat.JSONL, "neardup.document.max-bytes=20"), file))
        .containsExactly("0 a|" + "é".repeat(10));
    assertThat(read(readers(SourceFormat.JSONL, "neardup.document.max-bytes=19"), file))
        .containsExactly("0 LONG_DOCUMENT");
  }

  private java.nio.file.Path compressed(String name, String... members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String member : members) {
      bytes.writeBytes(
          new Sources(folder, SourceFormat.TSV)
              .compressed(name, member.getBytes(StandardCharsets.UTF_8)));
    }
    return write(name, bytes.toByteArray());
  }

  /** What {@code cat a.gz b.gz} gives, and what parallel compressors write. */
  @ParameterizedTest
  @ValueSource(strings = {"m.tsv.gz", "m.tsv.bz2", "m.tsv.zst"})
  void compressedFilesOfSeveralMembersAreReadToTheirEnd(String name) throws IOException {
    assertThat(read(readers(SourceFormat.TSV), compressed(name, LINES.split("(?<=\\G.{5})"))))
        .isEqualTo(RECORDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"e.txt", "e.gz", "e.bz2", "e.deflate"})
  void anEmptyFileHasNoLineAndIsOneEmptyDocument(String name) throws IOException {
    for (java.nio.file.Path file : List.of(write(name, ""), compressed("of-nothing-" + name, ""))) {
      for (SourceFormat format :
          List.of(SourceFormat.TSV, SourceFormat.LINES, SourceFormat.JSONL)) {
        assertThat(read(readers(format), file)).as("%s", format).isEmpty();
      }
      assertThat(read(readers(SourceFormat.FILES), file))
          .containsExactly("0 " + file.getFileName() + "|");
    }
  }

  /** Its decompressor drops what it has read before a fault. */
  @Test
  void whatComesBeforeTheDamageOfABzip2FileIsRead() throws IOException {
    java.nio.file.Path file = compressed("damaged.tsv.bz2", "a\tone\nb\ttwo\n");
    Files.writeString(file, "no bzip2", StandardOpenOption.APPEND);
    List<String> records = new ArrayList<>();
    assertThatThrownBy(() -> new Sources(folder, SourceFormat.TSV).readInto(file, records))
        .isInstanceOf(IOException.class);
    assertThat(records).containsExactly("a|one", "b|two");
  }

  /** A compressed file longer than the limit may hold a document within it. */
  @ParameterizedTest
  @CsvSource({"9, 123456789", "10, 1234567890", "11,"})
  void aFileIsADocumentUpToTheLimit(int length, String text) throws IOException {
    String content = "12345678901".substring(0, length);
    RangeReaders readers = readers(SourceFormat.FILES, "neardup.document.max-bytes=10");
    for (java.nio.file.Path file : List.of(write("a.txt", content), compressed("a.gz", content))) {
      assertThat(read(readers, file))
          .containsExactly(
              "0 " + (text == null ? "LONG_DOCUMENT" : file.getFileName() + "|" + text));
    }
  }

  @Test
  void aFilesNameIsCheckedAsAnyId() throws IOException {
    RangeReaders readers = readers(SourceFormat.FILES, "neardup.ingest.max-id-bytes=5");
    assertThat(read(readers, write("12345", "x"))).containsExactly("0 12345|x");
    assertThat(read(readers, write("123456", "x"))).containsExactly("0 LONG_ID");
    assertThat(read(readers, write("a\tb", "x"))).containsExactly("0 BAD_ID");
  }

  @ParameterizedTest
  @EnumSource(SourceFormat.class)
  void aFileOfAnotherLengthIsRefused(SourceFormat format) throws IOException {
    java.nio.file.Path file = write("a.txt", "id\ttext\n");
    CorpusRange range = whole(file);
    RangeReaders readers = readers(format);

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
    java.nio.file.Path file = write("documents/a.tsv", LINES);
    CorpusRange absolute = whole(file);
    CorpusRange relative =
        CorpusRange.uncounted(
            "documents/a.tsv", "a.tsv", 0, absolute.end(), absolute.length(), absolute.modified());
    assertThat(read(readers(SourceFormat.TSV), List.of(relative))).isEqualTo(RECORDS);
  }
}
