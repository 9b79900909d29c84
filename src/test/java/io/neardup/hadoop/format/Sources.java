package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.neardup.Guard;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
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
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Files of a format, as their readers see them. */
public final class Sources {

  private final Path folder;
  private final Configuration conf;
  private final SourceFormat format;
  private final List<String> fields;
  private SourceReader readers; // made once, as reading all settings takes long

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

  /** For files of any folder. */
  public Sources(SourceFormat format, String... entries) {
    this(Path.of("/"), format, entries);
  }

  /** For records whose id and text are in groups. */
  static Sources nested(SourceFormat format, String... fields) {
    return new Sources(
        Path.of("/"),
        format,
        List.of(fields),
        "neardup.ingest.id-field=meta.id",
        "neardup.ingest.text-field=body.text");
  }

  FormatSettings settings() {
    return new FormatSettings(conf, HadoopSettings.of(conf), fields);
  }

  public SourceReader readers() {
    if (readers == null) {
      org.apache.hadoop.fs.Path base = new org.apache.hadoop.fs.Path(folder.toUri());
      readers = new SourceReader(conf, base, format, HadoopSettings.of(conf), fields);
    }
    return readers;
  }

  public Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
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

  // Ranges

  /** Returns all of a file as one range. */
  public static CorpusRange whole(Path file) throws IOException {
    return ranges(file).get(0);
  }

  /** The ranges between cuts. */
  static List<CorpusRange> ranges(Path file, long... cuts) throws IOException {
    long length = Files.size(file);
    List<CorpusRange> ranges = new ArrayList<>();
    long start = 0;
    for (int i = 0; i <= cuts.length; i++) {
      long end = i == cuts.length ? length : cuts[i];
      ranges.add(
          CorpusRange.uncounted(
              new org.apache.hadoop.fs.Path(file.toUri()).toString(),
              file.getFileName().toString(),
              start,
              end,
              length,
              Files.getLastModifiedTime(file).toMillis()));
      start = end;
    }
    return ranges;
  }

  static List<CorpusRange> every(Path file, long step) throws IOException {
    long length = Files.size(file);
    return ranges(file, LongStream.iterate(step, cut -> cut < length, cut -> cut + step).toArray());
  }

  /** Returns a range of a file of no content, from whose line a number on lines are counted. */
  static CorpusRange range(String name, long number) {
    return CorpusRange.uncounted("file:/" + name, name, 0, 1, 1, 0).counted(0, 0, 0, number, "");
  }

  // Records

  /** Returns a record as {@code id|text|field …} or {@code reason: detail}. */
  static String shown(SourceRecord record) {
    if (record.isSkipped()) {
      return record.skipReason() + ": " + record.detail();
    }
    String id = record.idText();
    String text =
        new String(
            record.textBytes(), record.textOffset(), record.textLength(), StandardCharsets.UTF_8);
    return Stream.concat(Stream.of(id, text), Arrays.stream(record.fields()))
        .collect(Collectors.joining("|"));
  }

  /** Returns records without details of their reasons. */
  static List<String> brief(List<String> records) {
    return records.stream().map(record -> record.replaceFirst("(?s)^([A-Z_]+): .*", "$1")).toList();
  }

  /** Reads the records of ranges, as far as they can be read. */
  void readInto(List<CorpusRange> ranges, List<String> records) throws IOException {
    for (CorpusRange range : ranges) {
      long position = -1;
      try (RangeReader reader = readers().open(range)) {
        while (reader.next()) {
          assertThat(reader.record().position()).isGreaterThanOrEqualTo(position);
          position = reader.record().position();
          records.add(shown(reader.record()));
        }
      }
    }
  }

  /** Reads the records of a file, as far as it can be read. */
  void readInto(Path file, List<String> records) throws IOException {
    readInto(ranges(file), records);
  }

  /** Reads as far as can be, whatever the bytes; returns what went wrong, null if nothing did. */
  IOException damage(List<CorpusRange> ranges, List<String> records, String what) {
    return assertTimeoutPreemptively(
        Guard.LIMIT,
        () -> {
          try {
            readInto(ranges, records);
            return null;
          } catch (IOException e) {
            return e;
          } catch (RuntimeException | Error e) {
            throw new AssertionError(what, e);
          }
        },
        what);
  }

  List<String> read(List<CorpusRange> ranges) throws IOException {
    List<String> records = new ArrayList<>();
    readInto(ranges, records);
    return records;
  }

  public List<String> read(Path file) throws IOException {
    return read(ranges(file));
  }

  /** Returns the positions of the records of a file. */
  List<Long> positions(Path file) throws IOException {
    List<Long> positions = new ArrayList<>();
    try (RangeReader reader = readers().open(whole(file))) {
      while (reader.next()) {
        positions.add(reader.record().position());
      }
    }
    return positions;
  }

  /** Parses the bytes of a line that lies within an array. */
  static SourceRecord parse(ByteRangeReader reader, byte[] line) throws IOException {
    byte[] buffer = new byte[line.length + 7];
    Arrays.fill(buffer, (byte) '\t');
    System.arraycopy(line, 0, buffer, 3, line.length);
    SourceRecord record = reader.record();
    record.start(42);
    reader.parse(buffer, 3, line.length);
    assertThat(record.position()).isEqualTo(42);
    assertThat(record.detail()).doesNotContain("\t", "\n", "\r");
    return record;
  }

  /** Checks that a file cut into ranges anywhere gives the expected records. */
  void checkCuts(Path file, int step, List<String> expected) throws IOException {
    long length = Files.size(file);
    for (long cut = 1; cut < length; cut += step) {
      assertThat(read(ranges(file, cut))).as("cut at %d of %d", cut, length).isEqualTo(expected);
    }
    for (long every = 1; every < 900; every += 1 + every / 2) {
      assertThat(read(every(file, every))).as("cut every %d", every).isEqualTo(expected);
    }
  }

  // Copies

  /** Returns a file's records, copied one by one into a new file of its format. */
  byte[] copy(Path file) throws IOException {
    Path copy = folder.resolve("copy-of-" + file.getFileName());
    Files.deleteIfExists(copy);
    copy(ranges(file), copy, true);
    return Files.readAllBytes(copy);
  }

  /** Copies the records of a file whose position among all is even, or all. */
  void copy(List<CorpusRange> ranges, Path to, boolean all) throws IOException {
    try (RangeReader first = readers().open(ranges.get(0));
        Closeable out = first.create(new org.apache.hadoop.fs.Path(to.toUri()), false)) {
      int number = 0;
      for (CorpusRange range : ranges) {
        try (RangeReader reader = readers().open(range)) {
          while (reader.next()) {
            if (number++ % 2 == 0 || all) {
              reader.copy(out, null);
            }
          }
        }
      }
    }
  }

  /** Copies a file, the same however it is cut, and checks that no file is overwritten. */
  Path checkCopies(Path file) throws IOException {
    Path copy = file.resolveSibling("copy-of-" + file.getFileName());
    Path again = file.resolveSibling("again-" + file.getFileName());
    copy(every(file, 5000), copy, true);
    copy(every(file, 999), again, true);
    assertThat(again).hasSameBinaryContentAs(copy);
    assertThrown(IOException.class, () -> copy(ranges(file), copy, true));
    return copy;
  }

  // Content

  /**
   * A text of any characters, of which some are more than two bytes long, that compresses a bit.
   */
  static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int words = random.nextInt(12);
    for (int i = 0; i < words; i++) {
      text.append(List.of("étroit ", "a ", "日本 ", "😀", "word\t", "\n").get(random.nextInt(6)));
      text.append(Integer.toString(random.nextInt(), 36));
    }
    return text.toString();
  }

  /** Returns a stream that gives few bytes at a time. */
  static InputStream inDrops(byte[] bytes, Random random) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        return super.read(into, offset, Math.min(length, 1 + random.nextInt(9)));
      }
    };
  }

  /** Returns a stream of a beginning, then a byte, so many times. */
  static InputStream endless(String beginning, char then, long times) {
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
