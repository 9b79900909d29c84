package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Settings;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.corpus.RangeRecords;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sources on a disk that fails, and code that fails: the task fails and names the file. Neither is
 * damage of the file, of which the rest could be set aside.
 */
class FailingStorageTest {

  private static final Map<String, String> FIELDS =
      Map.of(
          "neardup.ingest.id-field", "meta.id",
          "neardup.ingest.text-field", "body.text");

  @TempDir private Path folder;

  /** A file system whose files fail where a key of the configuration says. */
  public static final class Faulty extends RawLocalFileSystem {
    static final String AT = "faulty.at";
    static final String BUG = "faulty.bug";

    @Override
    public URI getUri() {
      return URI.create("faulty:///");
    }

    @Override
    public String getScheme() {
      return "faulty";
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize)
        throws IOException {
      FSDataInputStream in = super.open(file, bufferSize);
      long failsAt = getConf().getLong(AT, 0);
      boolean bug = getConf().getBoolean(BUG, false);
      return new FSDataInputStream(
          new FSInputStream() {
            @Override
            public int read() throws IOException {
              byte[] one = new byte[1];
              return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
              if (getPos() >= failsAt && bug) {
                throw new IllegalStateException("a bug");
              }
              if (getPos() >= failsAt) {
                throw new IOException("the disk fails");
              }
              return in.read(bytes, offset, (int) Math.min(length, failsAt - getPos()));
            }

            @Override
            public void seek(long position) throws IOException {
              in.seek(position);
            }

            @Override
            public long getPos() throws IOException {
              return in.getPos();
            }

            @Override
            public boolean seekToNewSource(long target) {
              return false;
            }

            @Override
            public void close() throws IOException {
              in.close();
            }
          });
    }
  }

  /** A codec with a bug. */
  public static final class FaultyCodec extends DefaultCodec {
    @Override
    public String getDefaultExtension() {
      return ".faulty";
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in) {
      throw new IllegalStateException("a bug");
    }
  }

  private Path write(String name, SourceFormat format) throws IOException {
    Path file = folder.resolve(name);
    Random random = new Random(1);
    switch (format) {
      case AVRO ->
          AvroRangeReaderTest.write(
              file, "deflate", AvroRangeReaderTest.SCHEMA, AvroRangeReaderTest.records(30, random));
      case PARQUET ->
          ParquetRangeReaderTest.write(
              file,
              CompressionCodecName.SNAPPY,
              10,
              WriterVersion.PARQUET_1_0,
              ParquetRangeReaderTest.SCHEMA,
              ParquetRangeReaderTest.records(30, random));
      default ->
          Files.write(
              file, DamagedSourcesTest.file(new Sources(folder, format), format, name, random));
    }
    return file;
  }

  /** Reads all records of a file as the ingest does. */
  private void read(Path file, String scheme, SourceFormat format, String... settings)
      throws Exception {
    long length = Files.size(file);
    long modified = Files.getLastModifiedTime(file).toMillis();
    CorpusRange range =
        CorpusRange.uncounted(
            scheme + ":" + file, file.getFileName().toString(), 0, length, length, modified);
    Configuration conf = Mr.conf(settings);
    conf.setClass("fs.faulty.impl", Faulty.class, RawLocalFileSystem.class);
    conf.setBoolean("fs.faulty.impl.disable.cache", true);
    RangeReaders readers =
        new RangeReaders(
            conf,
            new org.apache.hadoop.fs.Path("/"),
            format,
            Settings.read((format.isStructured() ? FIELDS : Map.<String, String>of()).entrySet()),
            List.of());
    try (RangeRecords records = new RangeRecords(readers, range)) {
      while (records.next()) {
        if (records.record().skipReason() == SkipReason.DAMAGED_FILE) {
          throw new AssertionError(records.record().detail());
        }
      }
    }
  }

  static Stream<Arguments> files() {
    return Stream.of(SourceFormat.values())
        .filter(format -> format != SourceFormat.SETS)
        .flatMap(
            format ->
                Stream.of("", ".gz", ".bz2", ".zst")
                    .filter(ending -> ending.isEmpty() || !format.isStructured())
                    .map(ending -> Arguments.of(format, ending)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFailureOfTheStorageFailsTheTaskAndNamesTheFile(SourceFormat format, String compression)
      throws Exception {
    Path file = compressed(write("a", format), compression);
    for (long at : new long[] {0, Files.size(file) / 2, Files.size(file) - 1}) {
      for (boolean bug : new boolean[] {false, true}) {
        assertThatThrownBy(
                () -> read(file, "faulty", format, "faulty.at=" + at, "faulty.bug=" + bug))
            .as("%s%s at %d, %s", format, compression, at, bug)
            .isInstanceOf(IOException.class)
            .hasMessageContaining(file.toString())
            .hasStackTraceContaining(bug ? "a bug" : "the disk fails");
      }
    }
  }

  private static Path compressed(Path file, String ending) throws IOException {
    if (ending.isEmpty()) {
      return file;
    }
    Path compressed = file.resolveSibling(file.getFileName() + ending);
    try (OutputStream out =
        new Compressions(Mr.conf()).of(ending).compress(Files.newOutputStream(compressed))) {
      Files.copy(file, out);
    }
    return compressed;
  }

  @Test
  void whatNoCodecThrowsOnDamageFailsTheTaskAndNamesTheFile() throws Exception {
    Path file = Files.writeString(folder.resolve("a.tsv.faulty"), "a\tb\n");
    assertThatThrownBy(
            () ->
                read(
                    file,
                    "file",
                    SourceFormat.TSV,
                    "io.compression.codecs=" + FaultyCodec.class.getName()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("a bug");
  }
}
