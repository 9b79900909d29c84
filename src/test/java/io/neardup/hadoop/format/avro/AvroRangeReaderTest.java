package io.neardup.hadoop.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.StructuredFiles;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.Warcs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class AvroRangeReaderTest {

  private static final String[] KEYS = {
    "neardup.ingest.id-field=meta.id", "neardup.ingest.text-field=body.text"
  };
  private static final RangeReaders READERS = StructuredFiles.readers(SourceFormat.AVRO, KEYS);

  /** Everything that Avro has, around the two fields. */
  public static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type":"record","name":"Page","namespace":"org.example","doc":"a page","color":"red",
               "fields":[
                {"name":"fixed","type":{"type":"fixed","name":"Four","size":4}},
                {"name":"meta","type":{"type":"record","name":"Meta","fields":[
                  {"name":"id","type":["null","string","long","double"],"default":null},
                  {"name":"when","type":{"type":"long","logicalType":"timestamp-millis"}}]}},
                {"name":"tree","type":["null",{"type":"record","name":"Tree","fields":[
                  {"name":"left","type":["null","Tree"]},
                  {"name":"label","type":"string"}]}]},
                {"name":"numbers","type":{"type":"array","items":"int"}},
                {"name":"map","type":{"type":"map","values":["boolean","float","bytes"]}},
                {"name":"body","type":["null",{"type":"record","name":"Body","fields":[
                  {"name":"text","type":["null","string"]},
                  {"name":"nulls","type":{"type":"array","items":"null"}}]}]},
                {"name":"suit","type":{"type":"enum","name":"Suit","symbols":["HEARTS","SPADES"]}},
                {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":9}},
                {"name":"weight","type":"double"}]}
              """);

  @TempDir private Path folder;

  public static List<GenericRecord> records(int count, Random random) {
    List<GenericRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GenericRecord meta = new GenericData.Record(SCHEMA.getField("meta").schema());
      meta.put("id", i % 3 == 0 ? (Object) (long) i : "id-é " + i);
      meta.put("when", random.nextLong());
      Schema bodySchema = SCHEMA.getField("body").schema().getTypes().get(1);
      GenericRecord body = new GenericData.Record(bodySchema);
      body.put("text", StructuredFiles.text(random));
      body.put("nulls", java.util.Collections.nCopies(random.nextInt(3), null));
      Schema treeSchema = SCHEMA.getField("tree").schema().getTypes().get(1);
      GenericRecord tree = null;
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        GenericRecord outer = new GenericData.Record(treeSchema);
        outer.put("left", tree);
        outer.put("label", "l" + depth);
        tree = outer;
      }
      GenericRecord record = new GenericData.Record(SCHEMA);
      byte[] four = new byte[4];
      random.nextBytes(four);
      record.put("fixed", new GenericData.Fixed(SCHEMA.getField("fixed").schema(), four));
      record.put("meta", meta);
      record.put("tree", tree);
      record.put("numbers", random.ints(random.nextInt(4)).boxed().toList());
      record.put("map", Map.of("a", random.nextBoolean(), "b", ByteBuffer.wrap(four)));
      record.put("body", body);
      record.put(
          "suit",
          new GenericData.EnumSymbol(
              SCHEMA.getField("suit").schema(), i % 2 == 0 ? "HEARTS" : "SPADES"));
      record.put("price", ByteBuffer.wrap(four));
      record.put("weight", i / 4.0);
      records.add(record);
    }
    return records;
  }

  /** The record as the reader shows it. */
  public static String show(GenericRecord record) {
    return ((GenericRecord) record.get("meta")).get("id")
        + "|"
        + ((GenericRecord) record.get("body")).get("text");
  }

  public static Path write(Path file, String codec, Schema schema, List<GenericRecord> records)
      throws IOException {
    try (DataFileWriter<GenericRecord> out = new DataFileWriter<>(new GenericDatumWriter<>())) {
      if (codec != null) {
        out.setCodec(CodecFactory.fromString(codec));
      }
      out.setSyncInterval(300);
      out.setMeta("made by", "a test");
      out.setMeta("bytes", new byte[] {0, -1, 7});
      out.create(schema, file.toFile());
      for (GenericRecord record : records) {
        out.append(record);
      }
    }
    return file;
  }

  private static List<GenericRecord> readPlainly(Path file) throws IOException {
    try (DataFileReader<GenericRecord> in =
        new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      List<GenericRecord> records = new ArrayList<>();
      in.forEach(records::add);
      return records;
    }
  }

  @ParameterizedTest
  @CsvSource({"deflate, 0", "deflate, 1", "deflate, 20", "null, 12"})
  void recordsOfAnyCutAreReadOnce(String codec, int count) throws IOException {
    List<GenericRecord> records = records(count, new Random(1));
    List<String> expected = records.stream().map(AvroRangeReaderTest::show).toList();
    Path file = write(folder.resolve("file.avro"), codec, SCHEMA, records);
    long length = Files.size(file);
    for (long cut = 1; cut < length; cut += count > 1 ? 3 : 1) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.ranges(file, cut)))
          .as("cut at %d of %d", cut, length)
          .isEqualTo(expected);
    }
    for (long step = 1; step < 600; step += 1 + step / 3) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.every(file, step)))
          .as("cut every %d", step)
          .isEqualTo(expected);
    }
  }

  /** Over the reader's buffers, in blocks of any size. */
  @Test
  void largeFilesAreReadOnce() throws IOException {
    Random random = new Random(3);
    List<GenericRecord> records = records(400, random);
    for (GenericRecord record : records) {
      int length = 1 << random.nextInt(17);
      ((GenericRecord) record.get("body")).put("text", "x".repeat(random.nextInt(length)));
    }
    List<String> expected = records.stream().map(AvroRangeReaderTest::show).toList();
    Path file = write(folder.resolve("file.avro"), "null", SCHEMA, records);
    assertThat(Files.size(file)).isGreaterThan(1_000_000);
    for (long step : new long[] {Files.size(file), 300_001, 70_001, 16_384, 5_000}) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.every(file, step)))
          .as("cut every %d", step)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "bzip2", "snappy", "zstandard"})
  void copiesEqualTheirSource(String codec) throws IOException {
    List<GenericRecord> records = records(200, new Random(2));
    Path file = write(folder.resolve("file.avro"), codec, SCHEMA, records);
    Path copy = folder.resolve("copy.avro");
    StructuredFiles.copy(READERS, StructuredFiles.every(file, 2000), copy, true);
    assertThat(readPlainly(copy)).isEqualTo(readPlainly(file));
    try (DataFileReader<GenericRecord> from =
            new DataFileReader<>(file.toFile(), new GenericDatumReader<>());
        DataFileReader<GenericRecord> to =
            new DataFileReader<>(copy.toFile(), new GenericDatumReader<>())) {
      assertThat(to.getMetaKeys()).containsExactlyInAnyOrderElementsOf(from.getMetaKeys());
      assertThat(to.getMetaString("avro.codec")).isEqualTo(codec);
      for (String key : from.getMetaKeys()) {
        assertThat(to.getMeta(key)).as(key).isEqualTo(from.getMeta(key));
      }
    }
    Path again = folder.resolve("again.avro");
    StructuredFiles.copy(READERS, StructuredFiles.every(file, 500), again, true);
    assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(copy));
    assertThatThrownBy(
            () -> StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, true))
        .isInstanceOf(IOException.class);
  }

  @Test
  void someRecordsAreCopiedInOrder() throws IOException {
    Path file = write(folder.resolve("f.avro"), null, SCHEMA, records(5, new Random(4)));
    Path copy = folder.resolve("copy.avro");
    StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, false);
    List<GenericRecord> all = readPlainly(file);
    assertThat(readPlainly(copy)).containsExactly(all.get(0), all.get(2), all.get(4));
  }

  @Test
  void fieldsAreStringsOrNothing() throws IOException {
    List<GenericRecord> records = records(2, new Random(5));
    records.get(1).put("body", null);
    Path file = write(folder.resolve("f.avro"), null, SCHEMA, records);
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.AVRO,
            List.of("suit", "weight", "tree", "none", "fixed", "body.text", "meta.when"),
            "neardup.ingest.id-field=meta.id",
            "neardup.ingest.text-field=body.text");
    GenericRecord first = records.get(0);
    assertThat(StructuredFiles.read(readers, file))
        .containsExactly(
            show(first)
                + "[HEARTS, 0.0, null, null, null, "
                + ((GenericRecord) first.get("body")).get("text")
                + ", "
                + ((GenericRecord) first.get("meta")).get("when")
                + "]",
            "NO_TEXT");
  }

  @Test
  void idsAndTextsAreChecked() throws IOException {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type":"record","name":"R","fields":[
                  {"name":"id","type":["null","string","int","boolean"]},
                  {"name":"text","type":["null","bytes","string"]}]}
                """);
    Object[][] values = {
      {null, "no id"},
      {true, "no id"},
      {"", "empty"},
      {"a\nb", "bad"},
      {"1234567", "long"},
      {"a", null},
      {"b", ByteBuffer.wrap(new byte[] {65})},
      {"c", "12345"},
      {"d", "123456"},
      {-7, "é"}
    };
    List<GenericRecord> records = new ArrayList<>();
    for (Object[] value : values) {
      GenericRecord record = new GenericData.Record(schema);
      record.put("id", value[0]);
      record.put("text", value[1]);
      records.add(record);
    }
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.AVRO, "neardup.ingest.max-id-bytes=6", "neardup.document.max-bytes=5");
    assertThat(
            StructuredFiles.read(readers, write(folder.resolve("f.avro"), null, schema, records)))
        .containsExactly(
            "NO_ID",
            "NO_ID",
            "EMPTY_ID",
            "BAD_ID",
            "LONG_ID",
            "NO_TEXT",
            "NO_TEXT",
            "c|12345",
            "LONG_DOCUMENT",
            "-7|é");
  }

  private List<String> readId(String type, Object id) throws IOException {
    Schema schema =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"id\",\"type\":"
                    + type
                    + "},{\"name\":\"text\",\"type\":\"string\"}]}");
    GenericRecord record = new GenericData.Record(schema);
    record.put(
        "id",
        id instanceof byte[] bytes
            ? new GenericData.Fixed(schema.getField("id").schema(), bytes)
            : id);
    record.put("text", "x");
    Path file = write(folder.resolve("id.avro"), null, schema, List.of(record));
    return StructuredFiles.read(StructuredFiles.readers(SourceFormat.AVRO), file);
  }

  private static String logical(String type, String logical) {
    return "{\"type\":"
        + type
        + ",\"logicalType\":\""
        + logical
        + "\",\"precision\":9,\"scale\":2}";
  }

  @Test
  void idsOfLogicalTypesAreCanonicalStrings() throws IOException {
    String fixed = "\"fixed\",\"name\":\"F\",\"size\":16";
    byte[] uuid = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");
    assertThat(readId(logical(fixed, "uuid"), uuid))
        .containsExactly("00112233-4455-6677-8899-aabbccddeeff|x");
    assertThat(readId(logical("\"string\"", "uuid"), "00112233-4455-6677-8899-aabbccddeeff"))
        .containsExactly("00112233-4455-6677-8899-aabbccddeeff|x");
    assertThat(readId(logical("\"bytes\"", "decimal"), ByteBuffer.wrap(new byte[] {-1, -5})))
        .containsExactly("-0.05|x");
    assertThat(readId(logical(fixed, "decimal"), new byte[16])).containsExactly("0.00|x");
    assertThat(readId(logical("\"long\"", "timestamp-millis"), -1L))
        .containsExactly("1969-12-31T23:59:59.999Z|x");
    assertThat(readId(logical("\"long\"", "timestamp-micros"), 1_767_323_045_000_006L))
        .containsExactly("2026-01-02T03:04:05.000006Z|x");
    assertThat(readId(logical("\"long\"", "timestamp-nanos"), 1L))
        .containsExactly("1970-01-01T00:00:00.000000001Z|x");
    assertThat(readId(logical("\"long\"", "local-timestamp-millis"), 0L))
        .containsExactly("1970-01-01T00:00:00|x");
  }

  @Test
  void idsOfATypeThatIsNoneAreRefusedWithIt() {
    assertThatThrownBy(() -> readId("\"double\"", 1.0))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("decimal, UUID or timestamp, but double");
    assertThatThrownBy(() -> readId("[\"null\",\"float\",\"bytes\"]", 1.0f))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("decimal, UUID or timestamp, but null or float or bytes");
  }

  @Test
  void aMissingFieldIsAnErrorThatNamesWhatThereIs() throws IOException {
    Path file = write(folder.resolve("f.avro"), null, SCHEMA, records(1, new Random(6)));
    assertThatThrownBy(() -> StructuredFiles.read(StructuredFiles.readers(SourceFormat.AVRO), file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("f.avro has no field id (neardup.ingest.id-field;")
        .hasMessageContaining("fixed, meta, meta.id, meta.when, tree");
    RangeReaders notText =
        StructuredFiles.readers(
            SourceFormat.AVRO,
            "neardup.ingest.id-field=meta.id",
            "neardup.ingest.text-field=weight");
    assertThatThrownBy(() -> StructuredFiles.read(notText, file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("no field weight (neardup.ingest.text-field) that is a string");
  }

  @Test
  void anUnknownCodecIsNoDamage() throws IOException {
    Path file = write(folder.resolve("f.avro"), "deflate", SCHEMA, records(1, new Random(7)));
    byte[] bytes = Files.readAllBytes(file);
    String content = new String(bytes, StandardCharsets.ISO_8859_1);
    StructuredFiles.write(
        file, content.replace("deflate", "defunct").getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> StructuredFiles.read(READERS, file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("f.avro")
        .hasMessageContaining("defunct");
  }

  private static int headerLength(Path file) throws IOException {
    try (DataFileReader<GenericRecord> in =
        new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
      return (int) in.previousSync();
    }
  }

  @Test
  void aFileThatIsCutOffSaysWhere() throws IOException {
    Path file = write(folder.resolve("f.avro"), null, SCHEMA, records(3, new Random(9)));
    byte[] bytes = Files.readAllBytes(file);
    int header = headerLength(file);
    Path cut = folder.resolve("cut.avro");
    StructuredFiles.write(cut, Arrays.copyOf(bytes, header - 3));
    assertThatThrownBy(() -> StructuredFiles.read(READERS, cut))
        .hasMessage("the file ends in its header");
    for (int length : new int[] {header + 1, header + 2, header + 9}) {
      StructuredFiles.write(cut, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> StructuredFiles.read(READERS, cut))
          .hasMessage("the block at byte " + header + " goes beyond the end of the file");
    }
  }

  /** Which Avro's own reader takes for the end of the file. */
  @Test
  void emptyBlocksArePassedOver() throws IOException {
    List<GenericRecord> records = records(3, new Random(8));
    Path file = write(folder.resolve("f.avro"), null, SCHEMA, records);
    byte[] bytes = Files.readAllBytes(file);
    byte[] longer = new byte[bytes.length + 18];
    int header = headerLength(file);
    System.arraycopy(bytes, 0, longer, 0, header);
    System.arraycopy(bytes, header - 16, longer, header + 2, 16); // two zeros, then the mark
    System.arraycopy(bytes, header, longer, header + 18, bytes.length - header);
    StructuredFiles.write(file, longer);
    for (int cut = 1; cut < longer.length; cut++) {
      assertThat(StructuredFiles.read(READERS, StructuredFiles.ranges(file, cut)))
          .isEqualTo(records.stream().map(AvroRangeReaderTest::show).toList());
    }
  }

  /** Writes a file of one block, of so many zeros. */
  private Path bomb(String codec, long zeros) throws IOException {
    Path file = write(folder.resolve(codec + ".avro"), codec, SCHEMA, List.of());
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    if (codec.equals("snappy")) {
      long left = zeros;
      for (; left > 127; left >>>= 7) {
        block.write((int) ((left & 127) | 128));
      }
      block.write((int) left); // which is all that is looked at
      block.writeBytes(new byte[10]);
    } else {
      try (OutputStream out =
          codec.equals("deflate")
              ? new DeflaterOutputStream(block, new Deflater(9, true))
              : new ZstdOutputStream(block)) {
        byte[] piece = new byte[1 << 20];
        for (long left = zeros; left > 0; left -= piece.length) {
          out.write(piece);
        }
      }
    }
    byte[] bytes = Files.readAllBytes(file);
    byte[] sync = Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
    ByteArrayOutputStream numbers = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(numbers, null);
    encoder.writeLong(1);
    encoder.writeLong(block.size());
    Files.write(file, Warcs.join(bytes, numbers.toByteArray(), block.toByteArray(), sync));
    Files.deleteIfExists(folder.resolve("." + file.getFileName() + ".crc"));
    return file;
  }

  @ParameterizedTest
  @ValueSource(strings = {"deflate", "zstandard", "snappy"})
  void aBlockThatWouldFillTheMemoryIsRefusedBeforeItDoes(String codec) throws IOException {
    long heap = Runtime.getRuntime().maxMemory();
    Path file = bomb(codec, heap / 8 + (2 << 20));
    assertThat(Files.size(file)).isLessThan(1 << 20);
    assertThatThrownBy(() -> StructuredFiles.read(READERS, file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining(codec + ".avro: the block at byte ")
        .hasMessageContaining("once decompressed, more than a task of this memory can read")
        .hasMessageContaining("mapreduce.map.java.opts");
  }
}
