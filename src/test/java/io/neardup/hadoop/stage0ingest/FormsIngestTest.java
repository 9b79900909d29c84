package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageMetadata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole ingests of CSV and WARC files. */
class FormsIngestTest {

  @TempDir private Path folder;

  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  private StageMetadata ingest(String... settings) throws IOException {
    Configuration conf = new Configuration();
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    EmbeddedDefaults.apply(conf);
    StageContext context =
        new StageContext(
            conf, new PrintStream(progress, true, StandardCharsets.UTF_8), "ingest", false);
    return IngestStage.run(
        context,
        List.of(new org.apache.hadoop.fs.Path(folder.resolve("input").toUri())),
        new org.apache.hadoop.fs.Path(folder.resolve("corpus").toUri()),
        null);
  }

  private void write(String name, String content) throws IOException {
    Files.createDirectories(folder.resolve("input"));
    Files.writeString(folder.resolve("input").resolve(name), content);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void csvFilesOfSeveralHeadersAreOneCorpus(boolean pack) throws IOException {
    write("a.csv", "id,text\n1,\"one\none\"\n\n2,two\n");
    write("b.csv", "text,lang,id\nthree,en,3\n");
    write("c.tsv", "id\ttext\n4\tfour, 4\n");
    StageMetadata metadata = ingest("neardup.ingest.pack=" + pack);
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("input has the format csv")
        .contains("4 documents, 1 record set aside");
    assertThat(metadata.facts()).containsEntry("format", "csv");
  }

  private static String record(String... headers) {
    return "WARC/1.0\r\n" + String.join("\r\n", headers) + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordsWithoutDocumentsAreNotBad(boolean pack) throws IOException {
    String info = record("WARC-Type: warcinfo");
    String text =
        record("WARC-Type: conversion", "Content-Type: text/plain", "WARC-Target-URI: http://a/");
    write("a.wet", info + info + info + text);
    ingest("neardup.ingest.max-bad-records=0", "neardup.ingest.pack=" + pack);
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("input has the format warc")
        .contains("1 document, 3 records set aside");
  }

  @Test
  void aMissingColumnFailsTheIngest() throws IOException {
    write("a.csv", "id,text\n1,one\n");
    write("b.csv", "id,body\n2,two\n");
    assertThatThrownBy(() -> ingest("neardup.ingest.damaged-files=set-aside"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("b.csv")
        .hasMessageContaining("neardup.ingest.text-field");
    assertThat(folder.resolve("corpus")).doesNotExist();
  }
}
