package io.neardup.hadoop.format.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.StructuredFiles;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

public class ParquetRangeReaderTest {

  private static final String[] KEYS = {
    "neardup.ingest.id-field=meta.id", "neardup.ingest.text-field=body.text"
  };
  private static final RangeReaders READERS = StructuredFiles.readers(SourceFormat.PARQUET, KEYS);

  /** Returns the settings that name the fields of the records. */
  public static String[] keys() {
    return KEYS.clone();
  }

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
      SimpleGroup record = new SimpleGroup(SCHEMA);
      record.add("number", random.nextInt());
      Group meta = record.addGroup("meta");
      meta.add("id", "id-é " + i);
      if (i % 2 == 0) {
        meta.add("when", random.nextLong());
        meta.add("age", 200);
        meta.add("price", 1234L);
      }
      if (random.nextBoolean()) {
        Group links = record.addGroup("links"); // with no, null and other elements
        for (int j = random.nextInt(3); j > 0; j--) {
          Group element = links.addGroup("list");
          if (random.nextBoolean()) {
            element.add("element", StructuredFiles.text(random));
          }
        }
      }
      if (random.nextBoolean()) {
        Group map = record.addGroup("map");
        for (int j = random.nextInt(3); j > 0; j--) {
          Group entry = map.addGroup("key_value");
          entry.add("key", "k" + j);
          if (random.nextBoolean()) {
            entry.add("value", random.nextDouble());
          }
        }
      }
      Group body = record.addGroup("body");
      body.add("text", StructuredFiles.text(random));
      for (int j = random.nextInt(3); j > 0; j--) {
        Group part = body.addGroup("part");
        for (int k = random.nextInt(3); k > 0; k--) {
          part.add("flag", random.nextBoolean());
        }
        if (random.nextBoolean()) {
          part.add("weight", random.nextFloat());
        }
      }
      byte[] bytes = new byte[12];
      random.nextBytes(bytes);
      if (random.nextBoolean()) {
        record.add("four", Binary.fromConstantByteArray(bytes, 0, 4));
        record.add("old", Binary.fromConstantByteArray(bytes));
      }
      for (int j = random.nextInt(3); j > 0; j--) {
        record.add("raw", Binary.fromConstantByteArray(bytes, 0, j));
      }
      records.add(record);
    }
    return records;
  }

  /** The record as the reader shows it. */
  public static String show(Group record) {
    return record.getGroup("meta", 0).getString("id", 0)
        + "|"
        + record.getGroup("body", 0).getString("text", 0);
  }

  public static List<String> show(List<Group> records) {
    return records.stream().map(ParquetRangeReaderTest::show).toList();
  }

  /** A builder that can end row groups after few rows. */
  public static Path write(
      Path file,
      CompressionCodecName codec,
      int rowsInGroup,
      WriterVersion version,
      MessageType schema,
      List<Group> records)
      throws IOException {
    try (ParquetWriter<Group> out =
        ExampleParquetWriter.builder(
                HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), Mr.conf()))
            .withConf(Mr.conf())
            .withType(schema)
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

  private static Path write(Path file, int rowsInGroup, List<Group> records) throws IOException {
    return write(
        file, CompressionCodecName.SNAPPY, rowsInGroup, WriterVersion.PARQUET_1_0, SCHEMA, records);
  }

  private static List<Group> readPlainly(Path file) throws IOException {
    try (ParquetReader<Group> in =
        ParquetReader.builder(new GroupReadSupport(), new org.apache.hadoop.fs.Path(file.toUri()))
            .withConf(Mr.conf())
            .build()) {
      List<Group> records = new ArrayList<>();
      for (Group record = in.read(); record != null; record = in.read()) {
        records.add(record);
      }
      return records;
    }
  }

  private static ParquetMetadata footer(Path file) throws IOException {
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), Mr.conf()))) {
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
    List<String> expected = show(records);
    Path file = write(folder.resolve("file.snappy.parquet"), 2, records);
    assertThat(footer(file).getBlocks()).hasSize((count + 1) / 2);
    long length = Files.size(file);
    for (long cut = 1; cut < length; cut += count > 1 ? 3 : 1) {
      List<CorpusRange> ranges = StructuredFiles.ranges(file, cut);
      assertThat(StructuredFiles.read(READERS, ranges))
          .as("cut at %d of %d", cut, length)
          .isEqualTo(expected);
    }
    for (long step = 1; step < 900; step += 1 + step / 2) {
      List<CorpusRange> ranges = StructuredFiles.every(file, step);
      assertThat(StructuredFiles.read(READERS, ranges))
          .as("cut every %d", step)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void copiesEqualTheirSource(CompressionCodecName codec) throws IOException {
    List<Group> records = records(300, new Random(2));
    for (WriterVersion version : WriterVersion.values()) {
      Path file = write(folder.resolve(version + ".parquet"), codec, 70, version, SCHEMA, records);
      assertThat(StructuredFiles.read(READERS, file)).isEqualTo(show(records));
      Path copy = folder.resolve(version + "-copy.parquet");
      StructuredFiles.copy(READERS, StructuredFiles.every(file, 5000), copy, true);
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
      Path again = folder.resolve(version + "-again.parquet");
      StructuredFiles.copy(READERS, StructuredFiles.every(file, 999), again, true);
      assertThat(Files.readAllBytes(again)).isEqualTo(Files.readAllBytes(copy));
      assertThatThrownBy(
              () -> StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, true))
          .isInstanceOf(IOException.class);
    }
  }

  /** The size of row groups holds however the lengths of rows are distributed. */
  @Test
  void rowGroupsStaySmallWhenRowsBecomeLong() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required binary id (STRING); required binary text (STRING); }");
    Random random = new Random(3);
    Path file = folder.resolve("long.parquet");
    try (ParquetWriter<Group> out =
        ExampleParquetWriter.builder(
                HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), Mr.conf()))
            .withConf(Mr.conf())
            .withType(schema)
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
    RangeReaders readers = StructuredFiles.readers(SourceFormat.PARQUET);
    StructuredFiles.copy(readers, StructuredFiles.ranges(file), copy, true);
    assertThat(footer(copy).getBlocks()).hasSizeGreaterThan(2);
    assertThat(footer(copy).getBlocks())
        .allMatch(
            group -> group.getTotalByteSize() < ParquetRecordFile.ROW_GROUP_BYTES + (8L << 20));
    assertThat(StructuredFiles.read(readers, copy).size()).isEqualTo(20_015);
  }

  @Test
  void annotatedFilesHaveThreeMoreColumns() throws IOException {
    List<Group> records = records(4, new Random(4));
    Path file = write(folder.resolve("f.parquet"), 2, records);
    Path annotated = folder.resolve("annotated.parquet");
    try (RangeReader reader = READERS.open(StructuredFiles.ranges(file).get(0))) {
      reader.next();
      try (RecordFile out =
          reader.createAnnotated(new org.apache.hadoop.fs.Path(annotated.toUri()))) {
        out.append(reader, new RecordFile.Annotation("clé", 3, true));
        reader.next();
        out.append(reader, new RecordFile.Annotation(null, 1, true));
        reader.next();
        out.append(reader);
        reader.next();
        out.append(reader, new RecordFile.Annotation("clé", 3, false));
      }
    }
    List<String> expected = strings(records);
    String three = "neardup_cluster_documents: 3\n";
    assertThat(strings(readPlainly(annotated)))
        .containsExactly(
            expected.get(0) + "neardup_cluster: clé\n" + three + "neardup_kept: true\n",
            expected.get(1) + "neardup_cluster_documents: 1\nneardup_kept: true\n",
            expected.get(2),
            expected.get(3) + "neardup_cluster: clé\n" + three + "neardup_kept: false\n");
    Map<String, String> keyValues =
        new HashMap<>(footer(file).getFileMetaData().getKeyValueMetaData());
    assertThat(keyValues.remove("ARROW:schema")).isNotNull();
    assertThat(footer(annotated).getFileMetaData().getKeyValueMetaData()).isEqualTo(keyValues);
    MessageType schema = footer(annotated).getFileMetaData().getSchema();
    assertThat(schema.toString())
        .startsWith(SCHEMA.toString().substring(0, SCHEMA.toString().length() - 2))
        .endsWith(
            """
              optional binary neardup_cluster (STRING);
              optional int64 neardup_cluster_documents;
              optional boolean neardup_kept;
            }
            """);

    try (RangeReader reader = READERS.open(StructuredFiles.ranges(annotated).get(0))) {
      reader.next();
      Path again = folder.resolve("again.parquet");
      assertThatThrownBy(() -> reader.createAnnotated(new org.apache.hadoop.fs.Path(again.toUri())))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("have a column neardup_cluster already");
      assertThat(again).doesNotExist();
    }
  }

  @Test
  void fieldsAreStringsOrNothing() throws IOException {
    List<Group> records = records(2, new Random(5));
    Path file = write(folder.resolve("f.parquet"), 10, records);
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.PARQUET,
            List.of("number", "meta.age", "meta.price", "links", "raw", "none", "old", "meta.id"),
            KEYS);
    List<String> expected =
        List.of(
            show(records.get(0))
                + "["
                + records.get(0).getInteger("number", 0)
                + ", 200, 12.34, null, null, null, null, id-é 0]",
            show(records.get(1))
                + "["
                + records.get(1).getInteger("number", 0)
                + ", null, null, null, null, null, null, id-é 1]");
    assertThat(StructuredFiles.read(readers, file)).isEqualTo(expected);
  }

  private Path write(MessageType schema, Object[]... values) throws IOException {
    List<Group> records = new ArrayList<>();
    for (Object[] value : values) {
      SimpleGroup record = new SimpleGroup(schema);
      for (int i = 0; i < value.length; i++) {
        if (value[i] instanceof Long number) {
          record.add(i, number);
        } else if (value[i] instanceof byte[] bytes) {
          record.add(i, Binary.fromConstantByteArray(bytes));
        } else if (value[i] != null) {
          record.add(i, Binary.fromString((String) value[i]));
        }
      }
      records.add(record);
    }
    return write(
        folder.resolve("values.parquet"),
        CompressionCodecName.UNCOMPRESSED,
        100,
        WriterVersion.PARQUET_1_0,
        schema,
        records);
  }

  @Test
  void idsAndTextsAreChecked() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { optional binary id; optional binary text (STRING); }");
    Path file =
        write(
            schema,
            new Object[][] {
              {null, "no id"},
              {"", "empty"},
              {"a\nb", "bad"},
              {"1234567", "long"},
              {"a", null},
              {"c", "12345"},
              {"d", "123456"},
              {"e", ""}
            });
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.PARQUET, "neardup.ingest.max-id-bytes=6", "neardup.document.max-bytes=5");
    assertThat(StructuredFiles.read(readers, file))
        .containsExactly(
            "NO_ID", "EMPTY_ID", "BAD_ID", "LONG_ID", "NO_TEXT", "c|12345", "LONG_DOCUMENT", "e|");
  }

  /** A name with a dot may be that of a column. */
  @Test
  void idsMayBeNumbersAndNamesMayHaveDots() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { required int64 a.id (INTEGER(64,false)); required binary b.text; }");
    Path file = write(schema, new Object[][] {{-1L, "x"}, {5L, "y"}});
    RangeReaders readers =
        StructuredFiles.readers(
            SourceFormat.PARQUET,
            "neardup.ingest.id-field=a.id",
            "neardup.ingest.text-field=b.text");
    assertThat(StructuredFiles.read(readers, file))
        .containsExactly("18446744073709551615|x", "5|y");
  }

  private List<String> readId(String type, Object... ids) throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { optional " + type + " optional binary text (STRING); }");
    Object[][] rows = new Object[ids.length][];
    for (int i = 0; i < ids.length; i++) {
      rows[i] = new Object[] {ids[i], "x"};
    }
    Path file = write(schema, rows);
    List<String> records =
        StructuredFiles.read(StructuredFiles.readers(SourceFormat.PARQUET), file);
    Files.delete(file);
    return records;
  }

  @Test
  void idsOfOtherTypesAreCanonicalStrings() throws IOException {
    byte[] uuid = HexFormat.of().parseHex("00112233445566778899aabbccddeeff");
    assertThat(readId("fixed_len_byte_array(16) id (UUID);", uuid))
        .containsExactly("00112233-4455-6677-8899-aabbccddeeff|x");
    assertThat(readId("fixed_len_byte_array(3) id (DECIMAL(5,2));", new byte[] {-1, -1, -5}))
        .containsExactly("-0.05|x");
    assertThat(readId("binary id (DECIMAL(30,0));", new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0}))
        .containsExactly("18446744073709551616|x");
    assertThat(readId("int64 id (DECIMAL(12,1));", 120L, -7L)).containsExactly("12.0|x", "-0.7|x");
    assertThat(readId("int64 id (TIMESTAMP(MILLIS,true));", 0L, -1L, Long.MIN_VALUE))
        .containsExactly(
            "1970-01-01T00:00:00Z|x",
            "1969-12-31T23:59:59.999Z|x",
            "-292275055-05-16T16:47:04.192Z|x");
    assertThat(readId("int64 id (TIMESTAMP(MICROS,false));", 1_767_323_045_000_006L))
        .containsExactly("2026-01-02T03:04:05.000006|x");
    assertThat(readId("int64 id (TIMESTAMP(NANOS,true));", 1L))
        .containsExactly("1970-01-01T00:00:00.000000001Z|x");
  }

  @Test
  void aDecimalOfNoBytesIsDamage() {
    assertThatThrownBy(() -> readId("binary id (DECIMAL(30,0));", new byte[0]))
        .isInstanceOf(IOException.class)
        .hasMessage("a decimal of no bytes in column id");
  }

  @Test
  void idsOfATypeThatIsNoneAreRefusedWithIt() throws IOException {
    for (String[] type :
        new String[][] {
          {"double id;", "DOUBLE"},
          {"int32 id (DATE);", "DATE"},
          {"fixed_len_byte_array(16) id;", "FIXED_LEN_BYTE_ARRAY"},
          {"group id { optional int32 x; }", "a group or list"}
        }) {
      assertThatThrownBy(() -> readId(type[0], new Object[] {null}))
          .isInstanceOf(UnsupportedSourceException.class)
          .hasMessageContaining(
              "#number numbers the records) that is a string, integer, decimal, UUID or"
                  + " timestamp, but "
                  + type[1]);
      Files.delete(folder.resolve("values.parquet"));
    }
  }

  /** Parquet's library would write such a column as one of the type "always null". */
  @Test
  void aColumnThatCannotBeCopiedIsRefused() throws IOException {
    MessageType schema =
        MessageTypeParser.parseMessageType(
            "message m { optional binary id (STRING); optional binary text (STRING);"
                + " optional group a { optional fixed_len_byte_array(12) span (INTERVAL); } }");
    Path file = write(schema, new Object[][] {{"a", "x"}});
    RangeReaders readers = StructuredFiles.readers(SourceFormat.PARQUET);
    assertThatThrownBy(() -> StructuredFiles.read(readers, file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining(
            "values.parquet: column a.span is an INTERVAL, which cannot be copied");
  }

  @Test
  void aMissingColumnIsAnErrorThatNamesWhatThereIs() throws IOException {
    Path file = write(folder.resolve("f.parquet"), 10, records(1, new Random(6)));
    assertThatThrownBy(
            () -> StructuredFiles.read(StructuredFiles.readers(SourceFormat.PARQUET), file))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("f.parquet has no field id (neardup.ingest.id-field;")
        .hasMessageContaining("number, meta.id, meta.when");
    for (String text : List.of("raw", "number", "links.list.element", "body", "old")) {
      RangeReaders notText =
          StructuredFiles.readers(
              SourceFormat.PARQUET,
              "neardup.ingest.id-field=meta.id",
              "neardup.ingest.text-field=" + text);
      assertThatThrownBy(() -> StructuredFiles.read(notText, file))
          .isInstanceOf(UnsupportedSourceException.class)
          .hasMessageContaining("no field " + text + " (neardup.ingest.text-field)");
    }
  }

  @Test
  void otherFilesAreNoParquet() throws IOException {
    Path file = folder.resolve("f.parquet");
    StructuredFiles.write(file, "id\ttext, long enough\n".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> StructuredFiles.read(READERS, file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a Parquet file");
  }

  /** Brotli without compression: enough for a file that says it is of Brotli. */
  private static final class StoredBrotli implements CompressionCodecFactory {
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
      return new BytesInputCompressor() {
        @Override
        public BytesInput compress(BytesInput bytes) throws IOException {
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          bytes.writeAllTo(all);
          byte[] content = all.toByteArray();
          ByteArrayOutputStream out = new ByteArrayOutputStream();
          for (int from = 0; from < content.length; from += 1 << 16) {
            int length = Math.min(content.length - from, 1 << 16);
            // Window 16 once; not the last; four nibbles of the length less one; not compressed.
            int header = (length - 1) << 3 | 1 << 19;
            header = from == 0 ? header << 1 : header;
            out.write(header);
            out.write(header >> 8);
            out.write(header >> 16);
            out.write(content, from, length);
          }
          out.write(content.length == 0 ? 6 : 3);
          return BytesInput.from(out.toByteArray());
        }

        @Override
        public CompressionCodecName getCodecName() {
          return codec;
        }

        @Override
        public void release() {
          // Nothing is held.
        }
      };
    }

    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void release() {
      // Nothing is held.
    }
  }

  @Test
  void brotliIsReadAndCopiedAsZstd() throws IOException {
    List<Group> records = records(40, new Random(3));
    Path file = folder.resolve("b.parquet");
    for (WriterVersion version : WriterVersion.values()) {
      Files.deleteIfExists(file);
      try (ParquetWriter<Group> out =
          ExampleParquetWriter.builder(
                  HadoopOutputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), Mr.conf()))
              .withConf(Mr.conf())
              .withType(SCHEMA)
              .withCodecFactory(new StoredBrotli())
              .withCompressionCodec(CompressionCodecName.BROTLI)
              .withRowGroupRowCountLimit(15)
              .withWriterVersion(version)
              .build()) {
        for (Group record : records) {
          out.write(record);
        }
      }
      assertThat(StructuredFiles.read(READERS, file)).isEqualTo(show(records));
      Path copy = folder.resolve("copy-" + version + ".parquet");
      StructuredFiles.copy(READERS, StructuredFiles.ranges(file), copy, true);
      assertThat(StructuredFiles.read(READERS, copy)).isEqualTo(show(records));
      try (ParquetFileReader copied =
          ParquetFileReader.open(
              HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(copy.toUri()), Mr.conf()))) {
        assertThat(copied.getFooter().getBlocks().get(0).getColumns())
            .allMatch(chunk -> chunk.getCodec() == CompressionCodecName.ZSTD);
      }
    }
  }
}
