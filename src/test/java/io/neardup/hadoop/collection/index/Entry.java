package io.neardup.hadoop.collection.index;

import io.neardup.hadoop.Mr;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;

/** An entry of a run, in the order of runs. */
record Entry(int band, long hash, long column) implements Comparable<Entry> {

  private static final Comparator<Entry> ORDER =
      Comparator.comparingInt(Entry::band)
          .thenComparing(Entry::hash, Long::compareUnsigned)
          .thenComparingLong(Entry::column);

  private static final long[] EXTREME_HASHES = {
    0, 1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1
  };

  @Override
  public int compareTo(Entry other) {
    return ORDER.compare(this, other);
  }

  /** Returns about so many entries, with many or few hashes, bands and columns. */
  static TreeSet<Entry> random(SplittableRandom random, int count) {
    int bands = random.nextInt(1, 5);
    int hashBits = random.nextInt(1, 65);
    long columns = 1L << random.nextInt(4, 41);
    int extreme = random.nextInt(3);
    TreeSet<Entry> entries = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      int band = random.nextInt(bands) * (Short.MAX_VALUE / bands);
      long hash =
          random.nextInt(3) < extreme
              ? EXTREME_HASHES[random.nextInt(EXTREME_HASHES.length)]
              : random.nextLong() >>> (Long.SIZE - hashBits);
      entries.add(new Entry(band, hash, random.nextLong(columns)));
    }
    return entries;
  }

  /** Writes a file. */
  static void write(Path file, Collection<Entry> entries) throws IOException {
    try (RunWriter writer = new RunWriter(Mr.conf(), file)) {
      for (Entry entry : entries) {
        writer.add(entry.band, entry.hash, entry.column);
      }
    }
  }
}
