package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.format.avro.AvroRangeReaderTest;
import io.neardup.hadoop.format.parquet.ParquetRangeReaderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers name the fields of their records, for messages about fields that are not there. */
class FieldNamesTest {

  @TempDir private Path folder;

  private static List<String> names(RangeReaders readers, CorpusRange range) throws IOException {
    try (RangeReader reader = readers.open(range)) {
      assertThat(reader.next()).isTrue();
      return reader.fieldNames();
    }
  }

  private List<String> names(SourceFormat format, String content) throws IOException {
    Path file = folder.resolve("f." + format.key());
    Files.writeString(file, content);
    return names(StructuredFiles.readers(format), Sources.whole(file));
  }

  @Test
  void thoseOfTextFormatsAreInTheRecordOrTheHeader() throws IOException {
    assertThat(
            names(SourceFormat.JSONL, "{\"id\":1,\"a\":{\"b\":[{}]},\"text\":\"\",\"c\":null}\n"))
        .containsExactly("id", "a", "text", "c");
    assertThat(names(SourceFormat.CSV, "\ufefftext,\"a, b\",id\nx,y,z\n"))
        .containsExactly("text", "a, b", "id");
    assertThat(names(SourceFormat.TSV, "a\tone\n")).isEmpty();
  }

  @Test
  void thoseOfAvroAndParquetAreInTheSchema() throws IOException {
    Path avro =
        AvroRangeReaderTest.write(
            folder.resolve("f.avro"),
            null,
            AvroRangeReaderTest.SCHEMA,
            AvroRangeReaderTest.records(1, new Random(1)));
    assertThat(
            names(
                StructuredFiles.readers(SourceFormat.AVRO, StructuredFiles.KEYS),
                Sources.whole(avro)))
        .startsWith("fixed", "meta", "meta.id", "meta.when")
        .endsWith("weight");
    Path parquet =
        ParquetRangeReaderTest.write(
            folder.resolve("f.parquet"),
            CompressionCodecName.SNAPPY,
            10,
            WriterVersion.PARQUET_1_0,
            ParquetRangeReaderTest.SCHEMA,
            ParquetRangeReaderTest.records(1, new Random(1)));
    assertThat(
            names(
                StructuredFiles.readers(SourceFormat.PARQUET, StructuredFiles.KEYS),
                Sources.whole(parquet)))
        .startsWith("number", "meta", "meta.id", "meta.when");
  }
}
