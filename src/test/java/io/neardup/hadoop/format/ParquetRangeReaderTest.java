package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

public class ParquetRangeReaderTest {

  private static final Sources SOURCES = Sources.nested(SourceFormat.PARQUET);

  /** Every physical type, a list, a map and nested groups around the two columns. */
  public static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message page {
            required int32 number = 7;
            required group meta {
              optional binary id (STRING);
              optional int64 when (TIMESTAMP(MILLIS,true));
              optional int32 age (INTEGER(8,false));
              optional int64 price (DECIMAL(12,2));
            }
            optional group links (LIST) {
              repeated group list {
                optional binary element (STRING);
              }
            }
            optional group map (MAP) {
              repeated group key_value {
                required binary key (STRING);
                optional double value;
              }
            }
            optional group body {
              optional binary text (STRING);
              repeated group part {
                repeated boolean flag;
                optional float weight;
              }
            }
            optional fixed_len_byte_array(4) four;
            optional int96 old;
            repeated binary raw;
          }
          """);

  @TempDir private Path folder;

  public static List<Group> records(int count, Random random) {
    List<Group> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Group record = new SimpleGroup(SCHEMA);
      fill(record, "id-é " + i, random);
      records.add(record);
    }
    return records;
  }

  /** Fills a group at random; only id and text are always there. */
  private static void fill(Group group, String id, Random random) {
    for (Type field : group.getType().getFields()) {
      String name = field.getName();
      boolean needed = Set.of("id", "body", "text").contains(name);
      int count = field.isRepetition(Type.Repetition.REPEATED) ? 3 : 2;
      count = needed || field.isRepetition(Type.Repetition.REQUIRED) ? 1 : random.nextInt(count);
      for (; count > 0; count--) {
        if (!field.isPrimitive()) {
          fill(group.addGroup(name), id, random);
          continue;
        }
        PrimitiveType type = field.asPrimitiveType();
        byte[] bytes = new byte[type.getPrimitiveTypeName() == PrimitiveTypeName.INT96 ? 12 : 4];
        random.nextBytes(bytes);
        switch (type.getPrimitiveTypeName()) {
          case INT32 -> group.add(name, random.nextInt());
          case INT64 -> group.add(name, random.nextLong());
          case BOOLEAN -> group.add(name, random.nextBoolean());
          case FLOAT -> group.add(name, random.nextFloat());
          case DOUBLE -> group.add(name, random.nextDouble());
          case BINARY -> group.add(name, name.equals("id") ? id : Sources.text(random));
          default -> group.add(name, Binary.fromConstantByteArray(bytes));
        }
      }
    }
  }

  /** The records as the reader shows them. */
  private static List<String> show(List<Group> records) {
    return records.stream()
        .map(
            r ->
                r.getGroup("meta", 0).getString("id", 0)
                    + "|"
                    + r.getGroup("body", 0).getString("text", 0))
        .toList();
  }

  private static MessageType schema(String columns) {
    return MessageTypeParser.parseMessageType("message m { " + columns + " }");
  }

  private static org.apache.hadoop.fs.Path path(Path file) {
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  private static ExampleParquetWriter.Builder builder(Path file, MessageType schema)
      throws IOException {
    return ExampleParquetWriter.builder(HadoopOutputFile.fromPath(path(file), Mr.conf()))
        .withConf(Mr.conf())
        .withType(schema);
  }

  public static Path write(
      Path file,
      CompressionCodecName codec,
      int rowsInGroup,
      WriterVersion version,
      MessageType schema,
      List<Group> records)
      throws IOException {
    try (ParquetWriter<Group> out =
        builder(file, schema)
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit(rowsInGroup)
            .withPageRowCountLimit(3)
            .withWriterVersion(version)
            .withExtraMetaData(Map.of("made by", "a test", "ARROW:schema", "of other columns"))
            .build()) {
      for (Group record : records) {
        out.write(record);
      }
    }
    return file;
  }

  private static Path write(Path file, int rowsInGroup, MessageType schema, List<Group> records)
      throws IOException {
    WriterVersion version = WriterVersion.PARQUET_1_0;
    return write(file, CompressionCodecName.SNAPPY, rowsInGroup, version, schema, records);
  }

  private static List<Group> readPlainly(Path file) throws IOException {
    try (ParquetReader<Group> in =
        ParquetReader.builder(new GroupReadSupport(), path(file)).withConf(Mr.conf()).build()) {
      List<Group> records = new ArrayList<>();
      for (Group record = in.read(); record != null; record = in.read()) {
        records.add(record);
      }
      return records;
    }
  }

  private static ParquetMetadata footer(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(path(file), Mr.conf()))) {
      return reader.getFooter();
    }
  }

  private static List<String> strings(List<Group> records) {
    return records.stream().map(Group::toString).toList(); // groups have no equals
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 6})
  @Tag("long")
  void recordsOfAnyCutAreReadOnce(int count) throws IOException {
    List<Group> records = records(count, new Random(1));
    Path file = write(folder.resolve("file.snappy.parquet"), 2, SCHEMA, records);
    assertThat(footer(file).getBlocks()).hasSize((count + 1) / 2);
    SOURCES.checkCuts(file, count > 1 ? 3 : 1, show(records));
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void copiesEqualTheirSource(CompressionCodecName codec) throws IOException {
    List<Group> records = records(300, new Random(2));
    for (WriterVersion version : WriterVersion.values()) {
      Path file = write(folder.resolve(version + ".parquet"), codec, 70, version, SCHEMA, records);
      assertThat(SOURCES.read(file)).isEqualTo(show(records));
      Path copy = SOURCES.checkCopies(file);
      assertThat(strings(readPlainly(copy))).isEqualTo(strings(records));
      ParquetMetadata from = footer(file);
      ParquetMetadata to = footer(copy);
      assertThat(to.getFileMetaData().getSchema()).isEqualTo(from.getFileMetaData().getSchema());
      assertThat(to.getFileMetaData().getSchema().toString())
          .isEqualTo(from.getFileMetaData().getSchema().toString()); // with the columns' numbers
      assertThat(to.getFileMetaData().getKeyValueMetaData())
          .isEqualTo(from.getFileMetaData().getKeyValueMetaData());
      for (BlockMetaData group : to.getBlocks()) {
        assertThat(group.getColumns()).allMatch(chunk -> chunk.getCodec() == codec);
      }
    }
  }

  /** The size of row groups holds however the lengths of rows are distributed. */
  @Test
  void rowGroupsStaySmallWhenRowsBecomeLong() throws IOException {
    MessageType schema = schema("required binary id (STRING); required binary text (STRING);");
    Random random = new Random(3);
    Path file = folder.resolve("long.parquet");
    try (ParquetWriter<Group> out =
        builder(file, schema)
            .withRowGroupSize(16L << 20)
            .withMinRowCountForPageSizeCheck(1)
            .build()) {
      for (int i = 0; i < 20_015; i++) {
        byte[] bytes = new byte[i < 20_000 ? 10 : 6 << 20];
        random.nextBytes(bytes);
        SimpleGroup record = new SimpleGroup(schema);
        record.add("id", "id" + i);
        record.add("text", Binary.fromConstantByteArray(bytes));
        out.write(record);
      }
    }
    Path copy = folder.resolve("copy.parquet");
    Sources sources = new Sources(SourceFormat.PARQUET);
    sources.copy(Sources.ranges(file), copy, true);
    assertThat(footer(copy).getBlocks()).hasSizeGreaterThan(2);
    assertThat(footer(copy).getBlocks())
        .allMatch(
            group -> group.getTotalByteSize() < ParquetRecordFile.ROW_GROUP_BYTES + (8L << 20));
    assertThat(sources.read(copy).size()).isEqualTo(20_015);
  }

  @Test
  void annotatedFilesHaveThreeMoreColumns() throws IOException {
    List<Group> records = records(4, new Random(4));
    Path file = write(folder.resolve("f.parquet"), 2, SCHEMA, records);
    Path annotated = folder.resolve("annotated.parquet");
    try (RangeReader reader = SOURCES.readers().open(Sources.ranges(file).get(0))) {
      try (Closeable out = reader.create(path(annotated), true)) {
        for (RangeReader.Annotation annotation :
            List.of(
                new RangeReader.Annotation("clé", 3, 2, true),
                new RangeReader.Annotation(null, 1, 1, true),
                new RangeReader.Annotation("clé", 3, 2, false))) {
          reader.next();
          reader.copy(out, annotation);
        }
        reader.next();
        reader.copy(out, null);
      }
    }
    List<String> expected = strings(records);
    String three = "neardup_cluster_size: 3\nneardup_cluster_sources: 2\n";
    String alone = "neardup_cluster_size: 1\nneardup_cluster_sources: 1\n";
    assertThat(strings(readPlainly(annotated)))
        .containsExactly(
            expected.get(0) + "neardup_cluster: clé\n" + three + "neardup_kept: true\n",
            expected.get(1) + alone + "neardup_kept: true\n",
            expected.get(2) + "neardup_cluster: clé\n" + three + "neardup_kept: false\n",
            expected.get(3));
    Map<String, String> keyValues =
        new HashMap<>(footer(file).getFileMetaData().getKeyValueMetaData());
    assertThat(keyValues.remove("ARROW:schema")).isNotNull();
    assertThat(footer(annotated).getFileMetaData().getKeyValueMetaData()).isEqualTo(keyValues);
    assertThat(footer(annotated).getFileMetaData().getSchema().toString())
        .startsWith(SCHEMA.toString().substring(0, SCHEMA.toString().length() - 2))
        .endsWith(
            """
              optional binary neardup_cluster (STRING);
              optional int64 neardup_cluster_size;
              optional int64 neardup_cluster_sources;
              optional boolean neardup_kept;
            }
            """);

    try (RangeReader reader = SOURCES.readers().open(Sources.ranges(annotated).get(0))) {
      Path again = folder.resolve("again.parquet");
      assertThrown(
          IOException.class,
          () -> reader.create(path(again), true),
          "it already has an annotation column");
      assertThat(again).doesNotExist();
    }
  }

  @Test
  void fieldsAreStringsOrNothing() throws IOException {
    List<Group> records = List.of(new SimpleGroup(SCHEMA), new SimpleGroup(SCHEMA));
    for (Group record : records) {
      record.add("number", -7);
      record.addGroup("meta").add("id", "a");
      record.addGroup("body").add("text", "x");
    }
    Group full = records.get(0);
    full.getGroup("meta", 0).append("age", 200).append("price", 1234L).append("when", 5L);
    full.add("raw", "bytes");
    full.addGroup("links").addGroup("list").add("element", "b");
    Sources sources =
        Sources.nested(
            SourceFormat.PARQUET,
            "number",
            "meta.age",
            "meta.price",
            "meta.when",
            "links",
            "raw",
            "none",
            "meta.id");
    assertThat(sources.read(write(folder.resolve("f.parquet"), 10, SCHEMA, records)))
        .containsExactly(
            "a|x|-7|200|12.34|5|null|null|null|a", "a|x|-7|null|null|null|null|null|null|a");
  }

  private Path write(MessageType schema, Object[]... rows) throws IOException {
    List<Group> records = new ArrayList<>();
    for (Object[] row : rows) {
      Group record = new SimpleGroup(schema);
      for (int i = 0; i < row.length; i++) {
        if (row[i] instanceof Long number) {
          record.add(i, number);
        } else if (row[i] instanceof String text) {
          record.add(i, text);
        } else if (row[i] != null) {
          record.add(i, Binary.fromConstantByteArray((byte[]) row[i]));
        }
      }
      records.add(record);
    }
    return write(folder.resolve("values.parquet"), 100, schema, records);
  }

  /** A name with a dot may be that of a column. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void encryptedFilesAreRefused(boolean footer) throws IOException {
    MessageType schema = schema("required binary id (STRING); required binary text (STRING);");
    FileEncryptionProperties.Builder keys =
        FileEncryptionProperties.builder("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
    Path file = folder.resolve("e.parquet");
    try (ParquetWriter<Group> out =
        builder(file, schema)
            .withEncryption((footer ? keys : keys.withPlaintextFooter()).build())
            .build()) {
      out.write(new SimpleGroup(schema).append("id", "1").append("text", "x"));
    }
    assertThrown(
        UnsupportedSourceException.class, () -> SOURCES.read(file), "e.parquet is encrypted");
  }

  @Test
  void idsMayBeNumbersAndNamesMayHaveDots() throws IOException {
    MessageType schema = schema("required int64 a.id (INTEGER(64,false)); required binary b.text;");
    Path file = write(schema, new Object[][] {{-1L, "x"}, {5L, "y"}});
    Sources sources =
        new Sources(
            SourceFormat.PARQUET,
            "neardup.ingest.id-field=a.id",
            "neardup.ingest.text-field=b.text");
    assertThat(sources.read(file)).containsExactly("18446744073709551615|x", "5|y");
  }

  private List<String> readIds(String type, Object... ids) throws IOException {
    MessageType schema = schema("optional " + type + " optional binary text (STRING);");
    Object[][] rows = Arrays.stream(ids).map(id -> new Object[] {id, "x"}).toArray(Object[][]::new);
    Path file = write(schema, rows);
    List<String> records = new Sources(SourceFormat.PARQUET).read(file);
    Files.delete(file);
    return records.stream().map(record -> record.replace("|x", "")).toList();
  }

  @Test
  void idsOfOtherTypesAreCanonicalStrings() throws IOException {
    String uuid = "00112233-4455-6677-8899-aabbccddeeff";
    byte[] bytes = HexFormat.of().parseHex(uuid.replace("-", ""));
    assertThat(readIds("fixed_len_byte_array(16) id (UUID);", bytes)).containsExactly(uuid);
    assertThat(readIds("fixed_len_byte_array(3) id (DECIMAL(5,2));", new byte[] {-1, -1, -5}))
        .containsExactly("-0.05");
    assertThat(readIds("binary id (DECIMAL(30,0));", new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0}))
        .containsExactly("18446744073709551616");
    assertThat(readIds("int64 id (DECIMAL(12,1));", 120L, -7L)).containsExactly("12.0", "-0.7");
    assertThat(readIds("int64 id (DECIMAL(12,9));", 0L)).containsExactly("0.000000000");
    assertThat(readIds("int64 id (TIMESTAMP(MILLIS,true));", 0L, -1L, Long.MIN_VALUE))
        .containsExactly(
            "1970-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "-292275055-05-16T16:47:04.192Z");
    assertThat(readIds("int64 id (TIMESTAMP(MICROS,false));", 1_767_323_045_000_006L))
        .containsExactly("2026-01-02T03:04:05.000006");
    assertThat(readIds("int64 id (TIMESTAMP(NANOS,true));", 1L))
        .containsExactly("1970-01-01T00:00:00.000000001Z");
  }

  @Test
  void aDecimalOfNoBytesIsDamage() {
    assertThatThrownBy(() -> readIds("binary id (DECIMAL(30,0));", new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("row group 1 of 1: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "double id;|DOUBLE",
        "int32 id (DATE);|DATE",
        "fixed_len_byte_array(16) id;|FIXED_LEN_BYTE_ARRAY",
        "group id { optional int32 x; }|a group or list"
      })
  void idsOfATypeThatIsNoneAreRefusedWithIt(String type, String name) {
    assertThrown(
        UnsupportedSourceException.class,
        () -> readIds(type, new Object[] {null}),
        "#number numbers the records) that is a string, integer, decimal, UUID or timestamp,"
            + " but "
            + name);
  }

  /** Parquet's library would write such a column as one of the type "always null". */
  @Test
  void aColumnThatCannotBeCopiedIsRefused() throws IOException {
    MessageType schema =
        schema(
            "optional binary id (STRING); optional binary text (STRING);"
                + " optional group a { optional fixed_len_byte_array(12) span (INTERVAL); }");
    Path file = write(schema, new Object[][] {{"a", "x"}});
    Sources sources = new Sources(SourceFormat.PARQUET);
    assertThrown(
        UnsupportedSourceException.class,
        () -> sources.read(file),
        "values.parquet: column a.span is an INTERVAL, which cannot be copied");
  }

  @Test
  void otherColumnsAreNoTexts() throws IOException {
    Path file = write(folder.resolve("f.parquet"), 10, SCHEMA, records(1, new Random(6)));
    for (String text : List.of("raw", "number", "links.list.element", "body", "old")) {
      Sources notText =
          new Sources(
              SourceFormat.PARQUET,
              "neardup.ingest.id-field=meta.id",
              "neardup.ingest.text-field=" + text);
      assertThrown(
          UnsupportedSourceException.class,
          () -> notText.read(file),
          "no field " + text + " (neardup.ingest.text-field)",
          "; the fields there: number, meta, meta.id, meta.when");
    }
  }

  /** All columns are read, or a file that cannot be copied would be found too late. */
  @Test
  void damageIsFoundInAnyColumn() throws IOException {
    List<Group> records = records(10, new Random(1));
    records.get(7).add("raw", Binary.fromString("damage me"));
    Path file = folder.resolve("f.parquet");
    write(file, CompressionCodecName.UNCOMPRESSED, 5, WriterVersion.PARQUET_1_0, SCHEMA, records);
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    Files.writeString(file, bytes.replace("damage", "Damage"), StandardCharsets.ISO_8859_1);
    Files.delete(folder.resolve(".f.parquet.crc")); // or Hadoop itself sees it
    List<String> read = new ArrayList<>();
    assertThatThrownBy(() -> SOURCES.readInto(file, read))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("row group 2 of 2: ");
    assertThat(read).isEqualTo(show(records.subList(0, 5)));
  }

  /** Returns a file that was written with a codec that Parquet's library does not have. */
  private Path resource(String name) throws IOException {
    try (InputStream in = ParquetRangeReaderTest.class.getResourceAsStream(name)) {
      Files.copy(in, folder.resolve(name));
    }
    return folder.resolve(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"brotli-1.parquet", "brotli-2.parquet"})
  void brotliIsReadAndCopiedAsZstd(String name) throws IOException {
    Path file = resource(name);
    List<String> records = SOURCES.read(file);
    assertThat(records).hasSize(4).allMatch(record -> record.startsWith("id-é "));
    Path copy = folder.resolve("copy.parquet");
    SOURCES.copy(Sources.ranges(file), copy, true);
    assertThat(SOURCES.read(copy)).isEqualTo(records);
    assertThat(footer(copy).getBlocks().get(0).getColumns())
        .allMatch(chunk -> chunk.getCodec() == CompressionCodecName.ZSTD);
  }

  @Test
  void aCodecThatIsNotThereIsNoDamage() throws IOException {
    Path file = resource("lzo.parquet");
    assertThrown(
        UnsupportedSourceException.class,
        () -> SOURCES.read(file),
        "lzo.parquet: its codec is not available",
        "LzoCodec");
  }
}
