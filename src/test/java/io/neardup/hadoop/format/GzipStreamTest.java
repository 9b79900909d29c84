package io.neardup.hadoop.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What follows gzip data, and what its members may look like. */
class GzipStreamTest {

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
    assertThatThrownBy(() -> read(zeros)).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(new byte[0])).isInstanceOf(IOException.class);
  }

  @Test
  void otherBytesAreReportedAfterTheEnd() throws IOException {
    byte[] one = Warcs.gzip(Warcs.utf8("one"));
    for (byte[] other :
        List.of(Warcs.utf8("garbage"), new byte[] {0x1f}, new byte[] {0, 0, 7}, new byte[] {7})) {
      try (GzipStream in = new GzipStream(new ByteArrayInputStream(Warcs.join(one, other)))) {
        assertThat(in.readAllBytes()).isEqualTo(Warcs.utf8("one"));
        assertThatThrownBy(in::read)
            .isInstanceOf(GzipStream.TrailingBytesException.class)
            .hasMessageContaining(
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
      assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
      if (i < 4 || i >= one.length - 8) { // the time and the system in between do not matter
        byte[] broken = one.clone();
        broken[i] ^= (byte) 0xff;
        assertThatThrownBy(() -> read(broken)).isInstanceOf(IOException.class);
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
    assertThatThrownBy(() -> sources.readInto(file, records))
        .isInstanceOf(GzipStream.TrailingBytesException.class);
    assertThat(records).isEqualTo(expected);
    assertThat(sources.read(sources.write("a.gz", Warcs.join(Warcs.gzip(plain), new byte[512]))))
        .isEqualTo(expected);
  }
}
