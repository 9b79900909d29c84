package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import io.neardup.hadoop.corpus.RangeRecords;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.parquet.ParquetRangeReaderTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Structured files as tasks read them. */
class StructuredCorpusTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "neardup.ingest.id-field", "meta.id",
          "neardup.ingest.text-field", "body.text");

  @TempDir private Path folder;

  /** Returns why each record of a range is set aside, null for a document. */
  private static List<String> read(CorpusRange range, Map<String, String> settings)
      throws Exception {
    RangeReaders readers =
        new RangeReaders(
            new Configuration(),
            new org.apache.hadoop.fs.Path("/"),
            SourceFormat.PARQUET,
            Settings.read(settings.entrySet()),
            List.of());
    List<String> records = new ArrayList<>();
    try (RangeRecords opened = new RangeRecords(readers, range, false)) {
      while (opened.next()) {
        SourceRecord record = opened.record();
        records.add(record.skipReason() + (record.isSkipped() ? " " + record.detail() : ""));
      }
    }
    return records;
  }

  /** A file of 10 records, 5 in a row group, whose other columns are damaged in the second. */
  private Path damaged() throws Exception {
    List<Group> records = ParquetRangeReaderTest.records(10, new Random(1));
    byte[] value = "damage me".getBytes(StandardCharsets.UTF_8);
    records.get(7).add("raw", Binary.fromConstantByteArray(value));
    Path file =
        ParquetRangeReaderTest.write(
            folder.resolve("file.parquet"),
            CompressionCodecName.UNCOMPRESSED,
            5,
            WriterVersion.PARQUET_1_0,
            ParquetRangeReaderTest.SCHEMA,
            records);
    byte[] bytes = Files.readAllBytes(file);
    for (int i = 0; i < bytes.length - value.length; i++) {
      if (Arrays.equals(bytes, i, i + value.length, value, 0, value.length)) {
        bytes[i] = 'D';
        Files.write(file, bytes);
        Files.delete(folder.resolve(".file.parquet.crc")); // or Hadoop itself sees it
        return file;
      }
    }
    throw new AssertionError("no such value in the file");
  }

  @Test
  void damageIsFoundInAnyColumnWhenTheFileIsIngestedAndStaysWhereItIs() throws Exception {
    List<String> records = read(StructuredFiles.ranges(damaged()).get(0), SETTINGS);
    assertThat(records.subList(0, 5)).containsOnly("null");
    assertThat(records.subList(5, records.size())).singleElement().asString().startsWith("DAMAGED_FILE");
  }

  @Test
  void aFileThatIsNoParquetIsDamaged() throws Exception {
    Path file = folder.resolve("file.parquet");
    Files.writeString(file, "none of that, of whatever length");
    assertThat(read(StructuredFiles.ranges(file).get(0), SETTINGS))
        .singleElement()
        .asString()
        .startsWith("DAMAGED_FILE")
        .contains("is not a Parquet file");
  }

  @Test
  void aMissingColumnIsNoDamage() throws Exception {
    CorpusRange range = StructuredFiles.ranges(damaged()).get(0);
    assertThatThrownBy(() -> read(range, Map.of()))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("neardup.ingest.id-field");
  }
}
