package io.neardup.hadoop.format;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Files of a form in a folder, as their readers see them. */
public final class Sources {

  private final Path folder;
  private final Configuration conf;
  private final SourceFormat format;
  private final List<String> fields;

  /**
   * @param entries {@code key=value}
   */
  public Sources(Path folder, SourceFormat format, List<String> fields, String... entries) {
    this.folder = folder;
    this.conf = Mr.conf(entries);
    this.format = format;
    this.fields = fields;
  }

  public Sources(Path folder, SourceFormat format, String... entries) {
    this(folder, format, List.of(), entries);
  }

  public RangeReaders readers() {
    return new RangeReaders(
        conf,
        new org.apache.hadoop.fs.Path(folder.toUri()),
        format,
        HadoopSettings.of(conf),
        fields);
  }

  public Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  /** Compresses as a name says. */
  public byte[] compressed(String name, byte[] content) throws IOException {
    Compressions.Compression compression = new Compressions(conf).of(name);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (compression == null) {
      return content;
    }
    try (OutputStream out = compression.compress(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  /** Decompresses as a name says. */
  public byte[] plain(String name, byte[] content) throws IOException {
    Compressions.Compression compression = new Compressions(conf).of(name);
    if (compression == null) {
      return content;
    }
    try (InputStream in = compression.decompress(new ByteArrayInputStream(content), name)) {
      return in.readAllBytes();
    }
  }

  /** Returns all of a file as one range. */
  public static CorpusRange whole(Path file) throws IOException {
    return StructuredFiles.ranges(file).get(0);
  }

  /** Returns a record as {@code id|text|field …} or {@code reason: detail}. */
  public static String shown(SourceRecord record) {
    if (record.isSkipped()) {
      return record.skipReason() + ": " + record.detail();
    }
    String document =
        new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8)
            + "|"
            + new String(
                record.textBytes(),
                record.textOffset(),
                record.textLength(),
                StandardCharsets.UTF_8);
    return Stream.concat(Stream.of(document), Arrays.stream(record.fields()))
        .collect(Collectors.joining("|"));
  }

  /** Returns the records of a file. */
  public List<String> read(Path file) throws IOException {
    List<String> records = new ArrayList<>();
    readInto(file, records);
    return records;
  }

  /** Reads the records of a file as far as it can be read. */
  public void readInto(Path file, List<String> records) throws IOException {
    try (RangeReader reader = readers().open(whole(file))) {
      while (reader.next()) {
        records.add(shown(reader.record()));
      }
    }
  }

  /** Returns the positions of the records of a file. */
  public List<Long> positions(Path file) throws IOException {
    List<Long> positions = new ArrayList<>();
    try (RangeReader reader = readers().open(whole(file))) {
      while (reader.next()) {
        positions.add(reader.record().position());
      }
    }
    return positions;
  }

  /** Returns a file's records, copied one by one into a new file of its form. */
  public byte[] copy(Path file) throws IOException {
    Path copy = folder.resolve("copy-of-" + file.getFileName());
    Files.deleteIfExists(copy);
    StructuredFiles.copy(readers(), StructuredFiles.ranges(file), copy, true);
    return Files.exists(copy) ? Files.readAllBytes(copy) : new byte[0];
  }

  /** Returns a stream that gives few bytes at a time. */
  public static InputStream inDrops(byte[] bytes, Random random) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(9)));
      }
    };
  }

  /** Returns a stream of a beginning, then a byte, so many times. */
  public static InputStream endless(String beginning, char then, long times) {
    InputStream rest =
        new InputStream() {
          private long left = times;

          @Override
          public int read() {
            return read(new byte[1], 0, 1) < 0 ? -1 : then;
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            int count = (int) Math.min(length, left);
            Arrays.fill(into, offset, offset + count, (byte) then);
            left -= count;
            return count == 0 ? -1 : count;
          }
        };
    byte[] start = beginning.getBytes(StandardCharsets.UTF_8);
    return new SequenceInputStream(new ByteArrayInputStream(start), rest);
  }
}
