package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of every format, cut off, damaged, and of noise: reading them ends, in records or an {@link
 * IOException}, and in nothing else.
 */
class DamagedSourcesTest {

  /** Takes another seed from the property, to look further. */
  private static final long SEED = Long.getLong("neardup.fuzz.seed", 20_261);

  private static final int FILES = Integer.getInteger("neardup.fuzz.files", 50);
  private static final int CUTS = 100;
  private static final int STRUCTURED_RECORDS = 12;

  @TempDir private Path folder;

  /** A format, and the ending of a compressed file, the codec of Avro or that of Parquet. */
  record Form(SourceFormat format, String packing) {

    Sources sources(Path folder) {
      return format.isStructured()
          ? Sources.nested(format, "number", "numbers", "suit")
          : new Sources(folder, format, "neardup.document.max-bytes=5000");
    }

    String name() {
      return format.isStructured() ? "a" : "a" + packing;
    }

    /** Writes a file that is whole. */
    Path write(Path folder, Random random) throws IOException {
      Path file = folder.resolve(name());
      return switch (format) {
        case AVRO ->
            AvroRangeReaderTest.write(
                file,
                packing,
                AvroRangeReaderTest.SCHEMA,
                AvroRangeReaderTest.records(STRUCTURED_RECORDS, random));
        case PARQUET ->
            ParquetRangeReaderTest.write(
                file,
                CompressionCodecName.valueOf(packing.split(" ", 2)[0]),
                5,
                WriterVersion.valueOf("PARQUET_" + packing.split(" ", 2)[1] + "_0"),
                ParquetRangeReaderTest.SCHEMA,
                ParquetRangeReaderTest.records(STRUCTURED_RECORDS, random));
        default -> Files.write(file, records(random));
      };
    }

    /** Returns some records, which are compressed each for itself where that is usual. */
    private byte[] records(Random random) throws IOException {
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      boolean members = format == SourceFormat.WARC && packing.equals(".gz");
      file.writeBytes(Warcs.utf8(format == SourceFormat.CSV ? "id,x,text\n" : ""));
      for (int i = 0; i < 30; i++) {
        String text = text(random);
        byte[] record =
            switch (format) {
              case TSV -> Warcs.utf8(i + "\t" + text + "\n");
              case JSONL -> Warcs.utf8("{\"id\":" + i + ",\"text\":\"" + text + "\\n\"}\n");
              case CSV -> Warcs.utf8(i + ",\"y\"\"\n\",\"" + text + "\"\n");
              case WARC -> i == 0 ? Warcs.info() : i % 2 == 0 ? Warcs.text("a", text) : page(text);
              default -> Warcs.utf8(text + "\n");
            };
        file.writeBytes(members ? Warcs.gzip(record) : record);
      }
      byte[] all = file.toByteArray();
      return members ? all : new Sources(format).compressed(name(), all);
    }

    private static byte[] page(String text) throws IOException {
      String headers = "Content-Type: text/html\r\nContent-Encoding: gzip\r\n";
      return Warcs.response("a:b", "200 OK", headers, Warcs.gzip(Warcs.utf8("<p>" + text)));
    }

    /** Returns a text without what would make two records of one, or none. */
    private static String text(Random random) {
      StringBuilder text = new StringBuilder("t");
      for (int i = random.nextInt(20); i >= 0; i--) {
        text.append(' ').append(Long.toString(random.nextLong() >>> random.nextInt(60), 36));
      }
      return text.toString();
    }
  }

  static List<Form> forms() {
    return Stream.concat(bytes().stream(), structured().stream()).toList();
  }

  static List<Form> bytes() {
    return Stream.of(SourceFormat.values())
        .filter(format -> !format.isStructured() && format != SourceFormat.SETS)
        .flatMap(f -> Stream.of("", ".gz", ".bz2", ".zst").map(ending -> new Form(f, ending)))
        .toList();
  }

  static List<Form> structured() {
    return Stream.concat(
            Stream.of("null", "deflate", "snappy", "zstandard", "bzip2")
                .map(codec -> new Form(SourceFormat.AVRO, codec)),
            Stream.of("UNCOMPRESSED 1", "UNCOMPRESSED 2", "SNAPPY 1", "GZIP 2", "ZSTD 1")
                .map(codec -> new Form(SourceFormat.PARQUET, codec)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatWasReadBeforeACutIsWhatStoodThere(Form form) throws IOException {
    Sources sources = form.sources(folder);
    Path written = form.write(folder, new Random(1));
    byte[] file = Files.readAllBytes(written);
    List<String> whole = sources.read(written);
    boolean structured = form.format().isStructured();
    boolean compressed = !structured && !form.packing().isEmpty();
    boolean lines = !structured && !compressed && form.format() != SourceFormat.WARC;
    int cuts = 0;
    int silent = 0;
    for (int length = 0; length < file.length; length += Math.max(1, file.length / CUTS)) {
      List<String> records = new ArrayList<>();
      String what = form + " cut to " + length;
      Path cut = sources.write(form.name(), Arrays.copyOf(file, length));
      Exception e = sources.damage(Sources.ranges(cut), records, what);
      cuts++;
      silent += e == null ? 1 : 0;
      if (!structured && e instanceof UnsupportedSourceException) {
        assertThat(form.format()).isEqualTo(SourceFormat.CSV);
        assertThat(length).isLessThan(10); // in the header
        continue;
      }
      int same = records.size();
      if (lines && e == null && same > 0) {
        same--; // the last line may be cut off, which nothing shows
      }
      if (form.format() == SourceFormat.FILES && e == null && length == 0) {
        same = 0; // an empty file is an empty document
      }
      assertThat(records.subList(0, same)).as(what).isEqualTo(whole.subList(0, same));
      if (compressed && length > 0 && e == null) {
        // What is not cut within a member or block is a whole file of fewer records.
        assertThat(form.format()).as(what).isEqualTo(SourceFormat.WARC);
      }
    }
    if (structured) {
      // A file of Avro that is cut off after a block looks whole; so does one of no bytes.
      int boundaries = form.format() == SourceFormat.AVRO ? STRUCTURED_RECORDS + 2 : 1;
      assertThat(silent).as("cuts not noticed").isBetween(1, boundaries);
    } else if (!lines) {
      assertThat(cuts - silent).isGreaterThan(CUTS / 2);
    }
  }

  /** Decompressors come from a pool, into which none must get that does not work any more. */
  @ParameterizedTest
  @MethodSource("forms")
  void aDamagedFileIsReadOrRefusedAndDoesNotSpoilTheNext(Form form) throws IOException {
    boolean structured = form.format().isStructured();
    Sources sources = form.sources(folder);
    Path file = form.write(folder, new Random(SEED));
    List<String> whole = sources.read(file);
    byte[] bytes = Files.readAllBytes(file);
    Path damaged = Files.createDirectories(folder.resolve("damaged")).resolve(form.name());
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      Random random = new Random(SEED + i);
      byte[] other = damage(bytes, random);
      Files.write(damaged, other);
      long[] cuts =
          i % 2 == 0 || !structured
              ? new long[0]
              : new long[] {1 + random.nextInt(other.length - 1)};
      String what = form + ", seed " + (SEED + i);
      refused += check(sources, Sources.ranges(damaged, cuts), what) == null ? 0 : 1;
      assertThat(sources.read(file)).as(what).isEqualTo(whole);
    }
    if (structured) {
      assertThat(refused).as("files refused of %d", FILES).isGreaterThan(FILES / 10);
    }
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
        case 3 -> System.arraycopy(noise(random, length), 0, bytes, at, length);
        case 4 -> Arrays.fill(bytes, at, at + length, (byte) (random.nextBoolean() ? 0xff : 0x7f));
        default ->
            bytes =
                Warcs.join(
                    Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, at + length, bytes.length));
      }
    }
    return bytes;
  }

  private static byte[] noise(Random random, int length) {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    return noise;
  }

  /** Reads what can be read, whose ids and lengths are good; returns what went wrong, or null. */
  private static IOException check(Sources sources, List<CorpusRange> ranges, String what) {
    List<String> records = new ArrayList<>();
    IOException e = sources.damage(ranges, records, what);
    for (String record : records) {
      assertThat(record.split("\\|", 2)[0]).as(what).doesNotContain("\t", "\n", "\r");
      assertThat(record.getBytes(StandardCharsets.UTF_8).length).as(what).isLessThan(30_000);
    }
    return e;
  }

  @ParameterizedTest
  @MethodSource("structured")
  void noiseIsRefused(Form form) throws IOException {
    byte[] bytes = Files.readAllBytes(form.write(folder, new Random(SEED)));
    Path noise = folder.resolve("noise");
    for (int i = 0; i < FILES / 5; i++) {
      Random random = new Random(SEED - 1 - i);
      byte[] content = noise(random, 1 + random.nextInt(3000));
      if (i % 2 == 0) { // begins and ends as it should
        System.arraycopy(bytes, 0, content, 0, Math.min(4, content.length));
        int tail = Math.min(8, content.length);
        System.arraycopy(bytes, bytes.length - tail, content, content.length - tail, tail);
      }
      Files.write(noise, content);
      String what = form + ", seed " + (SEED - 1 - i);
      List<String> records = new ArrayList<>();
      assertThat(form.sources(folder).damage(Sources.ranges(noise), records, what)).isNotNull();
      assertThat(records).as(what).isEmpty();
    }
  }

  /** Behind records, and compressed, so that the format has to cope with it. */
  @ParameterizedTest
  @MethodSource("bytes")
  void noiseEndsInRecordsOrAnError(Form form) throws IOException {
    Sources sources = form.sources(folder);
    byte[] file = Files.readAllBytes(form.write(folder, new Random(2)));
    for (int seed = 0; seed < FILES; seed++) {
      Random random = new Random(seed);
      byte[] noise = noise(random, random.nextInt(2000));
      int kept = random.nextInt(3) * random.nextInt(file.length / 2);
      String what = form + ", seed " + seed;
      Path behind = sources.write(form.name(), Warcs.join(Arrays.copyOf(file, kept), noise));
      check(sources, Sources.ranges(behind), "noise behind " + what);
      Path within = sources.write(form.name(), sources.compressed(form.name(), noise));
      check(sources, Sources.ranges(within), "noise in " + what);
    }
  }
}
