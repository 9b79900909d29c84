package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damaged files end in records or an {@link IOException}, in nothing else, and not never. */
class StructuredFuzzTest {

  /** Takes another seed from the property, to look further. */
  private static final long SEED = Long.getLong("neardup.fuzz.seed", 20_261);

  private static final int FILES = Integer.getInteger("neardup.fuzz.files", 50);
  private static final int RECORDS = 12;

  @TempDir private Path folder;

  private record Form(SourceFormat format, String codec, WriterVersion version) {
    Sources sources() {
      return Sources.nested(format, "number", "numbers", "suit");
    }

    /** Writes a file that is whole. */
    Path write(Path file) throws IOException {
      Random random = new Random(SEED);
      return format == SourceFormat.AVRO
          ? AvroRangeReaderTest.write(
              file, codec, AvroRangeReaderTest.SCHEMA, AvroRangeReaderTest.records(RECORDS, random))
          : ParquetRangeReaderTest.write(
              file,
              CompressionCodecName.valueOf(codec),
              5,
              version,
              ParquetRangeReaderTest.SCHEMA,
              ParquetRangeReaderTest.records(RECORDS, random));
    }
  }

  static Stream<Form> forms() {
    return Stream.concat(
        Stream.of("null", "deflate", "snappy", "zstandard", "bzip2")
            .map(codec -> new Form(SourceFormat.AVRO, codec, null)),
        Stream.of("UNCOMPRESSED 1", "UNCOMPRESSED 2", "SNAPPY 1", "GZIP 2", "ZSTD 1")
            .map(name -> name.split(" "))
            .map(
                parts ->
                    new Form(
                        SourceFormat.PARQUET,
                        parts[0],
                        WriterVersion.valueOf("PARQUET_" + parts[1] + "_0"))));
  }

  @ParameterizedTest
  @MethodSource("forms")
  @Tag("large")
  void aFileThatIsCutOffGivesRecordsFromItsBeginning(Form form) throws IOException {
    Path file = form.write(folder.resolve("whole"));
    byte[] bytes = Files.readAllBytes(file);
    List<String> whole = form.sources().read(file);
    assertThat(whole).hasSize(RECORDS);
    int silent = 0;
    Path cut = folder.resolve("cut");
    int step = form.format() == SourceFormat.PARQUET ? 7 : 3;
    for (int length = 0; length < bytes.length; length += step) {
      Files.write(cut, Arrays.copyOf(bytes, length));
      List<String> records = new ArrayList<>();
      String what = form + " cut off at " + length + ", seed " + SEED;
      boolean all = form.sources().damage(Sources.ranges(cut), records, what) == null;
      silent += all ? 1 : 0;
      assertThat(records).as(what).isEqualTo(whole.subList(0, Math.min(RECORDS, records.size())));
    }
    // A file of Avro that is cut off after a block looks whole; so does one of no bytes.
    int boundaries = form.format() == SourceFormat.AVRO ? RECORDS + 2 : 1;
    assertThat(silent).as("cuts not noticed").isBetween(1, boundaries);
  }

  /** Decompressors come from a pool, into which none must get that does not work any more. */
  @ParameterizedTest
  @MethodSource("forms")
  void aDamagedFileIsReadOrRefusedAndDoesNotSpoilTheNext(Form form) throws IOException {
    Path file = form.write(folder.resolve("whole"));
    List<String> whole = form.sources().read(file);
    byte[] bytes = Files.readAllBytes(file);
    Path damaged = folder.resolve("damaged");
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      Random random = new Random(SEED + i);
      byte[] other = damage(bytes, random);
      Files.write(damaged, other);
      List<CorpusRange> ranges =
          i % 2 == 0
              ? Sources.ranges(damaged)
              : Sources.ranges(damaged, 1 + random.nextInt(other.length - 1));
      String what = form + ", seed " + (SEED + i);
      refused += form.sources().damage(ranges, new ArrayList<>(), what) == null ? 0 : 1;
      assertThat(form.sources().read(file)).as(what).isEqualTo(whole);
    }
    assertThat(refused).as("files refused of %d", FILES).isGreaterThan(FILES / 10);
  }

  /** Flips bits, overwrites or removes stretches, near an end more often. */
  private static byte[] damage(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(3)) {
        case 0 -> at = Math.min(at, random.nextInt(bytes.length));
        case 1 -> at = Math.max(at, bytes.length - 1 - random.nextInt(Math.min(bytes.length, 900)));
        default -> {}
      }
      int length = Math.min(1 + random.nextInt(8), bytes.length - at);
      switch (random.nextInt(6)) {
        case 0, 1, 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 3 -> {
          byte[] noise = new byte[length];
          random.nextBytes(noise);
          System.arraycopy(noise, 0, bytes, at, length);
        }
        case 4 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0xff : 0x7f));
        default ->
            bytes =
                Warcs.join(
                    Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + length, bytes.length));
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("forms")
  void noiseIsRefused(Form form) throws IOException {
    Path file = form.write(folder.resolve("whole"));
    byte[] bytes = Files.readAllBytes(file);
    Path noise = folder.resolve("noise");
    for (int i = 0; i < FILES / 5; i++) {
      Random random = new Random(SEED - 1 - i);
      byte[] content = new byte[1 + random.nextInt(3000)];
      random.nextBytes(content);
      if (i % 2 == 0) { // begins and ends as it should
        int head = Math.min(4, content.length);
        System.arraycopy(bytes, 0, content, 0, head);
        int tail = Math.min(8, content.length);
        System.arraycopy(bytes, bytes.length - tail, content, content.length - tail, tail);
      }
      Files.write(noise, content);
      String what = form + ", seed " + (SEED - 1 - i);
      List<String> records = new ArrayList<>();
      assertThat(form.sources().damage(Sources.ranges(noise), records, what)).as(what).isNotNull();
      assertThat(records).as(what).isEmpty();
    }
  }
}
