package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.PartFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link RecordCursor}, {@link SignatureCursor} and {@link ColumnSet}. */
class RecordCursorTest {

  @TempDir private java.nio.file.Path folder;
  private final Configuration conf = Mr.conf();

  private Path path() {
    return new Path(folder.toUri());
  }

  /** Records that begin with a number, which is their key. */
  private final class Numbers extends RecordCursor {
    private Numbers(int length) throws IOException {
      super(conf, PartFiles.of(conf, path()), length, "a number");
    }

    private boolean find(long number) throws IOException {
      return seek(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }

    /** Returns the number of the current record, null at the end. */
    private Long number() {
      return isAtEnd() ? null : Long.valueOf(ByteBuffer.wrap(bytes()).getLong(offset()));
    }
  }

  /** Writes files of which some are empty. */
  private NavigableSet<Long> write(SplittableRandom random, int length, int most)
      throws IOException {
    long gap = 1L << random.nextInt(1, 40);
    TreeSet<Long> numbers = new TreeSet<>(Long::compareUnsigned);
    for (int i = random.nextInt(most); i > 0; i--) {
      numbers.add(random.nextInt(8) == 0 ? random.nextLong() : random.nextLong(gap));
    }
    List<Long> left = new ArrayList<>(numbers);
    for (int part = 0; part < 2 || !left.isEmpty(); part++) {
      List<Long> some = left.subList(0, random.nextInt(2) * random.nextInt(left.size() + 1));
      ByteBuffer content = ByteBuffer.allocate(some.size() * length);
      for (int i = 0; i < some.size(); i++) {
        content.putLong(i * length, some.get(i));
      }
      Files.write(folder.resolve(String.format("part-r-%05d", part)), content.array());
      some.clear();
    }
    return numbers;
  }

  /** Reads all, then seeks first in a new cursor, then further in it, with steps between. */
  @ParameterizedTest
  @CsvSource({
    "8, 1, 40000",
    "8, 2, 40000",
    "15, 3, 30000",
    "20, 4, 20",
    "408, 5, 2000",
    "70000, 6, 30"
  })
  void recordsAreReadAndFound(int length, long seed, int most) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    NavigableSet<Long> numbers = write(random, length, most);
    try (Numbers cursor = new Numbers(length)) {
      for (long number : numbers) {
        assertThat(cursor.moveToNext()).isTrue();
        assertThat(cursor.number()).isEqualTo(number);
      }
      assertThat(cursor.moveToNext()).isFalse();
      assertThat(cursor.find(0)).isFalse();
    }
    List<Long> list = List.copyOf(numbers);
    for (int round = 0; round < 60; round++) {
      TreeSet<Long> keys = new TreeSet<>(Long::compareUnsigned);
      for (int seeks = 1 << random.nextInt(10); seeks > 0; seeks--) {
        keys.add(
            list.isEmpty() || random.nextInt(8) == 0
                ? random.nextLong()
                : list.get(random.nextInt(list.size())) + random.nextInt(-1, 2));
      }
      try (Numbers cursor = new Numbers(length)) {
        Long expected = numbers.isEmpty() ? null : numbers.first();
        for (long key : keys) {
          if (expected != null && Long.compareUnsigned(expected, key) < 0) {
            expected = numbers.ceiling(key);
          }
          assertThat(cursor.find(key)).isEqualTo(expected != null);
          for (int steps = random.nextInt(3); expected != null && steps > 0; steps--) {
            expected = numbers.higher(expected);
            assertThat(cursor.moveToNext()).isEqualTo(expected != null);
          }
          assertThat(cursor.number()).as("%x", key).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void signaturesAreFoundByColumn() throws IOException {
    byte[] records =
        ByteBuffer.allocate(40)
            .putLong(3)
            .putInt(7)
            .putInt(-8)
            .putInt(9)
            .putLong(1L << 32)
            .putInt(1)
            .putInt(2)
            .putInt(3)
            .array();
    java.nio.file.Path file = Files.write(folder.resolve("part-r-00000"), records);
    try (SignatureCursor cursor = new SignatureCursor(conf, List.of(path()), 3)) {
      assertThat(cursor.seek(2)).isFalse();
      assertThat(cursor.seek(3)).isTrue();
      assertThat(ByteBuffer.wrap(cursor.bytes()).getInt(cursor.slotsOffset() + 4)).isEqualTo(-8);
      assertThat(cursor.seek(4)).isFalse();
      assertThat(cursor.seek(1L << 32)).isTrue();
      assertThat(ByteBuffer.wrap(cursor.bytes()).getInt(cursor.slotsOffset())).isOne();
      assertThat(cursor.seek(1L << 40)).isFalse();
    }
    Files.write(file, Arrays.copyOf(records, 39));
    assertThatIOException()
        .isThrownBy(() -> new SignatureCursor(conf, List.of(path()), 3))
        .withMessageContaining(
            "part-r-00000 is cut off: it has 39 bytes, not a multiple of a signature column's 20");
  }

  @Test
  void aSetOfColumnsIsWrittenReadAndLookedUp() throws IOException {
    ColumnBits bits = new ColumnBits();
    for (long column : new long[] {1L << 39, 7, 70_000, 8, 7}) {
      bits.add(column);
    }
    ColumnSet set = bits.write(conf, new Path(path(), "columns"));
    assertThat(set.columns()).isEqualTo(4);
    try (ColumnSet.Cursor cursor = set.read(conf)) {
      for (long column : new long[] {7, 8, 70_000, 1L << 39, -1, -1}) {
        assertThat(cursor.next()).isEqualTo(column);
      }
    }
    try (ColumnSet.Cursor cursor = set.read(conf)) {
      assertThat(cursor.contains(6)).isFalse();
      assertThat(cursor.contains(8)).isTrue();
      assertThat(cursor.contains(70_001)).isFalse();
      assertThat(cursor.contains(1L << 39)).isTrue();
      assertThat(cursor.contains((1L << 40) - 1)).isFalse();
    }
    assertThat(ColumnBits.read(conf, set.file()).contains(70_000)).isTrue();
  }
}
