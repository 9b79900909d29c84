package io.neardup.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.format.AvroRangeReaderTest;
import io.neardup.hadoop.format.ParquetRangeReaderTest;
import io.neardup.hadoop.format.Warcs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every format with every codec, read and copied by the job jar, whose libraries have other names
 * than Hadoop's and than those of other tests.
 */
@Order(7)
class FormatsIT {

  private static final String SAME = "This text is in each of the files, and stays in one of them.";

  @TempDir private Path folder;
  private Path input;

  private static String text(Object file) {
    return "Only the file " + file + " has this text: " + file.hashCode() * 31L + file;
  }

  private Path input(String name) throws Exception {
    input = Files.createDirectories(folder.resolve("input"));
    return input.resolve(name);
  }

  /** Each file has a document that all have, and one of its own. */
  private void check() throws Exception {
    Path output = folder.resolve("output");
    Commands.embedded("512m", "pipeline", input.toString(), output.toString()).assertSucceeded();
    List<String> names = names(input);
    assertThat(names(output.resolve("6-dedup/kept"))).isEqualTo(names);
    assertThat(Files.readAllLines(output.resolve("6-dedup/removed-by.tsv")))
        .hasSize(names.size() - 1)
        .allMatch(line -> line.contains("\t1.000000\tpair\t"));
  }

  private static List<String> names(Path of) throws Exception {
    try (Stream<Path> files = Files.list(of)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".crc"))
          .sorted()
          .toList();
    }
  }

  @Test
  void avro() throws Exception {
    Schema schema =
        SchemaBuilder.record("page")
            .fields()
            .requiredString("id")
            .requiredString("text")
            .endRecord();
    for (String codec : List.of("null", "deflate", "snappy", "bzip2", "zstandard")) {
      List<GenericRecord> records = new ArrayList<>();
      for (String text : List.of(SAME, text(codec))) {
        GenericData.Record record =
            new GenericRecordBuilder(schema)
                .set("id", codec + text.length())
                .set("text", text)
                .build();
        records.add(record);
      }
      AvroRangeReaderTest.write(input(codec + ".avro"), codec, schema, records);
    }
    check();
  }

  @Test
  void parquet() throws Exception {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message page { required binary id (STRING); required binary text (STRING); }");
    SimpleGroupFactory groups = new SimpleGroupFactory(schema);
    for (CompressionCodecName codec :
        List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.ZSTD)) {
      List<Group> rows = new ArrayList<>();
      for (String text : List.of(SAME, text(codec))) {
        rows.add(groups.newGroup().append("id", codec + "" + text.length()).append("text", text));
      }
      Path file = input(codec + ".parquet");
      ParquetRangeReaderTest.write(file, codec, 10, WriterVersion.PARQUET_2_0, schema, rows);
    }
    check();
  }

  @Test
  void warc() throws Exception {
    for (String name : List.of("a.warc", "b.warc.gz")) {
      byte[] page =
          Warcs.response(
              "http://example.org/" + name,
              "200 OK",
              "Content-Type: text/html\r\n",
              ("<html><body><p>" + text(name)).getBytes(UTF_8));
      byte[] same = Warcs.text("http://example.org/same/" + name, SAME);
      boolean gzip = name.endsWith(".gz");
      Files.write(
          input(name),
          gzip ? Warcs.join(Warcs.gzip(same), Warcs.gzip(page)) : Warcs.join(same, page));
    }
    check();
  }

  @Test
  void csv() throws Exception {
    for (String name : List.of("a.csv", "b.csv")) {
      Files.writeString(
          input(name), "id,text\n%s,\"%s\"\n%s 2,\"%s\"\n".formatted(name, SAME, name, text(name)));
    }
    check();
  }
}
