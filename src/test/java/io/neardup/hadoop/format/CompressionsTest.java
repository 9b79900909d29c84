package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictTrainer;
import io.neardup.hadoop.Mr;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of gzip and zstd that plain decompressors refuse, or misread. */
class CompressionsTest {

  private static final String KEY = "neardup.ingest.max-zstd-window-bytes";

  @TempDir private Path folder;

  private static byte[] read(byte[] file) throws IOException {
    try (GzipStream in = new GzipStream(new ByteArrayInputStream(file))) {
      return in.readAllBytes();
    }
  }

  /** Members with every part that a header may have, in a stream of few bytes at a time. */
  @Test
  void headersMayHaveNamesAndMore() throws IOException {
    byte[] member = Warcs.gzip(Warcs.utf8("x"));
    byte[] rest = Arrays.copyOfRange(member, 10, member.length);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    for (int flags = 0; flags < 32; flags++) {
      byte[] header = Arrays.copyOf(member, 10);
      header[3] = (byte) flags;
      file.writeBytes(header);
      file.writeBytes((flags & 4) != 0 ? new byte[] {3, 0, 9, 0, 9} : new byte[0]);
      file.writeBytes((flags & 8) != 0 ? Warcs.utf8("name\0") : new byte[0]);
      file.writeBytes((flags & 16) != 0 ? Warcs.utf8("\0") : new byte[0]);
      file.writeBytes((flags & 2) != 0 ? new byte[2] : new byte[0]);
      file.writeBytes(rest);
    }
    byte[] bytes = file.toByteArray();
    try (GzipStream in = new GzipStream(Sources.inDrops(bytes, new Random(1)))) {
      assertThat(in.readAllBytes()).isEqualTo(Warcs.utf8("x".repeat(32)));
    }
  }

  @Test
  void zerosAfterAMemberAreIgnored() throws IOException {
    byte[] one = Warcs.gzip(Warcs.utf8("one"));
    byte[] two = Warcs.gzip(Warcs.utf8("two"));
    byte[] zeros = new byte[100_000];
    assertThat(read(Warcs.join(one, zeros))).isEqualTo(Warcs.utf8("one"));
    assertThat(read(Warcs.join(one, zeros, two, zeros))).isEqualTo(Warcs.utf8("onetwo"));
    assertThrown(IOException.class, () -> read(zeros));
    assertThrown(IOException.class, () -> read(new byte[0]));
  }

  @Test
  void otherBytesAreReportedAfterTheEnd() throws IOException {
    byte[] one = Warcs.gzip(Warcs.utf8("one"));
    for (byte[] other :
        List.of(Warcs.utf8("garbage"), new byte[] {0x1f}, new byte[] {0, 0, 7}, new byte[] {7})) {
      try (GzipStream in = new GzipStream(new ByteArrayInputStream(Warcs.join(one, other)))) {
        assertThat(in.readAllBytes()).isEqualTo(Warcs.utf8("one"));
        assertThrown(
            GzipStream.TrailingBytesException.class,
            in::read,
            "at byte " + (one.length + (other.length == 3 ? 2 : 0)) + " is not gzip");
      }
    }
  }

  @Test
  void aMemberBehindOtherBytesIsNotLost() throws IOException {
    byte[] one = Warcs.gzip(Warcs.utf8("one"));
    byte[] broken = one.clone();
    broken[1] ^= 4;
    assertThatThrownBy(() -> read(Warcs.join(one, broken, one)))
        .isInstanceOf(IOException.class)
        .hasMessage("byte " + one.length + " begins no gzip member, but a later byte does");
  }

  @Test
  void damageIsDetected() throws IOException {
    byte[] one = Warcs.gzip(Warcs.utf8("one two one two"));
    for (int i = 0; i < one.length; i++) {
      byte[] cut = Arrays.copyOf(one, i);
      assertThrown(IOException.class, () -> read(cut));
      if (i < 4 || i >= one.length - 8) { // the time and the system in between do not matter
        byte[] broken = one.clone();
        broken[i] ^= (byte) 0xff;
        assertThrown(IOException.class, () -> read(broken));
      }
    }
  }

  /** The last line has no end, and is complete nevertheless. */
  @ParameterizedTest
  @EnumSource(names = {"TSV", "LINES", "JSONL", "CSV", "WARC"})
  void aReaderReturnsAllRecordsBeforeItReportsOtherBytes(SourceFormat format) throws IOException {
    Sources sources = new Sources(folder, format);
    byte[] plain =
        switch (format) {
          case CSV -> Warcs.utf8("id,text\na,x\nb,y");
          case JSONL -> Warcs.utf8("{\"id\":\"a\",\"text\":\"x\"}\n{\"id\":\"b\",\"text\":\"y\"}");
          case WARC -> Warcs.join(Warcs.text("a", "x"), Warcs.text("b", "y"));
          default -> Warcs.utf8("a\tx\nb\ty");
        };
    List<String> expected = sources.read(sources.write("a.gz", Warcs.gzip(plain)));
    assertThat(expected).hasSize(2);
    List<String> records = new ArrayList<>();
    Path file = sources.write("a.gz", Warcs.join(Warcs.gzip(plain), Warcs.utf8("garbage")));
    assertThrown(GzipStream.TrailingBytesException.class, () -> sources.readInto(file, records));
    assertThat(records).isEqualTo(expected);
    assertThat(sources.read(sources.write("a.gz", Warcs.join(Warcs.gzip(plain), new byte[512]))))
        .isEqualTo(expected);
  }

  // zstd

  private static Path withLargeWindow(Sources sources) throws IOException {
    try (InputStream in = CompressionsTest.class.getResourceAsStream("window-of-2-gib.tsv.zst")) {
      return sources.write("docs.tsv.zst", in.readAllBytes());
    }
  }

  private static byte[] dictionaryFrame(byte[] content) {
    ByteBuffer frame = ByteBuffer.allocate(8 + content.length).order(ByteOrder.LITTLE_ENDIAN);
    return frame.putInt(0x184D2A5D).putInt(content.length).put(content).array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TSV", "CSV", "FILES", "WARC"})
  void aLargeWindowIsRefusedWithTheKeyThatAllowsIt(SourceFormat format) throws IOException {
    Sources sources = new Sources(folder, format);
    Path written = withLargeWindow(sources);
    assertThrown(
        UnsupportedSourceException.class,
        () -> sources.read(written),
        "docs.tsv.zst: its zstd window is larger than " + KEY + " allows");
  }

  @Test
  void aLargeWindowIsReadWhereItIsAllowed() throws IOException {
    Sources sources = new Sources(folder, SourceFormat.TSV, KEY + "=2147483648");
    assertThat(sources.read(withLargeWindow(sources))).hasSize(21);
  }

  /** Frames that begin in the middle of a buffer, and skippable ones, cut anywhere. */
  @Test
  void framesThatAreCutAreDetected() throws IOException {
    byte[] noise = new byte[70_000];
    new Random(3).nextBytes(noise);
    byte[] frame = Zstd.compress(noise);
    try (ZstdCompressCtx zstd = new ZstdCompressCtx().setChecksum(true)) {
      List<byte[]> frames =
          List.of(
              zstd.compress(Warcs.utf8("one")),
              dictionaryFrame(new byte[99]),
              zstd.compress(new byte[0]),
              frame,
              frame,
              zstd.compress(Warcs.utf8("two")));
      byte[] all = Warcs.join(frames.toArray(byte[][]::new));
      Set<Integer> ends = new HashSet<>();
      frames.forEach(one -> ends.add(ends.stream().mapToInt(e -> e).max().orElse(0) + one.length));
      int plain = 0;
      for (int length = 1; length <= all.length; length += length % 1000 == 300 ? 650 : 1) {
        byte[] cut = Arrays.copyOf(all, length);
        try (InputStream in = new ZstdStream(Sources.inDrops(cut, new Random(length)))) {
          plain = in.readAllBytes().length;
          assertThat(ends).contains(length);
        } catch (EOFException e) {
          assertThat(ends).doesNotContain(length);
        }
      }
      assertThat(plain).isEqualTo(6 + 2 * noise.length);
    }
  }

  /** One frame a record, with a dictionary that was trained on such records. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theDictionaryAtTheBeginningIsUsed(boolean compressed) throws IOException {
    List<byte[]> records = new ArrayList<>();
    ZstdDictTrainer trainer = new ZstdDictTrainer(1 << 20, 4096);
    for (int i = 0; i < 500; i++) {
      byte[] record = Warcs.page("http://a/" + i, "<p>text " + i * 7919 + " and " + i * 104729);
      records.add(record);
      trainer.addSample(record);
    }
    byte[] dictionary = trainer.trainSamples();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(dictionaryFrame(compressed ? Zstd.compress(dictionary) : dictionary));
    try (ZstdCompressCtx zstd = new ZstdCompressCtx()) {
      zstd.loadDict(dictionary);
      records.forEach(record -> file.writeBytes(zstd.compress(record)));
    }
    Sources sources = new Sources(folder, SourceFormat.WARC);
    Path written = sources.write("a.warc.zst", file.toByteArray());
    List<String> read = sources.read(written);
    assertThat(read).hasSize(500);
    assertThat(read.get(499)).isEqualTo("http://a/499|text 3951581 and 52259771");
    byte[] copy = sources.copy(written);
    assertThat(sources.plain("a.warc.zst", copy))
        .isEqualTo(Warcs.join(records.toArray(byte[][]::new)));
    Path cut = sources.write("cut.warc.zst", Arrays.copyOf(file.toByteArray(), 100));
    assertThrown(IOException.class, () -> sources.read(cut));
  }

  @Test
  void aDictionaryOfTooManyBytesIsRefused() {
    InputStream bomb = new ByteArrayInputStream(dictionaryFrame(Zstd.compress(new byte[64 << 20])));
    assertThrown(
        IOException.class,
        () -> new Compressions(Mr.conf()).of("a.zst").decompress(bomb, "a.zst"),
        "dictionary of over");
  }
}
