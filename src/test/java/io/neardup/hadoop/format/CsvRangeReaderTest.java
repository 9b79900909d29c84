package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link CsvRangeReader}: files, from their bytes to documents, and against a parser of whole
 * files.
 */
class CsvRangeReaderTest {

  private static final String FILE =
      """
      \ufefflang,id,text\r
      en,a,"one, ""two""
      three"\r

      de,b,vier
      fr,c
      fr,d,x,y
      it,"e"e,f
      "",f,
      en,,g
      en,"h\ti",j
      es,é,último\
      """;

  private static final List<String> RECORDS =
      List.of(
          "a|one, \"two\"\nthree",
          "EMPTY_LINE: ",
          "b|vier",
          "BAD_CSV: 2 fields, the header has 3",
          "BAD_CSV: 4 fields, the header has 3",
          "BAD_CSV: a quote is not closed, or text follows it",
          "f|",
          "EMPTY_ID: ",
          "BAD_ID: a tab or line break",
          "é|último");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"a.csv", "a.csv.gz", "a.csv.bz2", "a.csv.zst"})
  void recordsAreReadAndCopied(String name) throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write(name, sources.compressed(name, Warcs.utf8(FILE)));
    assertThat(sources.read(file)).isEqualTo(RECORDS);
    assertThat(sources.plain(name, sources.copy(file))).isEqualTo(Warcs.utf8(FILE));
  }

  /** Settings without the prefix of the keys; bytes; records between line ends. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          a.csv => ingest.id-field=text ingest.text-field=id => lang,id,text\\nen,a,b\\n,c,d\\n => b|a|en|null|a\\nd|c||null|c

          # The delimiter may be told by the name
          a.tsv => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1
          a.TAB => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1
          a.tsv.gz => => id\\ttext\\tno, comma\\n1\\ta,b\\tx\\n => 1|a,b|null|null|1

          # A quote is text if each line may be a record
          a.tsv => => id\\ttext\\n1\\t"a\\n2\\tb"\\n => 1|"a|null|null|1\\n2|b"|null|null|2
          a.tsv => => id\\ttext\\n1\\t"a\\n\\tb"\\n => 1|a\\n\\tb|null|null|1
          a.tsv => ingest.id-field=#number => n\\ttext\\n1\\t"a\\n2\\tb"\\n => a.tsv:1|"a|null|null|null\\na.tsv:2|b"|null|null|null

          # It is set, or found in the header
          a.csv => => id\\ttext\\n1\\ta,b\\n => 1|a,b|null|null|1
          a.csv => => id,text,a\\tb\\n1,x\\ty,z\\n => 1|x\\ty|null|null|1
          a.csv => => id,text\\na,b\\tc\\n => a|b\\tc|null|null|a
          a.csv => => id;text\\n1;a,b\\n => 1|a,b|null|null|1
          a.csv => => id,text,a;b\\n1,x;y,z\\n => 1|x;y|null|null|1
          a.csv => ingest.csv-delimiter=semicolon => id;text;x,y\\n1;a,b;z\\n => 1|a,b|null|null|1
          a.tsv => ingest.csv-delimiter=comma => id,text\\n1,a\\tb\\n => 1|a\\tb|null|null|1
          a.csv => ingest.csv-delimiter=tab => id\\ttext\\tx,y\\n1\\ta,b\\tz\\n => 1|a,b|null|null|1

          # A file may hold no record
          a.csv => => ~~ => ~~
          a.csv => => \\357\\273\\277 => ~~
          a.csv => => id,text => ~~
          a.csv => => id,text\\n => ~~
          a.csv => => \\357\\273\\277id,text\\r\\n => ~~

          # A carriage return alone ends no record
          a.csv => => id,text\\n1,a\\rb\\n2,"a\\rb"\\n => BAD_CSV: CR without LF outside quotes\\n2|a\\rb|null|null|2

          # Texts may be any bytes, ids are of the charset
          a.csv => => id,text\\na,\\377\\205\\240\\n\\351,x\\n => a|\ufffd\ufffd\ufffd|null|null|a\\nBAD_ID: bytes that are not of its charset (neardup.ingest.charset), or half a surrogate pair
          # The limits are exact
          a.csv => document.max-bytes=5 ingest.max-id-bytes=3 ingest.max-line-bytes=20 => id,text,x\\n123,12345,\\n123,123456,\\n1234,1,\\n1,\"\"\"\"\"\"\"\"\"\"\"\",\\n1,1,3456789012345678\\n1,1,34567890123456789\\n1,1,\\n => 123|12345|null|null|123\\nLONG_DOCUMENT: 6 bytes\\nLONG_ID: 4 bytes, over neardup.ingest.max-id-bytes=3\\n1|\"\"\"\"\"|null|null|1\\n1|1|null|null|1\\nLONG_LINE: over 20 bytes\\n1|1|null|null|1
          """)
  void recordsHaveTheValuesOfTheirColumns(
      String name, String settings, String content, String expected) throws IOException {
    String[] entries =
        settings == null
            ? new String[0]
            : Stream.of(settings.split(" ")).map(s -> "neardup." + s).toArray(String[]::new);
    Sources sources = new Sources(folder, SourceFormat.CSV, List.of("lang", "none", "id"), entries);
    byte[] bytes = content.translateEscapes().getBytes(StandardCharsets.ISO_8859_1);
    Path file = sources.write(name, sources.compressed(name, bytes));
    assertThat(String.join("\n", sources.read(file))).isEqualTo(expected.translateEscapes());
    assertThat(sources.plain(name, sources.copy(file))).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.csv|id,body|a.csv has no field text (neardup.ingest.text-field); the fields there: id,"
            + " body. Is neardup.ingest.csv-delimiter right?",
        "a.csv|ID,text|no field id (neardup.ingest.id-field; #number numbers the records); the"
            + " fields there: ID, text",
        "a.csv|id:text|the fields there: id:text. Is",
        "a.csv|id,text,text|several columns text",
        "a.csv|id,\"text|a.csv: the header is not CSV",
        "a.csv|'\nid,text'|a.csv",
        "a.tsv|id,text|the fields there: id,text. Is"
      })
  void missingColumnsFailTheIngestRatherThanTheFile(String name, String header, String message)
      throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    Path file = sources.write(name, Warcs.utf8(header + "\n1,x\n"));
    assertThrown(UnsupportedSourceException.class, () -> sources.read(file), message);
  }

  @Test
  void manyColumnsAreNotAllNamed() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.CSV);
    String header = "x".repeat(1000) + ",c".repeat(99);
    Path file = sources.write("a.csv", Warcs.utf8(header + "\n"));
    assertThatThrownBy(() -> sources.read(file))
        .hasMessageContaining("x".repeat(40) + "..., c, ")
        .hasMessageContaining(" and others. Is")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
  }

  // Where records end

  private static final int SEEDS = 3000;
  private static final int NO_LIMIT = 1 << 20;

  private static final Map<String, FormatSettings> SETTINGS = new HashMap<>(); // by limit

  private static final String COLUMNS = "id\ttext\n";

  /** Cuts records of which it parses none, under any header. */
  private static final class Cutter extends CsvRangeReader {
    String whole; // the record, unless it is too long

    Cutter(InputStream file, String setting, int maxLength) throws IOException {
      super(
          SETTINGS.computeIfAbsent(
              setting + " " + maxLength,
              unused ->
                  new Sources(
                          SourceFormat.CSV,
                          "neardup.ingest.csv-delimiter=" + setting,
                          "neardup.ingest.max-line-bytes=" + maxLength)
                      .settings()),
          Sources.range("x", 0));
      in = file;
      findFirst();
    }

    @Override
    void findColumns(byte[] header) throws UnsupportedSourceException {
      if (head().startsWith(COLUMNS)) { // else there may be none
        super.findColumns(header);
      }
    }

    @Override
    void parseEncoded(int offset, int rawLength) {
      whole = new String(bytes, offset, rawLength, StandardCharsets.ISO_8859_1);
    }

    String head() {
      return new String(head, StandardCharsets.ISO_8859_1);
    }

    String copy() throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      copy(out, null);
      return out.toString(StandardCharsets.ISO_8859_1);
    }

    /** Returns the header and the records, as they stand. */
    List<String> cut() throws IOException {
      List<String> records = new ArrayList<>(List.of(head()));
      while (next()) {
        assertThat(tooLong).isFalse();
        assertThat(copy()).isEqualTo(whole);
        records.add(whole);
      }
      return records;
    }
  }

  private static Cutter cutter(String file, char delimiter, int maxLength, Random random)
      throws IOException {
    String setting = Map.of(',', "comma", ';', "semicolon", '\t', "tab").get(delimiter);
    byte[] bytes = file.getBytes(StandardCharsets.ISO_8859_1);
    return new Cutter(Sources.inDrops(bytes, random), setting, maxLength);
  }

  /** Returns the records up to the first that the parser refuses; null stands for that one. */
  private static List<List<String>> parsed(String file, char delimiter) throws IOException {
    List<List<String>> records = new ArrayList<>();
    CSVFormat format = CSVFormat.RFC4180.builder().setDelimiter(delimiter).get();
    try (CSVParser parser = CSVParser.parse(new StringReader(file), format)) {
      Iterator<CSVRecord> iterator = parser.iterator();
      while (iterator.hasNext()) {
        records.add(iterator.next().toList());
      }
    } catch (UncheckedIOException e) {
      records.add(null);
    }
    return records;
  }

  private static String soup(Random random, char delimiter) {
    String[] pieces = {"a", "b c", String.valueOf(delimiter), "\"", "\"\"", "\n", "\r\n", " ", "é"};
    StringBuilder file = new StringBuilder();
    for (int i = random.nextInt(30); i >= 0; i--) {
      file.append(pieces[random.nextInt(pieces.length)]);
    }
    return file.toString();
  }

  /** Returns the fields of a record without its end, null if it cannot be parsed. */
  private static List<String> values(byte[] record, char delimiter) {
    try {
      return record.length == 0
          ? List.of("")
          : CsvRangeReader.fields(record, 0, record.length, CsvRangeReader.format(delimiter))
              .toList();
    } catch (IOException e) {
      return null;
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {',', ';'})
  void recordsAreCutWhereAParserOfTheWholeFileEndsThem(char delimiter) throws IOException {
    int refused = 0;
    int withLineBreaks = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      String file = soup(random, delimiter);
      List<String> cut = cutter(file, delimiter, NO_LIMIT, random).cut();
      assertThat(String.join("", cut)).as("seed %d", seed).isEqualTo(file);
      List<List<String>> expected = parsed(file, delimiter);
      for (int i = 0; i < expected.size(); i++) {
        byte[] record = cut.get(i).getBytes(StandardCharsets.ISO_8859_1);
        int length = ByteRangeReader.withoutEnd(record, 0, record.length);
        List<String> values = values(Arrays.copyOf(record, length), delimiter);
        boolean good = values != null;
        assertThat(good).as("seed %d, record %d", seed, i).isEqualTo(expected.get(i) != null);
        if (good) {
          assertThat(values).as("seed %d, record %d", seed, i).isEqualTo(expected.get(i));
          withLineBreaks += String.join("", values).contains("\n") ? 1 : 0;
        }
      }
      if (expected.contains(null)) {
        refused++;
      } else {
        assertThat(cut).as("seed %d", seed).hasSize(Math.max(1, expected.size()));
      }
    }
    assertThat(refused).isBetween(SEEDS / 10, SEEDS * 9 / 10);
    assertThat(withLineBreaks).isGreaterThan(50);
  }

  @Test
  void recordsOverTheLimitAreCopiedAndTheOthersReadAsBefore() throws IOException {
    int tooLong = 0;
    int openQuotes = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      String file = soup(random, ',');
      int limit = 1 + random.nextInt(12);
      List<String> expected = cutter(file, ',', NO_LIMIT, random).cut();
      Cutter frames = cutter(file, ',', limit, random);
      StringBuilder copy = new StringBuilder(frames.head());
      long position = copy.length();
      for (int i = 1; i < expected.size(); i++) {
        String record = expected.get(i);
        byte[] bytes = record.getBytes(StandardCharsets.ISO_8859_1);
        assertThat(frames.next()).as("seed %d", seed).isTrue();
        assertThat(frames.position).isEqualTo(position);
        position += record.length();
        assertThat(frames.tooLong)
            .as("seed %d, record %d", seed, i)
            .isEqualTo(ByteRangeReader.withoutEnd(bytes, 0, bytes.length) > limit);
        assertThat(frames.tooLong ? record : frames.whole).isEqualTo(record);
        tooLong += frames.tooLong ? 1 : 0;
        if (random.nextBoolean()) {
          copy.append(frames.copy());
        } else {
          copy.append(record); // passed over
        }
      }
      boolean open = cutter(file + "\nx", ',', NO_LIMIT, random).cut().size() == expected.size();
      if (frames.tooLong && open) {
        assertThatThrownBy(frames::next)
            .isInstanceOf(IOException.class)
            .hasMessage(
                "a quote is not closed in the record at byte " + frames.record().position());
        openQuotes++;
      } else {
        assertThat(frames.next()).isFalse();
      }
      assertThat(copy).as("seed %d", seed).hasToString(file);
    }
    assertThat(tooLong).isGreaterThan(SEEDS / 5);
    assertThat(openQuotes).isGreaterThan(SEEDS / 20);
  }

  @Test
  void inAFileWithTabsNoLinesThatAreRecordsAreHiddenInQuotes() throws IOException {
    int withLineBreaks = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      String file = COLUMNS + soup(random, '\t');
      List<String> cut = cutter(file, '\t', NO_LIMIT, random).cut();
      assertThat(String.join("", cut)).as("seed %d", seed).isEqualTo(file);
      for (String record : cut.subList(1, cut.size())) {
        String lines = record.substring(0, Math.max(0, record.length() - 1));
        List<List<String>> fields = parsed(record, '\t');
        if (lines.contains("\n") && !fields.contains(null)) { // which would be bad
          withLineBreaks++;
          assertThat(fields).as("seed %d", seed).hasSize(1);
          assertThat(record.replaceFirst("\n$", "").split("\n", -1))
              .as("seed %d", seed)
              .anyMatch(line -> !line.matches("\\r*|[^\t]*[^\t\r][^\t]*\t[^\t]*"));
        }
      }
    }
    assertThat(withLineBreaks).isGreaterThan(50);
  }

  @Test
  void quotesInAFileWithTabsAreThoseOfFieldsOrOfTexts() throws IOException {
    String[][] files = {
      {"a\t\"one\n", "b\ttwo\n", "\r\n", "c\tthree\"\n"},
      {"a\t\"one\n", "b\ttwo\n", "c\tthree\""},
      {"a\t\"f:\n\t1\"\n", "b\t\"1\n\t2\tc\nd\""},
      {"a\t\"one\n", "b\ttwo\n", "c\t\"three\n", "d\tfour \"\n"},
      {"a\t\"one\n", "b\ttwo\" \n", "c\tthree\""},
      {"a\t\"one\n", "b\ttwo\n", "c\tthree"},
      {"a\t\"one\nmore\"\n", "b\ttwo\n"},
      {"a\t\"\"\"one\"\"\nmore\"\n", "b\t\"two\"\n"},
    };
    for (String[] records : files) {
      List<String> cut =
          cutter(COLUMNS + String.join("", records), '\t', NO_LIMIT, new Random(1)).cut();
      assertThat(cut.subList(1, cut.size())).containsExactly(records);
      assertThat(cutter(COLUMNS + String.join("", records), '\t', 18, new Random(1)).cut())
          .isEqualTo(cut);
    }
    Cutter frames = cutter(COLUMNS + "a\t\"too long\nb\ttwo\"\n", '\t', 6, new Random(1));
    assertThat(frames.next() && frames.tooLong).isTrue();
    assertThat(frames.copy()).isEqualTo("a\t\"too long\n");
    assertThat(frames.cut()).endsWith("b\ttwo\"\n");
  }

  @Test
  void aQuoteThatIsNeverClosedIsNotHeld() throws IOException {
    long length = 300L << 20;
    Cutter frames = new Cutter(Sources.endless("id,text\na,\"", 'x', length), "comma", 60_000);
    assertThat(frames.next()).isTrue();
    assertThat(frames.tooLong).isTrue();
    assertThat(frames.bytes.length).isLessThan(1 << 20);
    assertThrown(IOException.class, frames::next);
    assertThat(frames.bytes.length).isLessThan(1 << 20);
  }

  @Test
  void aHeaderWithoutEndIsRefused() {
    assertThatThrownBy(() -> new Cutter(Sources.endless("id,\"", 'x', 1L << 40), "comma", 1000))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageStartingWith("x: no CSV header");
  }
}
