package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files of every form of bytes, cut off, with flipped bits, and of noise: reading them ends, in
 * records or an {@link IOException}, and nothing else.
 */
class DamagedSourcesTest {

  private static final int ROUNDS = 100;
  private static final List<String> COMPRESSIONS = List.of("", ".gz", ".bz2", ".zst");

  @TempDir private Path folder;

  static Stream<Arguments> forms() {
    return Stream.of(
            SourceFormat.TSV,
            SourceFormat.LINES,
            SourceFormat.JSONL,
            SourceFormat.CSV,
            SourceFormat.WARC,
            SourceFormat.FILES)
        .flatMap(form -> COMPRESSIONS.stream().map(ending -> Arguments.of(form, ending)));
  }

  private Sources sources(SourceFormat form) {
    return new Sources(folder, form, "neardup.document.max-bytes=5000");
  }

  /** Returns a text without what would make two records of one, or none. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder("t");
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(' ').append(Long.toString(random.nextLong() >>> random.nextInt(60), 36));
    }
    return text.toString();
  }

  /** Returns a file of some records, which are compressed each for itself where that is usual. */
  static byte[] file(Sources sources, SourceFormat form, String name, Random random)
      throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    boolean members = form == SourceFormat.WARC && name.endsWith(".gz");
    if (form == SourceFormat.CSV) {
      file.writeBytes(Warcs.utf8("id,x,text\n"));
    }
    for (int i = 0; i < 30; i++) {
      String text = text(random);
      byte[] record =
          switch (form) {
            case TSV -> Warcs.utf8(i + "\t" + text + "\n");
            case JSONL -> Warcs.utf8("{\"id\":" + i + ",\"text\":\"" + text + "\\n\"}\n");
            case CSV -> Warcs.utf8(i + ",\"y\"\"\n\",\"" + text + "\"\n");
            case WARC ->
                i == 0
                    ? Warcs.info()
                    : i % 2 == 0
                        ? Warcs.text("a:" + i, text)
                        : Warcs.response(
                            "a:" + i,
                            "200 OK",
                            "Content-Type: text/html\r\nContent-Encoding: gzip\r\n",
                            Warcs.gzip(Warcs.utf8("<p>" + text)));
            default -> Warcs.utf8(text + "\n");
          };
      file.writeBytes(members ? Warcs.gzip(record) : record);
    }
    return members ? file.toByteArray() : sources.compressed(name, file.toByteArray());
  }

  @ParameterizedTest
  @MethodSource("forms")
  void whatWasReadBeforeACutIsWhatStoodThere(SourceFormat form, String compression)
      throws IOException {
    Sources sources = sources(form);
    String name = "a" + compression;
    byte[] file = file(sources, form, name, new Random(1));
    List<String> whole = sources.read(sources.write(name, file));
    boolean lines = compression.isEmpty() && form != SourceFormat.WARC;
    int damaged = 0;
    int step = Math.max(1, file.length / ROUNDS);
    for (int length = 0; length < file.length; length += step) {
      List<String> records = new ArrayList<>();
      String what = form + compression + " cut to " + length;
      Path cut = sources.write(name, Arrays.copyOf(file, length));
      Exception e = sources.damage(Sources.ranges(cut), records, what);
      damaged += e == null ? 0 : 1;
      if (e instanceof UnsupportedSourceException) {
        assertThat(form).isEqualTo(SourceFormat.CSV);
        assertThat(length).isLessThan(10); // in the header
        continue;
      }
      int same = records.size();
      if (lines && e == null && same > 0) {
        same--; // the last line may be cut off, which nothing shows
      }
      if (form == SourceFormat.FILES && e == null && length == 0) {
        same = 0; // an empty file is an empty document
      }
      assertThat(records.subList(0, same)).as(what).isEqualTo(whole.subList(0, same));
      if (!compression.isEmpty() && length > 0 && e == null) {
        // What is not cut within a member or block is a whole file of fewer records.
        assertThat(form).as(what).isEqualTo(SourceFormat.WARC);
      }
    }
    if (!lines) {
      assertThat(damaged).isGreaterThan(ROUNDS / 2);
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  @Tag("long")
  void flippedBitsAndNoiseEndInRecordsOrAnError(SourceFormat form, String compression)
      throws IOException {
    Sources sources = sources(form);
    String name = "a" + compression;
    byte[] file = file(sources, form, name, new Random(2));
    for (int seed = 0; seed < ROUNDS; seed++) {
      Random random = new Random(seed);
      String what = form + compression + ", seed " + seed;
      byte[] flipped = file.clone();
      for (int flips = 1 << random.nextInt(6); flips > 0; flips--) {
        flipped[random.nextInt(random.nextBoolean() ? file.length : 40)] ^=
            (byte) (1 << random.nextInt(8));
      }
      check(sources, sources.write(name, flipped), "flipped " + what);
      byte[] noise = new byte[random.nextInt(2000)];
      random.nextBytes(noise);
      int kept = random.nextInt(3) * random.nextInt(file.length / 2);
      byte[] all = Warcs.join(Arrays.copyOf(file, kept), noise);
      check(sources, sources.write(name, all), "noise behind " + what);
      // And noise that was compressed, which the form has to cope with.
      check(sources, sources.write(name, sources.compressed(name, noise)), "noise in " + what);
    }
  }

  private static void check(Sources sources, Path file, String what) throws IOException {
    List<String> records = new ArrayList<>();
    sources.damage(Sources.ranges(file), records, what);
    for (String record : records) {
      int bar = record.indexOf('|');
      String shown = bar < 0 ? record : record.substring(0, bar);
      assertThat(shown).as(what).doesNotContain("\t", "\n", "\r");
      assertThat(record.getBytes(StandardCharsets.UTF_8).length).as(what).isLessThan(30_000);
    }
  }
}
