package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.OutputPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatFinderTest {

  @TempDir private Path folder;
  @TempDir private Path lists;

  private void write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private void write(String name, String content) throws IOException {
    write(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] gzip(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] gzip(String content) throws IOException {
    return gzip(content.getBytes(StandardCharsets.UTF_8));
  }

  private String find(String... entries) throws IOException {
    Configuration conf = Mr.conf(entries);
    return finder(conf, false).format();
  }

  private FormatFinder finder(Configuration conf, boolean given) throws IOException {
    return new FormatFinder(
        conf,
        HadoopSettings.of(conf),
        new InputFiles(
                conf, List.of(Ingests.path(folder)), new OutputPath(conf, Ingests.path(lists)))
            .list("", Ingests.path(lists.resolve("list"))),
        given);
  }

  // One kind of file

  @ParameterizedTest
  @CsvSource({
    "a.jsonl, jsonl",
    "a.ndjson, jsonl",
    "A.JSONL, jsonl",
    "a.tsv, tsv",
    "a.tab, tsv",
    "a.csv, csv",
    "a.warc, warc",
    "a.wet, warc",
    "a.parquet, parquet",
    "a.avro, avro"
  })
  void someEndingsSayTheForm(String name, String form) throws IOException {
    write(name, "anything");
    write("b/" + name, "");
    assertThat(find()).isEqualTo(form);
    Files.delete(folder.resolve(name));
    write(name + ".gz", gzip("anything"));
    assertThat(find()).isEqualTo(form);
  }

  @ParameterizedTest
  @CsvSource({
    "534551060a, sequence",
    "504152310a, parquet",
    "4f626a0100, avro",
    "574152432f312e310d0a, warc"
  })
  void someFirstBytesSayTheForm(String hex, String form) throws IOException {
    write("part-00000", HexFormat.of().parseHex(hex));
    write("part-00001", HexFormat.of().parseHex(hex));
    write("part-00002", "");
    assertThat(find()).isEqualTo(form);
  }

  @Test
  void recordsInGzipAreToldWhateverTheirName() throws IOException {
    write("crawl", gzip("WARC/1.0\r\n"));
    assertThat(find()).isEqualTo("warc");
    write("crawl.gz", gzip("WARC/1.1\r\n"));
    assertThat(find()).isEqualTo("warc");
  }

  @Test
  void tabsInAllFirstLinesAreTsv() throws IOException {
    write("part-0", "a\tb\nno tab\n");
    write("part-1.gz", gzip("a\tb"));
    write("part-2.zst", Zstd.compress("a\tb".getBytes(StandardCharsets.UTF_8)));
    write("x.empty", "");
    assertThat(find()).isEqualTo("tsv");
    write("part-3", "\ta");
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("\n  text: 1 file, ")
        .hasMessageContaining("\n  tsv: 3 files, ");
    for (int i = 4; i < 8; i++) {
      write("part-" + i, "no tab\n\there");
    }
    assertThat(find()).as("texts, some of which have a tab at first").isEqualTo("files");
  }

  @Test
  void onlyTheFirstFilesOfAnEndingAreLookedInto() throws IOException {
    for (int i = 0; i < 10; i++) {
      write("part-0" + i, "a\tb");
    }
    write("part-10", "no tab");
    write("part-11", "");
    assertThat(find()).isEqualTo("tsv");
  }

  @Test
  void aSingleFileIsLinesOrJson() throws IOException {
    write("a.txt", "a line\n");
    assertThat(find()).isEqualTo("lines");
    write("a.txt", "{\"id\":1}\n");
    assertThat(find()).isEqualTo("jsonl");
    write("a.txt", "");
    assertThat(find()).isEqualTo("lines");
    write("b.txt", "");
    assertThat(find()).isEqualTo("files");
  }

  @Test
  void textsOfAnyEndingAreFiles() throws IOException {
    for (String name : new String[] {"a.txt", "b.html", "c.md", "d/E.java", "LICENSE", "f.json"}) {
      write(name, "{ text of " + name);
    }
    assertThat(find()).isEqualTo("files");
  }

  @Test
  void filesNamedJsonAreLinesOfObjectsOrTextsAndNoArrays() throws IOException {
    write("a.json", "{\"id\": 1, \"text\": \"x\"} \r\n{\"id\": 2, \"text\": \"x\"}\n");
    write("b.json", "{\"id\": 3}\n{\"id\": 4}");
    assertThat(find()).isEqualTo("jsonl");
    write("a.json", "{\n  \"id\": 1\n}\n");
    write("b.json", "{\"id\": 1}\n");
    assertThat(find()).isEqualTo("files");
    write("b.json", "[\n{\"id\": 1}\n]\n");
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageContainingAll("/b.json is a JSON array", "one object per line", "=files");
  }

  @Test
  void manyEndingsAreNotAllLookedInto() throws IOException {
    for (int i = 0; i < 300; i++) {
      write("a." + i, "text");
    }
    assertThat(find()).isEqualTo("files");
  }

  @Test
  void aTsvFileWithAHeaderIsCsv() throws IOException {
    write("a.tsv", "lang\tid\t\"text\"\r\nen\t1\tx\n");
    assertThat(find()).isEqualTo("csv");
    assertThat(find("neardup.ingest.text-field=body")).isEqualTo("tsv");
    write("b.tsv.gz", gzip("id\ttext\n"));
    write("c.tsv", "");
    assertThat(find()).isEqualTo("csv");
    write("a.tsv", "\ufeffid\ttext\n");
    assertThat(find()).isEqualTo("csv");
    write("a.tsv", "id\tthe text\n");
    write("b.tsv.gz", gzip("text\tid of another\n"));
    assertThat(find()).isEqualTo("tsv");
  }

  @ParameterizedTest
  @ValueSource(strings = {"part-0000", "a.txt", "a.log", "a.json", "000000_"})
  void jsonLinesAreFoundByContent(String name) throws IOException {
    String lines = "{\"id\": 1, \"text\": \"x\"}\n{\"id\": 2, \"text\": \"y\", \"n\": NaN}\n";
    write("0" + name, lines);
    write("1" + name, "\ufeff\r\n  " + lines);
    write("2" + name, "{\"id\": 3, \"text\": \"one line\"}");
    write("3" + name, "{\"text\": \"" + "long ".repeat(20_000) + "\", \"id\": 4}\n" + lines);
    write("4" + name, lines + "{ is not JSON\n" + lines);
    assertThat(find()).isEqualTo("jsonl");
    assertThat(finder(Mr.conf(), false).evidence())
        .isEqualTo(
            "4 of 5 files begin with a JSON object with `text`, `id`, 1 begins with a JSON object"
                + " with `text`"); // the other field is beyond what is read
  }

  @Test
  void evidenceIsOfAllFilesThatWereLookedInto() throws IOException {
    for (int i = 10; i < 32; i++) {
      write("part-" + i, "\n1\tx\n");
    }
    write("empty", "");
    assertThat(finder(Mr.conf(), false).evidence())
        .isEqualTo(
            "10 of 10 files begin with a line with a tab (13 files are empty or not looked into)");
    assertThat(finder(Mr.conf(), true).evidence()).startsWith("10 of 10 files");
  }

  @Test
  void aHeaderBetweenTabsIsCsvWhateverTheName() throws IOException {
    write("part-0", "lang\tid\ttext\n");
    assertThat(find()).isEqualTo("csv");
    assertThat(find("neardup.ingest.id-field=#number")).isEqualTo("csv");
  }

  @Test
  void aSingleObjectOverSeveralLinesIsRefused() throws IOException {
    write("a.json", "{\n  \"id\": 1,\n  \"text\": \"x\"\n}\n");
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("a.json begins with a JSON object over several lines; write one");
    write("a.json", " [ {\"id\": 1}]");
    assertThatThrownBy(this::find).hasMessageContaining("a.json is a JSON array");
    finder(Mr.conf(), true).requireText("files");
  }

  // No text

  private static final String ARROW = "ARROW1\0\0\uffff\0\0";

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.txt", "a.tsv", "a.csv", "a.jsonl", "a.json"})
  void whatIsNotTextIsRefusedByName(String name) throws IOException {
    write(name, ARROW);
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("/" + name + " is not text but Apache Arrow");
    for (String format : List.of("tsv", "lines", "jsonl", "csv", "files", "sets")) {
      assertThatThrownBy(() -> finder(Mr.conf(), true).requireText(format))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("/" + name + " is not text but Apache Arrow");
    }
  }

  @Test
  void fewFilesThatAreNotTextMayBeAmongTexts() throws IOException {
    for (int i = 0; i < 40; i++) {
      write(i + ".txt", "text");
    }
    write("a.png", "\u0089PNG\r\n\u001a\n\0".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(find()).isEqualTo("files");
    assertThatThrownBy(() -> find("neardup.ingest.max-bad-records=0"))
        .hasMessageContaining("a.png is not text but Portable Network Graphics");
    write("b.db", "SQLite format 3\0");
    write("c.orc", "ORC\u0012");
    assertThatThrownBy(() -> find("neardup.ingest.max-bad-records=2"))
        .hasMessageContaining("is not text but ")
        .hasMessageContaining(", one of 3 such files");
  }

  // Given

  @Test
  void theFormatOfAnEarlierBatchHoldsUnlessTheContentSaysOtherwise() throws IOException {
    write("one.txt", "a text\n");
    for (String format : List.of("files", "lines", "tsv", "sets", "jsonl")) {
      finder(Mr.conf(), true).requireLike(format, "day1");
    }
    write("one.txt", "1\tx\n");
    finder(Mr.conf(), true).requireLike("tsv", "day1");
    finder(Mr.conf(), true).requireLike("sets", "day1");
    for (String format : List.of("files", "lines", "jsonl", "parquet")) {
      assertThatThrownBy(() -> finder(Mr.conf(), true).requireLike(format, "day1"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("batch day1 has the format " + format)
          .hasMessageContaining("1 of 1 file begins with a line with a tab")
          .hasMessageContaining("-Dneardup.ingest.format");
    }
    write("a.java", "class A {}");
    write("b.java", "class B {}");
    finder(Mr.conf(), true).requireLike("files", "day1");
  }

  // Several

  @Test
  void severalFormsAreRefusedAndNamed() throws IOException {
    write("a.jsonl", "{}");
    write("b.jsonl", "{}");
    write("README.md", "text");
    write("c.tsv", "id\ttext\n");
    write("d.tsv", "1\tx\n");
    write("part-0", "SEQ\u0006");
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("the input has files of several formats:\n")
        .hasMessageContaining("\n  jsonl: 2 files, such as file:")
        .hasMessageContaining("/a.jsonl\n")
        .hasMessageContaining("\n  text: 1 file, file:")
        .hasMessageContaining("/README.md\n")
        .hasMessageContaining("\n  csv: 1 file, ")
        .hasMessageContaining("\n  tsv: 1 file, ")
        .hasMessageContaining("\n  sequence: 1 file, ")
        .hasMessageContaining("-Dneardup.ingest.format");
  }

  @Test
  void filesOfOneFormMayHaveSeveralNames() throws IOException {
    write("a.tsv", "1\tx\n");
    write("part-0", "2\tx\n");
    assertThat(find()).isEqualTo("tsv");
    write("b.parquet", "PAR1");
    Files.delete(folder.resolve("a.tsv"));
    write("part-0", "PAR1");
    assertThat(find()).isEqualTo("parquet");
    write("_SUCCESS", "");
    write("done", "");
    assertThat(find()).isEqualTo("parquet");
  }

  @Test
  void filesThatWereNotLookedIntoCountAsTheOthers() throws IOException {
    for (int i = 10; i < 35; i++) {
      write("part-" + i, i == 12 ? "text" : "SEQ\u0006");
    }
    assertThatThrownBy(this::find)
        .hasMessageContaining("text: 1 file, ")
        .hasMessageContaining("sequence: 24 files, such as ");
  }

  // Unreadable

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.xz",
        "a.zip",
        "a.7z",
        "a.rar",
        "a.lzma",
        "a.tar",
        "a.tar.gz",
        "a.tgz",
        "a.JAR",
        "b.tsv.xz"
      })
  void whatIsPackedInOtherWaysIsRefusedByName(String name) throws IOException {
    write("0.txt", "text");
    write(name, "anything");
    assertThatThrownBy(this::find)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("/" + name + " is compressed or archived")
        .hasMessageContaining("unpack it");
  }

  @ParameterizedTest
  @CsvSource({
    "fd377a585a0000, xz",
    "504b0304140000, zip",
    "377abcaf271c, 7z",
    "526172211a0700, rar",
    "5d00008000ff, lzma",
    "1f8b0800000000, gzip",
    "425a683931, bzip2",
    "28b52ffd00, zstd"
  })
  void whatIsPackedInOtherWaysIsRefusedByItsFirstBytes(String hex, String how) throws IOException {
    for (String name : new String[] {"a", "a.tsv", "a.csv", "a.jsonl"}) {
      write(name, HexFormat.of().parseHex(hex));
      assertThatThrownBy(this::find)
          .as(name)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("/" + name + " is compressed or archived (" + how + ")");
      Files.delete(folder.resolve(name));
    }
  }

  @Test
  void archivesWithinCompressionAreRefused() throws IOException {
    byte[] tar = new byte[1024];
    System.arraycopy("ustar".getBytes(StandardCharsets.US_ASCII), 0, tar, 257, 5);
    write("a.gz", gzip(tar));
    assertThatThrownBy(this::find).hasMessageContaining("(tar)");
    write("a.gz", gzip(gzip("text")));
    assertThatThrownBy(this::find).hasMessageContaining("(gzip)");
  }
}
