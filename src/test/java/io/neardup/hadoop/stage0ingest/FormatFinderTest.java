package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.format.Warcs;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OutputPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormatFinderTest {

  @TempDir private Path folder;
  @TempDir private Path lists;

  private void write(String files) throws IOException {
    Ingests.write(folder, files);
  }

  private String find(String... entries) throws IOException {
    return finder(false, entries).format();
  }

  private FormatFinder finder(boolean given, String... entries) throws IOException {
    Configuration conf = Mr.conf(entries);
    return new FormatFinder(
        conf,
        HadoopSettings.of(conf),
        new InputFiles(
                conf, List.of(Ingests.path(folder)), new OutputPath(conf, Ingests.path(lists)))
            .list("", Ingests.path(lists.resolve("list"))),
        given);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          # By name
          a.jsonl=x & b/a.jsonl= | jsonl | 1 of 1 file ends with .jsonl (1 file is empty or not
          a.ndjson.gz=x | jsonl | 1 of 1 file ends with .ndjson
          A.JSONL=x & b.JSONL=x | jsonl | 2 of 2 files end with .jsonl
          a.tsv=x | tsv | 1 of 1 file ends with .tsv
          a.tab= | tsv | no file has content
          a.csv=x | csv | ends with .csv
          a.warc=x | warc | ends with .warc
          a.wet.gz=x | warc | ends with .wet
          a.parquet= & b.parquet=x | parquet | 1 of 1 file ends with .parquet (1 file is empty
          a.avro=x | avro | ends with .avro

          # By the first bytes
          p0=PAR1 & p1=PAR1 & p2= | parquet | 2 of 2 files begin with the first bytes of the format
          b.parquet=PAR1 & p0=PAR1 & done= | parquet | 2 of 2 files begin with the first bytes
          p0=Obj\\1 | avro | 1 of 1 file begins with the first bytes of the format avro
          p0=WARC/1.1\\r\\n | warc | begins with the first bytes of the format warc
          p0.gz=WARC/1.0 | warc | begins with the first bytes of the format warc

          # Tabs
          p0=a\\tb\\nno tab & p1.gz=a\\tb & p2.zst=a\\tb & x.y= | tsv | 3 of 3 files begin with a line
          p0=a\\tb & p1=no tab & p2=\\ta | files | a line with a tab, 2 begin with neither a JSON
          p0=a\\tb & p1=c\\td & p2=no tab & a.tsv=x | tsv,text | 1 of 4 files begins with neither
          a.tsv=1\\tx & p0=\\n2\\tx | tsv | 2 of 2 files begin with a line with a tab
          p0=lang\\tid\\ttext\\n | csv | begins with a header with `text`, `id`
          a.tsv=lang\\tid\\t"text"\\r\\nen\\t1\\tx & b.tsv.gz=id\\ttext\\n & c.tsv= | csv | 2 of 2 files begin
          a.tsv=\\357\\273\\277id\\ttext\\n | csv | begins with a header
          a.tsv= & b.tsv=id\\ttext\\n | csv | begins with a header
          a.tsv=id\\tthe text\\n & b.tsv=text\\tid of another\\n | tsv | 2 of 2 files begin with a line

          # JSON
          a.txt={"id":1}\\n | jsonl | 1 of 1 file begins with a JSON object with `id`
          a={"id":1} & b={"n":2} | files | 1 of 2 files begins with a JSON object with `id`, 1 begins
          a={"text":1} & b={"n":2} | jsonl | with `text`, 1 begins with a JSON object
          a.json={"id": 1} \\r\\n{"id": 2}\\n & b.json={"id": 3}\\n{"id": 4} | jsonl | 2 of 2
          a.json={\\n  "id": 1\\n}\\n & b.json={"id": 1}\\n | files | 1 of 2 files begins with a JSON
          a={"text": 1}\\n{ no JSON\\n{"n": NaN} | jsonl | 1 of 1 file begins with a JSON object with
          a=\\357\\273\\277\\r\\n  {"text": 1} | jsonl | begins with a JSON object with `text`

          # Text
          a.txt=a line\\n | lines | 1 of 1 file begins with neither
          a.txt= | lines | no file has content
          a.txt=\\n \\n | lines | 1 of 1 file begins with neither
          a.txt= & b.txt= | files | no file has content
          a.txt={ & b.html=< & c.md={ & d/E.java={ & LICENSE={ & f.json={ | files | 6 of 6 files
          """)
  void theFormatIsFoundAndWhatShowsIt(String files, String format, String evidence)
      throws IOException {
    write(files);
    FormatFinder finder = finder(false);
    if (format.contains(",")) {
      assertThatThrownBy(finder::format)
          .hasMessageStartingWith("the input has files of several formats:\n")
          .hasMessageContainingAll(format.split(","))
          .hasMessageContaining("-Dneardup.ingest.format");
    } else {
      assertThat(finder.format()).isEqualTo(format);
    }
    assertThat(finder.evidence()).contains(evidence);
    assertThat(finder(true).evidence()).isEqualTo(finder.evidence());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          # No text, whatever the name
          a=ARROW1\\0\\0 | /a is not text but Apache Arrow. Convert it
          a.tsv=ARROW1\\0\\0 | /a.tsv is not text but Apache Arrow
          a.csv=ARROW1\\0\\0 | /a.csv is not text but Apache Arrow
          a.jsonl=ARROW1\\0\\0 | /a.jsonl is not text but Apache Arrow
          a.json=ARROW1\\0\\0 | /a.json is not text but Apache Arrow

          # Compressed or archived in spite of the name, or in ways that are not read
          0.txt=text & a.xz=\\3757zXZ\\0\\0 | /a.xz is compressed or archived (application/x-xz). neardup
          b.tsv.xz=\\3757zXZ\\0\\0 | /b.tsv.xz is compressed or archived (application/x-xz)
          a.tsv=PK\\3\\4\\24\\0\\0 | /a.tsv is compressed or archived (application/zip)
          a.7z=7z\\274\\257\\47\\34 | (application/x-7z-compressed)
          a.rar=Rar!\\32\\7\\0 | (application/x-rar-compressed; version=4)
          a.lzma=]\\0\\0\\200\\0\\377 | (LZMA)
          a.lz4.x=\\4\\42\\115\\30\\0 | (application/x-lz4)
          a.lzo=\\211LZO\\0 | (a block format of Hadoop)
          a.tsv.snappy=a\\tb | /a.tsv.snappy is compressed or archived (a block format of Hadoop)
          a.lz4=\\0\\0\\0\\7 | (a block format of Hadoop)
          a.Z=\\37\\235\\220 | (application/x-compress)
          a.lz=LZIP\\1 | (application/x-lzip)
          a.jsonl=\\37\\213\\10\\0\\0\\0 | (application/gzip)
          a.parquet=\\37\\213\\10\\0\\0\\0 | (application/gzip)
          a=BZh91 | (application/x-bzip2)
          a.csv=(\\265/\\375\\0 | (application/zstd)

          # JSON that is not a line for each object
          a={\\n  "id": 1,\\n  "text": "x"\\n}\\n | /a begins with a JSON object over several lines; write
          a.json= [1] | /a.json is a JSON array, or looks like one; write one object per line
          a.jsonl=[ | /a.jsonl is a JSON array
          a= [ {"id": 1}] & b=x | /a is a JSON array
          """)
  void whatCannotBeReadIsRefused(String files, String message) throws IOException {
    write(files);
    assertRefused(this::find, message);
  }

  @Test
  void textThatNeedNotBeDetectedIsRefusedOnlyIfItIsNone() throws IOException {
    write("a=[1]");
    finder(true).requireText("files");
    write("a=\\37\\213\\10\\0\\0");
    for (String format : List.of("tsv", "lines", "jsonl", "csv", "files", "sets")) {
      assertRefused(() -> finder(true).requireText(format), "/a is not text but application/gzip");
    }
  }

  @Test
  void archivesWithinCompressionAreRefused() throws IOException {
    byte[] tar = new byte[1024];
    System.arraycopy(Warcs.utf8("ustar"), 0, tar, 257, 5);
    Ingests.write(folder, "a.gz", Warcs.gzip(tar));
    assertThatThrownBy(this::find).hasMessageContaining("(application/x-tar)");
    Ingests.write(folder, "a.gz", Warcs.gzip(Warcs.gzip(Warcs.utf8("text"))));
    assertThatThrownBy(this::find).hasMessageContaining("(application/gzip)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"crawl", "crawl.warc", "crawl.gz"})
  void warcRecordsInGzipAreFoundWhateverTheName(String name) throws IOException {
    Ingests.write(folder, name, Warcs.gzip(Warcs.utf8("WARC/1.0\r\n")));
    assertThat(find()).isEqualTo("warc");
  }

  @Test
  void aLineLongerThanWhatIsReadIsAnObject() throws IOException {
    write("a={\"text\": \"" + "long ".repeat(20_000) + "\", \"id\": 4}\\n{}");
    assertThat(find()).isEqualTo("jsonl");
    assertThat(finder(false).evidence()).endsWith("with `text`"); // the id is beyond that
  }

  @Test
  void fieldsOfTheSettingsMakeAHeader() throws IOException {
    write("a.tsv=lang\\tid\\ttext\\n");
    assertThat(find("neardup.ingest.text-field=body")).isEqualTo("tsv");
    assertThat(find("neardup.ingest.id-field=#number")).isEqualTo("csv");
  }

  @Test
  void aFileThatCannotBeDecompressedShowsNothing() throws IOException {
    Ingests.write(folder, "a.jsonl.zst", new byte[] {'(', (byte) 0xb5, '/', (byte) 0xfd});
    assertThat(finder(false).evidence()).isEqualTo("no file has content that can be read");
  }

  @Test
  void fieldsOfTheSettingsMayBeNested() throws IOException {
    write("a={\"o\":[{}],\"meta\":{\"x\":[1],\"text\":2}}");
    assertThat(finder(false, "neardup.ingest.text-field=meta.text").evidence())
        .isEqualTo("1 of 1 file begins with a JSON object with `meta.text`");
  }

  @Test
  void onlyTheFirstFilesOfAnEndingAreLookedInto() throws IOException {
    for (int i = 10; i < 32; i++) {
      write("part-" + i + (i < 20 ? "=1\\tx" : "=no tab"));
    }
    write("empty=");
    assertThat(find()).isEqualTo("tsv");
    assertThat(finder(false).evidence())
        .isEqualTo(
            "10 of 10 files begin with a line with a tab (13 files are empty or not looked into)");
    write("part-10=PAR1");
    assertThatThrownBy(this::find)
        .hasMessageContaining("parquet: 1 file, ")
        .hasMessageContaining("tsv: 21 files, such as ");
  }

  @Test
  void manyEndingsAreNotAllLookedInto() throws IOException {
    for (int i = 0; i < 300; i++) {
      write("a." + i + "=text");
    }
    assertThat(find()).isEqualTo("files");
    assertThat(finder(false).evidence()).startsWith("200 of 200 files ");
  }

  @Test
  void fewFilesThatAreNotTextMayBeAmongTexts() throws IOException {
    for (int i = 0; i < 40; i++) {
      write(i + ".txt=text");
    }
    write("17.txt=\\0\\0\\0"); // the last of those that are looked into
    assertThat(find()).isEqualTo("files");
    write("17.txt=text & a.png=\\211PNG\\r\\n\\32\\n\\0");
    assertThat(find()).isEqualTo("files");
    assertThatThrownBy(() -> find("neardup.ingest.max-bad-records=0"))
        .hasMessageContaining("a.png is not text but image/png");
    write("b.db=SQLite format 3\\0 & c.orc=ORC\\22");
    assertThatThrownBy(() -> find("neardup.ingest.max-bad-records=2"))
        .hasMessageContaining("is not text but ")
        .hasMessageContaining(", one of 3 such files");
  }

  @ParameterizedTest
  @CsvSource({
    "one=a text, 'files,lines,tsv,sets,jsonl', ''",
    "one=1\\tx, 'tsv,sets', 'files,lines,jsonl,parquet'",
    "one=x & a.csv=y, 'files,csv', 'sets,jsonl'",
  })
  void theFormatOfAnEarlierBatchHoldsUnlessTheContentSaysOtherwise(
      String files, String fitting, String others) throws IOException {
    write(files);
    for (String format : fitting.split(",", -1)) {
      finder(true).requireLike(format, "day1");
    }
    for (String format : others.isEmpty() ? new String[0] : others.split(",", -1)) {
      assertThatThrownBy(() -> finder(true).requireLike(format, "day1"))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith("batch day1 has the format " + format + "; here, 1 of ")
          .hasMessageEndingWith(" Set the format of this input with -Dneardup.ingest.format");
    }
  }
}
