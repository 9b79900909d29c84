package io.neardup.hadoop.collection.drop;

import static io.neardup.hadoop.Refusals.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdListTest {

  private static final int IDS = 4 << 20; // of 7 bytes and a line feed: 32 MiB

  @TempDir private Path folder;

  private IdList read(String content) throws IOException {
    return read(Files.writeString(folder.resolve("ids"), content));
  }

  private static IdList read(Path file) throws IOException {
    return IdList.read(new Configuration(), new org.apache.hadoop.fs.Path(file.toUri()));
  }

  private static int find(IdList ids, String id) {
    byte[] bytes = (id + "#").getBytes(UTF_8);
    return ids.find(bytes, bytes.length - 1);
  }

  @Test
  void idsAreSortedByTheirBytesAndDistinct() throws IOException {
    IdList ids = read("\ufeffb\r\nab\n\né\na\nb\n😀\n\ufeffx\nab");
    assertThat(IntStream.range(0, ids.size()).mapToObj(ids::get))
        .containsExactly("a", "ab", "b", "é", "\ufeffx", "😀");
    for (int place = 0; place < ids.size(); place++) {
      assertThat(find(ids, ids.get(place))).isEqualTo(place);
    }
    for (String other : new String[] {"", "aa", "abc", "B", "z", "\ufeffb", "x"}) {
      assertThat(find(ids, other)).as(other).isNegative();
    }
    for (String empty : new String[] {"", "\ufeff", "\n\r\n", "\ufeff\n"}) {
      assertThat(read(empty).size()).isZero();
    }
  }

  @Test
  void aLongerListIsRefused() throws IOException {
    Path file = folder.resolve("long");
    Files.write(file, new byte[(32 << 20) + 1]);
    assertRefused(() -> read(file), "has more than 33554432 bytes; divide it");
  }

  /** A list of 4 million ids, 32 MiB, in a process with little memory: see {@link Limit}. */
  @Test
  @Tag("long")
  void theLongestListTakesLittleMemory() throws Exception {
    Path file = folder.resolve("longest");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < IDS; i++) {
        out.write(Limit.id(i).getBytes(UTF_8));
        out.write('\n');
      }
    }
    assertThat(Files.size(file)).isEqualTo(IdList.MAX_BYTES);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx96m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Limit.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("log"))).isZero();
  }

  /** Reads the list and finds its ids. */
  static final class Limit {

    private Limit() {}

    /** Returns an id of seven digits, the numbers in no order. */
    static String id(int number) {
      return String.valueOf(10_000_000 + number * 1_234_567L % IDS).substring(1);
    }

    public static void main(String[] args) throws IOException {
      IdList ids = read(Path.of(args[0]));
      for (int i = 0; i < IDS; i += 64) {
        if (ids.size() != IDS || find(ids, id(i)) < 0 || find(ids, id(i) + "0") >= 0) {
          throw new AssertionError(id(i));
        }
      }
    }
  }
}
