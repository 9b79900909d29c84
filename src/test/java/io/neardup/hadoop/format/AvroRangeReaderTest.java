package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public class AvroRangeReaderTest {

  private static final Sources SOURCES = Sources.nested(SourceFormat.AVRO);

  /** Everything that Avro has, around the two fields. */
  public static final Schema SCHEMA =
      schema(
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

  private static Schema schema(String json) {
    return new Schema.Parser().parse(json);
  }

  private static GenericRecord record(Schema schema, Object... values) {
    GenericRecord record = new GenericData.Record(schema);
    for (int i = 0; i < values.length; i++) {
      record.put(i, values[i]);
    }
    return record;
  }

  private static Schema type(String field) {
    return SCHEMA.getField(field).schema();
  }

  public static List<GenericRecord> records(int count, Random random) {
    List<GenericRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      GenericRecord tree = null;
      for (int depth = random.nextInt(4); depth > 0; depth--) {
        tree = record(type("tree").getTypes().get(1), tree, "l" + depth);
      }
      byte[] four = new byte[4];
      random.nextBytes(four);
      records.add(
          record(
              SCHEMA,
              new GenericData.Fixed(type("fixed"), four),
              record(type("meta"), i % 3 == 0 ? (Object) (long) i : "id-é " + i, random.nextLong()),
              tree,
              random.ints(random.nextInt(4)).boxed().toList(),
              Map.of("a", random.nextBoolean(), "b", ByteBuffer.wrap(four)),
              record(
                  type("body").getTypes().get(1),
                  Sources.text(random),
                  Collections.nCopies(random.nextInt(3), null)),
              new GenericData.EnumSymbol(type("suit"), i % 2 == 0 ? "HEARTS" : "SPADES"),
              ByteBuffer.wrap(four),
              i / 4.0));
    }
    return records;
  }

  private static Object value(GenericRecord record, String outer, String inner) {
    return ((GenericRecord) record.get(outer)).get(inner);
  }

  /** The records as the reader shows them. */
  private static List<String> show(List<GenericRecord> records) {
    return records.stream()
        .map(record -> value(record, "meta", "id") + "|" + value(record, "body", "text"))
        .toList();
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

  private Path write(Schema schema, List<GenericRecord> records) throws IOException {
    return write(folder.resolve("f.avro"), null, schema, records);
  }

  private static DataFileReader<GenericRecord> open(Path file) throws IOException {
    return new DataFileReader<>(file.toFile(), new GenericDatumReader<>());
  }

  private static List<GenericRecord> readPlainly(Path file) throws IOException {
    try (DataFileReader<GenericRecord> in = open(file)) {
      List<GenericRecord> records = new ArrayList<>();
      in.forEach(records::add);
      return records;
    }
  }

  /** Over the reader's buffers, in blocks of any size, of which no range reads those of others. */
  @Test
  void largeFilesAreReadOnce() throws IOException {
    Random random = new Random(3);
    List<GenericRecord> records = records(400, random);
    for (GenericRecord record : records) {
      int length = 1 << random.nextInt(17);
      ((GenericRecord) record.get("body")).put("text", "x".repeat(random.nextInt(length)));
    }
    ((GenericRecord) records.get(0).get("body")).put("text", "x".repeat(1 << 22));
    List<String> expected = show(records);
    Path file = write(folder.resolve("file.avro"), "null", SCHEMA, records);
    for (long step : new long[] {Files.size(file), 300_001, 70_001, 16_384}) {
      List<CorpusRange> ranges = Sources.every(file, step);
      long before = bytesRead();
      assertThat(SOURCES.read(ranges)).as("cut every %d", step).isEqualTo(expected);
      assertThat(bytesRead() - before)
          .as("bytes read, cut every %d", step)
          .isGreaterThan(Files.size(file) / 2)
          .isLessThan(3 * Files.size(file) + 200_000L * ranges.size());
    }
  }

  @Test
  void annotatedRecordsHaveThreeMoreFields() throws IOException {
    Schema schema =
        schema(
            """
            {"type":"record","name":"R","namespace":"a.b","doc":"d","fields":[
              {"name":"id","type":"int"},{"name":"text","type":"string","default":""}]}
            """);
    List<GenericRecord> records =
        List.of(record(schema, 1, "a"), record(schema, 2, "b"), record(schema, 3, "c"));
    Path file = write(schema, records);
    Path annotated = folder.resolve("annotated.avro");
    Iterator<RangeReader.Annotation> annotations =
        Arrays.asList(
                new RangeReader.Annotation("é", 3, 2, false),
                new RangeReader.Annotation(null, 1, 1, true),
                null)
            .iterator();
    try (RangeReader reader =
            new Sources(SourceFormat.AVRO).readers().open(Sources.ranges(file).get(0));
        Closeable out = reader.create(new org.apache.hadoop.fs.Path(annotated.toUri()), true)) {
      while (reader.next()) {
        reader.copy(out, annotations.next());
      }
    }
    try (DataFileReader<GenericRecord> in = open(annotated)) {
      assertThat(in.getSchema().getFullName()).isEqualTo("a.b.R");
      assertThat(in.getMetaString("made by")).isEqualTo("a test");
      List<String> found = new ArrayList<>();
      in.forEach(record -> found.add(record.toString()));
      assertThat(found)
          .containsExactly(
              "{\"id\": 1, \"text\": \"a\", " + annotation("\"é\"", 3, 2, false),
              "{\"id\": 2, \"text\": \"b\", " + annotation(null, 1, 1, true),
              "{\"id\": 3, \"text\": \"c\", " + annotation(null, null, null, null));
    }
    assertNotAnnotated(annotated, "Duplicate field neardup_cluster");
  }

  private void assertNotAnnotated(Path file, String message) throws IOException {
    try (RangeReader reader =
        new Sources(SourceFormat.AVRO).readers().open(Sources.ranges(file).get(0))) {
      assertThatThrownBy(
              () -> reader.create(new org.apache.hadoop.fs.Path(folder + "/twice.avro"), true))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot annotate")
          .hasMessageContaining(message);
    }
  }

  @Test
  void recordsThatMayHoldRecordsOfTheirKindAreNotAnnotated() throws IOException {
    Schema schema =
        schema(
            """
            {"type":"record","name":"R","fields":[{"name":"id","type":"int"},
              {"name":"text","type":"string"},{"name":"reply","type":["null","R"]}]}
            """);
    assertNotAnnotated(write(schema, List.of(record(schema, 1, "a", null))), "is recursive");
  }

  private static String annotation(String cluster, Integer size, Integer sources, Boolean kept) {
    return String.format(
        Locale.ROOT,
        "\"neardup_cluster\": %s, \"neardup_cluster_size\": %s,"
            + " \"neardup_cluster_sources\": %s, \"neardup_kept\": %s}",
        cluster,
        size,
        sources,
        kept);
  }

  private static long bytesRead() {
    return FileSystem.getGlobalStorageStatistics().get("file").getLong("bytesRead");
  }

  @ParameterizedTest
  @CsvSource({"deflate, 0", "deflate, 1", "deflate, 20", "null, 12"})
  void recordsOfAnyCutAreReadOnce(String codec, int count) throws IOException {
    List<GenericRecord> records = records(count, new Random(1));
    Path file = write(folder.resolve("file.avro"), codec, SCHEMA, records);
    SOURCES.checkCuts(file, count > 1 ? 3 : 1, show(records));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "deflate", "bzip2", "snappy", "zstandard"})
  void copiesEqualTheirSource(String codec) throws IOException {
    List<GenericRecord> records = records(200, new Random(2));
    Path file = write(folder.resolve("file.avro"), codec, SCHEMA, records);
    Path copy = SOURCES.checkCopies(file);
    List<GenericRecord> all = readPlainly(file);
    assertThat(readPlainly(copy)).isEqualTo(all);
    try (DataFileReader<GenericRecord> from = open(file);
        DataFileReader<GenericRecord> to = open(copy)) {
      assertThat(to.getMetaKeys()).containsExactlyInAnyOrderElementsOf(from.getMetaKeys());
      assertThat(to.getMetaString("avro.codec")).isEqualTo(codec);
      for (String key : from.getMetaKeys()) {
        assertThat(to.getMeta(key)).as(key).isEqualTo(from.getMeta(key));
      }
    }
    Path half = folder.resolve("half.avro");
    SOURCES.copy(Sources.ranges(file), half, false);
    all.removeIf(record -> all.indexOf(record) % 2 == 1);
    assertThat(readPlainly(half)).isEqualTo(all);
  }

  @Test
  void fieldsAreStringsOrNothing() throws IOException {
    List<GenericRecord> records = records(2, new Random(5));
    records.get(1).put("body", null);
    Sources sources =
        Sources.nested(
            SourceFormat.AVRO, "suit", "weight", "tree", "none", "fixed", "body.text", "meta.when");
    String fields =
        "|HEARTS|0.0|null|null|null|%s|%s"
            .formatted(
                value(records.get(0), "body", "text"), value(records.get(0), "meta", "when"));
    assertThat(Sources.brief(sources.read(write(SCHEMA, records))))
        .containsExactly(show(records.subList(0, 1)).get(0) + fields, "NO_TEXT");
  }

  @Test
  void idsAndTextsAreChecked() throws IOException {
    Schema schema =
        schema(
            """
            {"type":"record","name":"R","fields":[
              {"name":"id","type":["null","string","int","boolean"]},
              {"name":"text","type":["null","bytes","string"]}]}
            """);
    List<GenericRecord> records =
        List.of(
            record(schema, null, "no id"),
            record(schema, true, "no id"),
            record(schema, "", "empty"),
            record(schema, "a\nb", "bad"),
            record(schema, "1234567", "long"),
            record(schema, "a", null),
            record(schema, "b", ByteBuffer.wrap(new byte[] {65})),
            record(schema, "c", "12345"),
            record(schema, "d", "123456"),
            record(schema, "e", ""),
            record(schema, -7, "é"));
    Sources sources =
        new Sources(
            SourceFormat.AVRO, "neardup.ingest.max-id-bytes=6", "neardup.document.max-bytes=5");
    assertThat(Sources.brief(sources.read(write(schema, records))))
        .containsExactly(
            "NO_ID NO_ID EMPTY_ID BAD_ID LONG_ID NO_TEXT NO_TEXT c|12345 LONG_DOCUMENT e| -7|é"
                .split(" "));
  }

  private List<String> readId(String type, Object id) throws IOException {
    Schema schema =
        schema(
            """
            {"type":"record","name":"R","fields":[
              {"name":"id","type":%s},{"name":"text","type":"string"}]}
            """
                .formatted(type));
    Object value =
        id instanceof byte[] bytes
            ? new GenericData.Fixed(schema.getFields().get(0).schema(), bytes)
            : id;
    Path file = write(schema, List.of(record(schema, value, "x")));
    return new Sources(SourceFormat.AVRO).read(file);
  }

  private String logicalId(String type, String logical, Object id) throws IOException {
    String json = "{\"type\":%s,\"logicalType\":\"%s\",\"precision\":9,\"scale\":2}";
    return readId(json.formatted(type, logical), id).get(0).replace("|x", "");
  }

  @Test
  void idsOfLogicalTypesAreCanonicalStrings() throws IOException {
    String fixed = "\"fixed\",\"name\":\"F\",\"size\":16";
    String uuid = "00112233-4455-6677-8899-aabbccddeeff";
    byte[] bytes = HexFormat.of().parseHex(uuid.replace("-", ""));
    String number = "\"long\"";
    assertThat(logicalId(fixed, "uuid", bytes)).isEqualTo(uuid);
    assertThat(logicalId("\"string\"", "uuid", uuid)).isEqualTo(uuid);
    assertThat(logicalId("\"bytes\"", "decimal", ByteBuffer.wrap(new byte[] {-1, -5})))
        .isEqualTo("-0.05");
    assertThat(logicalId(fixed, "decimal", new byte[16])).isEqualTo("0.00");
    assertThat(logicalId(number, "timestamp-millis", -1L)).isEqualTo("1969-12-31T23:59:59.999Z");
    assertThat(logicalId(number, "timestamp-micros", 1_767_323_045_000_006L))
        .isEqualTo("2026-01-02T03:04:05.000006Z");
    assertThat(logicalId(number, "timestamp-nanos", 1L))
        .isEqualTo("1970-01-01T00:00:00.000000001Z");
    assertThat(logicalId(number, "local-timestamp-millis", 0L)).isEqualTo("1970-01-01T00:00:00");
  }

  @Test
  void fieldsOfNoUseAreRefusedWithTheirTypeAndWhatThereIs() throws IOException {
    assertThrown(
        UnsupportedSourceException.class,
        () -> readId("[\"null\",\"float\",\"bytes\"]", 1.0f),
        "decimal, UUID or timestamp, but null or float or bytes");
    Path file = write(SCHEMA, records(1, new Random(6)));
    assertThrown(
        UnsupportedSourceException.class,
        () -> new Sources(SourceFormat.AVRO).read(file),
        "f.avro has no field id (neardup.ingest.id-field;",
        "fixed, meta, meta.id, meta.when, tree");
    Sources notText =
        new Sources(
            SourceFormat.AVRO,
            "neardup.ingest.id-field=meta.id",
            "neardup.ingest.text-field=weight");
    assertThrown(
        UnsupportedSourceException.class,
        () -> notText.read(file),
        "no field weight (neardup.ingest.text-field) that is a string");
  }

  private static int headerLength(Path file) throws IOException {
    try (DataFileReader<GenericRecord> in = open(file)) {
      return (int) in.previousSync();
    }
  }

  @Test
  void aFileThatIsCutOffSaysWhere() throws IOException {
    Path file = write(SCHEMA, records(3, new Random(9)));
    byte[] bytes = Files.readAllBytes(file);
    int header = headerLength(file);
    for (int length : new int[] {header - 3, header + 1, header + 2, header + 9}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> SOURCES.read(file))
          .hasMessage(
              (length < header ? "the header" : "the block at byte " + header) + " ends too early");
    }
  }

  /** Which Avro's own reader takes for the end of the file. */
  @Test
  void emptyBlocksArePassedOver() throws IOException {
    List<GenericRecord> records = records(3, new Random(8));
    Path file = write(SCHEMA, records);
    byte[] bytes = Files.readAllBytes(file);
    int header = headerLength(file);
    byte[] sync = Arrays.copyOfRange(bytes, header - 16, header);
    byte[] blocks = Arrays.copyOfRange(bytes, header, bytes.length);
    Files.write(file, Warcs.join(Arrays.copyOf(bytes, header), new byte[2], sync, blocks));
    SOURCES.checkCuts(file, 1, show(records));
  }

  /** Snappy's library would read before the block. */
  @Test
  void aBlockTooShortForItsChecksumIsDamage() throws IOException {
    Path file = write(folder.resolve("f.avro"), "snappy", SCHEMA, List.of());
    byte[] bytes = Files.readAllBytes(file);
    byte[] sync = Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
    byte[] block = {2, 4, 0, 0}; // one record in two bytes
    Files.write(file, Warcs.join(bytes, block, sync));
    assertThatThrownBy(() -> SOURCES.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage("the block at byte " + bytes.length + " is damaged");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deflate", "zstandard", "snappy"})
  void aBlockThatWouldFillTheMemoryIsRefusedBeforeItDoes(String codec) throws IOException {
    long heap = Runtime.getRuntime().maxMemory();
    GenericRecord record = records(1, new Random(9)).get(0);
    record.put("price", ByteBuffer.allocate((int) (heap / 8)));
    Path file = write(folder.resolve("f.avro"), codec, SCHEMA, List.of(record));
    assertThat(Files.size(file)).isLessThan(heap / 80);
    assertThrown(
        UnsupportedSourceException.class,
        () -> SOURCES.read(file),
        "f.avro: the block at byte ",
        "bytes or more, but a task of this memory can read",
        "mapreduce.map.java.opts");
  }
}
