package io.neardup.hadoop.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.neardup.hadoop.Mr;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link RunWriter}, {@link RunFooter} and {@link RunCursor}. */
class RunFilesTest {

  private static final long MAX_COLUMN = (1L << 40) - 1;

  private static final List<Entry> FEW =
      List.of(
          new Entry(1, 0x10, 5),
          new Entry(1, 0x10, 7),
          new Entry(1, 0x35, 6),
          new Entry(1, 0x40, 4),
          new Entry(32767, Long.MIN_VALUE, MAX_COLUMN),
          new Entry(32767, -1, 0));

  @TempDir private Path folder;
  private final Configuration conf = Mr.conf();

  private FileStatus write(List<Entry> entries) throws IOException {
    return Entry.write(folder.resolve("part-r-00000"), entries);
  }

  /** Writes entries into several files, some of them empty. */
  private List<FileStatus> writeFiles(List<Entry> entries, SplittableRandom random)
      throws IOException {
    List<FileStatus> files = new ArrayList<>();
    int from = 0;
    while (from < entries.size() || files.size() < 2) {
      int to = Math.min(entries.size(), from + random.nextInt(2) * random.nextInt(20_000));
      files.add(Entry.write(folder.resolve("part-r-" + files.size()), entries.subList(from, to)));
      from = to;
    }
    return files;
  }

  private static Entry current(RunCursor cursor) {
    return new Entry(cursor.band(), cursor.hash(), cursor.column());
  }

  private List<Entry> read(List<FileStatus> files) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (RunCursor cursor = new RunCursor(conf, files)) {
      while (cursor.next()) {
        assertThat(cursor.isAtEnd()).isFalse();
        entries.add(current(cursor));
      }
      assertThat(cursor.isAtEnd()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.seek(0, 0)).isFalse();
    }
    return entries;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void whatIsWrittenIsReadAndFound(long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    List<Entry> entries = List.copyOf(Entry.random(random, random.nextInt(40_000)));
    List<FileStatus> files = writeFiles(entries, random);

    assertThat(read(files)).isEqualTo(entries);
    long counted = 0;
    for (FileStatus file : files) {
      counted += RunFooter.read(conf, file).entries();
    }
    assertThat(counted).isEqualTo(entries.size());
    assertSeeks(entries, files, random);
  }

  /** Seeks first in a new cursor, then further in it, with steps between. */
  private void assertSeeks(List<Entry> entries, List<FileStatus> files, SplittableRandom random)
      throws IOException {
    TreeSet<Entry> sorted = new TreeSet<>(entries);
    for (int round = 0; round < 15; round++) {
      int seeks = 1 << random.nextInt(8);
      TreeSet<Entry> keys = new TreeSet<>();
      while (keys.size() < seeks) {
        keys.add(key(entries, random));
      }
      try (RunCursor cursor = new RunCursor(conf, files)) {
        Entry expected = null;
        boolean begun = false;
        for (Entry key : keys) {
          Entry found = sorted.ceiling(key);
          expected =
              begun && (expected == null || (found != null && found.compareTo(expected) < 0))
                  ? expected
                  : found;
          begun = true;
          assertThat(cursor.seek(key.band(), key.hash())).isEqualTo(expected != null);
          for (int steps = random.nextInt(3); expected != null && steps > 0; steps--) {
            expected = sorted.higher(expected);
            assertThat(cursor.next()).isEqualTo(expected != null);
          }
          assertThat(cursor.isAtEnd()).isEqualTo(expected == null);
          if (expected != null) {
            assertThat(current(cursor)).as("%s", key).isEqualTo(expected);
          }
        }
      }
    }
  }

  /** Returns a key that is that of an entry, near one, or anywhere. */
  private static Entry key(List<Entry> entries, SplittableRandom random) {
    if (entries.isEmpty() || random.nextInt(8) == 0) {
      return new Entry(random.nextInt(1 << 15), random.nextLong(), 0);
    }
    Entry near = entries.get(random.nextInt(entries.size()));
    return new Entry(near.band(), near.hash() + random.nextInt(-1, 2), 0);
  }

  @Test
  void aBlockThatASeekPassesOverIsNotRead() throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 5 * RunFormat.BLOCK_ENTRIES; i++) {
      entries.add(new Entry(3, 10L * i, i));
    }
    FileStatus file = write(entries);
    RunFooter footer = RunFooter.read(conf, file);
    assertThat(footer.blocks()).isEqualTo(5);
    assertThat(footer.band(2)).isEqualTo(3);
    assertThat(footer.hash(2)).isEqualTo(20L * RunFormat.BLOCK_ENTRIES);
    assertThat(footer.column(2)).isEqualTo(2L * RunFormat.BLOCK_ENTRIES);
    damage((int) footer.offset(2) + 100, 1);

    try (RunCursor cursor = new RunCursor(conf, List.of(file))) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.seek(3, footer.hash(3) + 1)).isTrue();
      assertThat(cursor.column()).isEqualTo(footer.column(3) + 1);
    }
    assertThatIOException()
        .isThrownBy(() -> read(List.of(file)))
        .withMessageContaining(file.getPath().toString())
        .withMessageContaining("block at " + footer.offset(2));
  }

  @Test
  void filesWithoutEntries() throws IOException {
    FileStatus file = write(List.of());
    assertThat(file.getLen()).isEqualTo(RunFormat.TRAILER_BYTES);
    assertThat(read(List.of(file, file))).isEmpty();
    assertThat(read(List.of())).isEmpty();
    try (RunCursor cursor = new RunCursor(conf, List.of(file))) {
      assertThat(cursor.seek(0, 0)).isFalse();
      assertThat(cursor.isAtEnd()).isTrue();
    }
  }

  private byte[] damage(int place, int bits) throws IOException {
    Path file = folder.resolve("part-r-00000");
    byte[] bytes = Files.readAllBytes(file);
    bytes[place] ^= (byte) bits;
    Files.write(file, bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {0x01, 0x80, 0xff})
  void anyDamagedByteIsFound(int bits) throws IOException {
    for (List<Entry> entries : List.of(FEW, List.<Entry>of())) {
      FileStatus file = write(entries);
      for (int place = 0; place < file.getLen(); place++) {
        damage(place, bits);
        assertThatIOException()
            .as("byte %d", place)
            .isThrownBy(() -> read(List.of(file)))
            .withMessageContaining(file.getPath() + ", ");
        damage(place, bits);
      }
      assertThat(read(List.of(file))).isEqualTo(entries);
    }
  }

  @Test
  void aFileThatIsCutOffIsFound() throws IOException {
    FileStatus whole = write(FEW);
    Path file = folder.resolve("part-r-00000");
    byte[] bytes = Files.readAllBytes(file);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(file, Arrays.copyOf(bytes, length));
      FileStatus cut = Entry.status(file);
      for (FileStatus status : List.of(cut, whole)) {
        assertThatIOException()
            .as("%d bytes", length)
            .isThrownBy(() -> read(List.of(status)))
            .withMessageContaining(cut.getPath() + ", ");
      }
    }
  }

  /** The format must not change without a new version. The first block was encoded by hand too. */
  @Test
  void bytesOfASmallFile() throws IOException {
    String columns5And7 = "001" + "011"; // less 4, in two bits
    String hash35Column6 = "1" + "001" + "0101" + "10"; // 0x25 more: 2 zeros and 5 in four bits
    String hash40Column4 = "1" + "1" + "1011" + "00"; // 0xb more
    int entries = Integer.parseInt(columns5And7 + hash35Column6 + hash40Column4, 2);
    write(FEW);
    assertThat(HexFormat.of().formatHex(Files.readAllBytes(folder.resolve("part-r-00000"))))
        .isEqualTo(
            "53c1f533" // block of band 1: checksum
                + ("0001" + "0004" + "04" + "02" + "0000000000000010" + "0000000004")
                + HexFormat.of().toHexDigits(entries, 6)
                + "7b132c96" // block of band 32767
                + ("7fff" + "0002" + "38" + "28" + "8000000000000000" + "0000000000")
                + "7fffffffffc00000000000000000000000000000007fffffffffffffc00000000000"
                + ("0000000000000000" + "0001" + "0000000000000010" + "0000000005") // footer
                + ("000000000000001a" + "7fff" + "8000000000000000" + "ffffffffff")
                + ("0000000000000053" + "7fff" + "ffffffffffffffff" + "0000000000")
                + ("0000000000000053" + "0000000000000006" + "5b54059c") // trailer
                + ("00000001" + "4e45415244555058"));
  }

  /**
   * Hashes and columns as of N documents, one column a bucket. A code needs log₂ e + 64 − log₂ N
   * bits for the difference of two such hashes. A Rice code takes up to 0.14 bits more; headers and
   * the footer take 0.05. A bit says that the bucket is another, and a column has whole bits.
   */
  @ParameterizedTest
  @CsvSource({"300000, 19", "10000000, 24", "1000000000, 30"})
  void bytesOfAnEntry(long documents, int columnBits) throws IOException {
    SplittableRandom random = new SplittableRandom(documents);
    int entries = 200_000;
    double step = Math.scalb(1.0, Long.SIZE) / documents;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (RunWriter writer = new RunWriter(out)) {
      long hash = 0;
      for (int i = 0; i < entries; i++) {
        hash += 1 + (long) (-Math.log(1 - random.nextDouble()) * step);
        writer.add(0, hash, random.nextLong(documents));
      }
    }
    double bits = (1 + Math.log(step)) / Math.log(2) + 1 + columnBits;
    double bytes = (double) out.size() / entries;
    assertThat(bytes * Byte.SIZE).isBetween(bits - 0.02, bits + 0.2);
    assertThat(bytes).isLessThan(8.5);
  }

  @Test
  void onlyAscendingEntriesInRangeAreWritten() throws IOException {
    Entry[] after = {
      new Entry(4, 7, 9), // the same
      new Entry(4, 7, 8),
      new Entry(4, 6, 10),
      new Entry(3, 8, 10),
      new Entry(4, -1, -1),
      new Entry(4, -1, MAX_COLUMN + 1),
      new Entry(32768, 0, 0)
    };
    for (Entry entry : after) {
      try (RunWriter writer = new RunWriter(new ByteArrayOutputStream())) {
        writer.add(4, 7, 9);
        assertThatIllegalArgumentException()
            .as("%s", entry)
            .isThrownBy(() -> writer.add(entry.band(), entry.hash(), entry.column()));
        writer.add(4, -1, MAX_COLUMN);
        writer.add(32767, 0, 0);
      }
    }
    RunWriter closed = new RunWriter(new ByteArrayOutputStream());
    closed.close();
    assertThatIllegalStateException().isThrownBy(() -> closed.add(0, 0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RunWriter(new ByteArrayOutputStream()).add(-1, 0, 0));
  }
}
