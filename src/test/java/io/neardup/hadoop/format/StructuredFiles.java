package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.RangeReaders;
import io.neardup.hadoop.job.HadoopSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;

/** What the tests of Avro and Parquet share. */
public final class StructuredFiles {

  /** Returns settings that name the fields of the records of the tests. */
  public static String[] keys() {
    return new String[] {"neardup.ingest.id-field=meta.id", "neardup.ingest.text-field=body.text"};
  }

  private StructuredFiles() {}

  public static RangeReaders readers(SourceFormat format, List<String> fields, String... entries) {
    Configuration conf = Mr.conf(entries);
    return new RangeReaders(
        conf, new org.apache.hadoop.fs.Path("file:/"), format, HadoopSettings.of(conf), fields);
  }

  public static RangeReaders readers(SourceFormat format, String... entries) {
    return readers(format, List.of(), entries);
  }

  /** The ranges between cuts. */
  public static List<CorpusRange> ranges(Path file, long... cuts) throws IOException {
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

  public static List<CorpusRange> every(Path file, long step) throws IOException {
    long length = Files.size(file);
    return ranges(file, LongStream.iterate(step, cut -> cut < length, cut -> cut + step).toArray());
  }

  /** Returns a record as {@code id|text}, with fields, or its reason. */
  public static String show(SourceRecord record) {
    if (record.isSkipped()) {
      return record.skipReason().toString();
    }
    String id = new String(record.idBytes(), 0, record.idLength(), StandardCharsets.UTF_8);
    String text =
        new String(
            record.textBytes(), record.textOffset(), record.textLength(), StandardCharsets.UTF_8);
    return id + "|" + text + (record.fields().length == 0 ? "" : Arrays.toString(record.fields()));
  }

  /** Adds the records of ranges to a list, as far as they can be read. */
  public static void read(RangeReaders readers, List<CorpusRange> ranges, List<String> records)
      throws IOException {
    for (CorpusRange range : ranges) {
      long position = -1;
      try (RangeReader reader = readers.open(range)) {
        while (reader.next()) {
          if (reader.record().position() < position) {
            throw new AssertionError("positions go back");
          }
          position = reader.record().position();
          records.add(show(reader.record()));
        }
      }
    }
  }

  public static List<String> read(RangeReaders readers, List<CorpusRange> ranges)
      throws IOException {
    List<String> records = new ArrayList<>();
    read(readers, ranges, records);
    return records;
  }

  public static List<String> read(RangeReaders readers, Path file) throws IOException {
    return read(readers, ranges(file));
  }

  /** Copies the records of a file whose position among all is even, or all. */
  public static void copy(RangeReaders readers, List<CorpusRange> ranges, Path to, boolean all)
      throws IOException {
    try (RangeReader first = readers.open(ranges.get(0));
        RecordFile out = first.create(new org.apache.hadoop.fs.Path(to.toUri()), false)) {
      int number = 0;
      for (CorpusRange range : ranges) {
        try (RangeReader reader = readers.open(range)) {
          while (reader.next()) {
            if (number++ % 2 == 0 || all) {
              out.append(reader, null);
            }
          }
        }
      }
    }
  }

  /**
   * A text of any characters, of which some are more than two bytes long, that compresses a bit.
   */
  public static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int words = random.nextInt(12);
    for (int i = 0; i < words; i++) {
      text.append(List.of("étroit ", "a ", "日本 ", "😀", "word\t", "\n").get(random.nextInt(6)));
      text.append(Integer.toString(random.nextInt(), 36));
    }
    return text.toString();
  }

  /** Checks that a file cut into ranges anywhere gives the expected records. */
  public static void checkCuts(RangeReaders readers, Path file, int step, List<String> expected)
      throws IOException {
    long length = Files.size(file);
    for (long cut = 1; cut < length; cut += step) {
      assertThat(read(readers, ranges(file, cut)))
          .as("cut at %d of %d", cut, length)
          .isEqualTo(expected);
    }
    for (long every = 1; every < 900; every += 1 + every / 2) {
      assertThat(read(readers, every(file, every))).as("cut every %d", every).isEqualTo(expected);
    }
  }
}
