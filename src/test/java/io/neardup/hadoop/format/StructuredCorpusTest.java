package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.IngestInputFormat;
import io.neardup.hadoop.format.parquet.ParquetRangeReaderTest;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
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

  private <V> List<V> read(
      InputFormat<?, V> input, CorpusRange range, Map<String, String> settings, Copier<V> copier)
      throws Exception {
    Path manifest = folder.resolve("manifest.jsonl");
    try (Writer out = Files.newBufferedWriter(manifest, StandardCharsets.UTF_8)) {
      CorpusManifest.append(out, range);
    }
    Job job = Job.getInstance(Mr.conf());
    CorpusInput.configure(
        job.getConfiguration(),
        List.of(
            new CorpusBatch(
                manifest.toUri().toString(), 0, 0, SourceFormat.PARQUET, settings, List.of())),
        range.bytes());
    TaskAttemptContext context =
        new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    List<V> values = new ArrayList<>();
    try (RecordReader<?, V> reader =
        input.createRecordReader(input.getSplits(job).get(0), context)) {
      reader.initialize(input.getSplits(job).get(0), context);
      while (reader.nextKeyValue()) {
        values.add(copier.copy(reader.getCurrentValue()));
      }
    }
    return values;
  }

  private interface Copier<V> {
    V copy(V value);
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

  private static List<String> show(List<SourceRecord> records) {
    return records.stream()
        .map(record -> record.isEndOfRange() ? "end" : String.valueOf(record.skipReason()))
        .toList();
  }

  private static SourceRecord copy(SourceRecord record) {
    if (record.isEndOfRange()) {
      return SourceRecords.end(record.lines());
    }
    return record.isSkipped()
        ? SourceRecords.skipped(record.position(), record.skipReason(), record.detail())
        : SourceRecords.document(record.position(), "id", "text");
  }

  @Test
  void damageIsFoundInAnyColumnWhenTheFileIsIngestedAndStaysWhereItIs() throws Exception {
    CorpusRange range = StructuredFiles.ranges(damaged()).get(0);
    List<SourceRecord> ingested =
        read(new IngestInputFormat(), range, SETTINGS, StructuredCorpusTest::copy);
    assertThat(show(ingested))
        .containsExactly("null", "null", "null", "null", "null", "DAMAGED_FILE", "end");
  }

  @Test
  void aFileThatIsNoParquetIsDamaged() throws Exception {
    Path file = folder.resolve("file.parquet");
    Files.writeString(file, "none of that, of whatever length");
    List<SourceRecord> ingested =
        read(
            new IngestInputFormat(),
            StructuredFiles.ranges(file).get(0),
            SETTINGS,
            StructuredCorpusTest::copy);
    assertThat(show(ingested)).containsExactly("DAMAGED_FILE", "end");
    assertThat(ingested.get(0).detail()).contains("is not a Parquet file");
  }

  @Test
  void aMissingColumnIsNoDamage() throws Exception {
    CorpusRange range = StructuredFiles.ranges(damaged()).get(0);
    assertThatThrownBy(
            () -> read(new IngestInputFormat(), range, Map.of(), StructuredCorpusTest::copy))
        .isInstanceOf(UnsupportedSourceException.class)
        .hasMessageContaining("neardup.ingest.id-field");
  }
}
