package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.hadoop.corpus.CompressionCost;
import io.neardup.hadoop.format.packed.PackedWriter;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionCostTest {

  private static final double GIGA = 1e9;

  @TempDir private java.nio.file.Path folder;

  private static CorpusRange range(String name, double bytes) {
    return CorpusRange.uncounted(name, name, 0, (long) bytes, (long) bytes, 0);
  }

  /** Of a gigabyte of text, a third of it as a file. */
  @ParameterizedTest
  @CsvSource({
    "TSV, a.tsv, 0, 0",
    "TSV, a.tsv.gz, 3.5, 38",
    "JSONL, a.jsonl.GZ, 3.5, 38",
    "CSV, a.csv.bz2, 45, 110",
    "TSV, a.tsv.zst, 1.5, 6",
    "TSV, a.tsv.snappy, 1.5, 3",
    "FILES, a.txt.gz, 3.5, 0", // copied as they stand
    "WARC, a.warc.gz, 3.5, 0",
    "WARC, a.warc.bz2, 45, 110",
    "AVRO, a.avro, 3.5, 38",
    "PARQUET, a.parquet, 1.5, 3"
  })
  void secondsOfAGigabyte(SourceFormat format, String name, double read, double write)
      throws IOException {
    CompressionCost cost = new CompressionCost(new Configuration());

    cost.add(new Path("/"), format, false, range(name, GIGA / 3), GIGA);

    assertThat(cost.decompression()).isCloseTo(read, within(1e-6));
    assertThat(cost.compression()).isCloseTo(write, within(1e-6));
    assertThat(cost.plainBytes()).isCloseTo(read == 0 ? GIGA / 3 : GIGA, within(1.0));
  }

  @Test
  void aStructuredFileOfTheSizeOfItsTextIsNotCompressed() throws IOException {
    CompressionCost cost = new CompressionCost(new Configuration());

    cost.add(new Path("/"), SourceFormat.SEQUENCE, false, range("a.seq", 1.1 * GIGA), GIGA);

    assertThat(cost.decompression()).isZero();
    assertThat(cost.compression()).isZero();
  }

  /** Packed records are written as their sources were: here one of two was compressed. */
  @Test
  void packedRecordsAreCompressedAsTheirSources() throws IOException {
    Configuration conf = new Configuration();
    Path base = new Path(folder.toUri());
    try (PackedWriter writer = new PackedWriter(conf, new Path(base, "packed"))) {
      writer.startSource("file:/x/a.tsv.gz", "a.tsv.gz", new byte[0]);
      writer.startSource("file:/x/b.tsv", "b.tsv", new byte[0]);
    }
    CompressionCost cost = new CompressionCost(conf);

    cost.add(base, SourceFormat.TSV, true, range("packed", GIGA / 6), GIGA / 2);
    cost.add(base, SourceFormat.TSV, true, range("packed", GIGA / 6), GIGA / 2);

    assertThat(cost.decompression()).isCloseTo(3.5, within(1e-6));
    assertThat(cost.compression()).isCloseTo(19, within(1e-6));
  }
}
