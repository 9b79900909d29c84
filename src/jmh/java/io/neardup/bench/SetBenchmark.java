package io.neardup.bench;

import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.SetComparison;
import io.neardup.sort.HashSort;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Sorting and comparing sets of hashes: microseconds a set, or a pair of them. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class SetBenchmark {

  private static final int SETS = 32;

  /** How many elements a set has. */
  @Param({"100", "4000", "60000"})
  public int size;

  private final long[][] sets = new long[SETS][];
  private final IndexedSet[] indexed = new IndexedSet[SETS];
  private final long[][] similar = new long[SETS][]; // of Jaccard 0.8 with those
  private final SetComparison comparison = new SetComparison();
  private final HashSort sort = new HashSort();
  private long[] copy;
  private int next;

  /** Makes the sets. */
  @Setup
  public void setup() {
    SplittableRandom random = new SplittableRandom(1);
    for (int s = 0; s < SETS; s++) {
      sets[s] = random.longs(size).toArray();
      long[] other = sets[s].clone();
      for (int i = 0; i < size / 9; i++) {
        other[9 * i] = random.nextLong();
      }
      similar[s] = other;
      indexed[s] = indexed(sets[s]);
    }
    copy = new long[size];
  }

  private static IndexedSet indexed(long[] elements) {
    IndexedSet indexed = new IndexedSet();
    indexed.take(elements.clone(), elements.length);
    return indexed;
  }

  private long[] set() {
    return sets[next++ % SETS];
  }

  /** A copy, and our sort. */
  @Benchmark
  public long[] hashSort() {
    System.arraycopy(set(), 0, copy, 0, size);
    sort.sort(copy, 0, size);
    return copy;
  }

  /** A copy, and the JDK's sort. */
  @Benchmark
  public long[] arraysSort() {
    System.arraycopy(set(), 0, copy, 0, size);
    Arrays.sort(copy);
    return copy;
  }

  /** A set made ready for comparisons. */
  @Benchmark
  public IndexedSet indexedSet() {
    return indexed(set());
  }

  /** The comparison of two sets of Jaccard similarity 0.8. */
  @Benchmark
  public boolean comparison() {
    int s = next++ % SETS;
    return comparison.reaches(indexed[s], similar[s], size, 0.5);
  }
}
