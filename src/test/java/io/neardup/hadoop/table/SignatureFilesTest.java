package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link SignatureCursor} over files on the local disk. */
class SignatureFilesTest {

  private static final int SLOTS = 3;
  private static final int LENGTH = 20;

  @TempDir private java.nio.file.Path folder;
  private Configuration conf;
  private Path path;

  @BeforeEach
  void configure() {
    conf = Mr.conf();
    path = new Path(folder.toUri());
  }

  private static int slot(long column, int slot) {
    return (int) (column * 31 + slot);
  }

  private java.nio.file.Path writePart(int part, Iterable<Long> columns) throws IOException {
    ByteBuffer records = ByteBuffer.allocate(1 << 20);
    for (long column : columns) {
      records.putLong(column);
      for (int slot = 0; slot < SLOTS; slot++) {
        records.putInt(slot(column, slot));
      }
    }
    return Files.write(
        folder.resolve(String.format("part-r-%05d", part)),
        Arrays.copyOf(records.array(), records.position()));
  }

  @Test
  void aFileThatEndsWithinARecordIsAnError() throws IOException {
    java.nio.file.Path file = writePart(0, List.of(1L, 2L));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 2 * LENGTH - 1));
    assertThatThrownBy(
            () -> {
              try (SignatureCursor cursor = new SignatureCursor(conf, path, SLOTS)) {
                cursor.seek(1);
              }
            })
        .isInstanceOf(IOException.class)
        .hasMessageContaining("39 bytes, not a multiple of a signature column's 20");
  }

  /** Columns with large and small gaps, spread over parts of which some are empty. */
  private NavigableMap<Long, Integer> writeParts(Random random, int parts, int most)
      throws IOException {
    TreeMap<Long, Integer> columns = new TreeMap<>();
    long column = random.nextInt(3);
    for (int part = 0; part < parts; part++) {
      List<Long> ofPart = new ArrayList<>();
      int count = random.nextInt(3) == 0 ? 0 : random.nextInt(most);
      for (int i = 0; i < count; i++) {
        ofPart.add(column);
        columns.put(column, part);
        column += random.nextInt(5) == 0 ? 1 + random.nextInt(5000) : 1;
      }
      writePart(part, ofPart);
      column += random.nextInt(10);
    }
    return columns;
  }

  @Test
  void aCursorFindsWhatAMapHolds() throws IOException {
    Random random = new Random(71);
    for (int round = 0; round < 60; round++) {
      for (java.io.File file : folder.toFile().listFiles()) {
        assertThat(file.delete()).isTrue();
      }
      NavigableMap<Long, Integer> columns =
          writeParts(random, random.nextInt(5), random.nextBoolean() ? 5 : 2000);
      long last = columns.isEmpty() ? 5 : columns.lastKey() + 5;
      for (int stride : new int[] {1, 3, 300, 100_000}) {
        try (SignatureCursor cursor = new SignatureCursor(conf, path, SLOTS)) {
          long column = 0;
          int sought = 0;
          while (column <= last && sought++ < 1000) {
            boolean there = columns.containsKey(column);
            if (cursor.seek(column) != there) {
              assertThat(cursor.seek(column)).as("column %d", column).isEqualTo(there);
            }
            if (there) {
              ByteBuffer bytes = ByteBuffer.wrap(cursor.bytes());
              for (int slot = 0; slot < SLOTS; slot++) {
                assertThat(bytes.getInt(cursor.slotsOffset() + 4 * slot))
                    .isEqualTo(slot(column, slot));
              }
            }
            column += random.nextInt(1 + stride); // the same one again, at times
          }
          assertThat(cursor.seek(last + 1)).isFalse();
          assertThat(cursor.seek(1L << 40)).isFalse();
        }
      }
    }
  }
}
