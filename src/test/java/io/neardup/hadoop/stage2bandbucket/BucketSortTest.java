package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

/** The sort by bucket. */
class BucketSortTest {

  private record Entry(long band, long hash, long order, long column) {}

  private static final Comparator<Entry> MODEL =
      Comparator.comparingLong(Entry::band)
          .thenComparing(Entry::hash, Long::compareUnsigned)
          .thenComparing(Entry::order, Long::compareUnsigned)
          .thenComparingLong(Entry::column);

  /** Sends the entry that is the number of its input. */
  private static final class Sender extends BucketMapper<NullWritable> {
    private final List<Entry> entries;

    private Sender(List<Entry> entries) {
      this.entries = entries;
    }

    @Override
    protected void map(LongWritable number, NullWritable nothing, Context context)
        throws IOException, InterruptedException {
      Entry entry = entries.get((int) number.get());
      send((int) entry.band, entry.hash, entry.order, entry.column, context);
    }
  }

  /** Gathers entries, with null before a bucket and behind it. */
  private static final class Receiver extends BucketReducer {
    private final List<Entry> received = new ArrayList<>();
    private long band;
    private long hash;

    @Override
    protected void start(int newBand, long newHash) {
      received.add(null);
      band = newBand;
      hash = newHash;
    }

    @Override
    protected void add(long order, long column) {
      received.add(new Entry(band, hash, order, column));
    }

    @Override
    protected void finish() {
      received.add(null);
    }
  }

  @Test
  void entriesComeBucketByBucketInOrder() throws IOException {
    Random random = new Random(23);
    List<Entry> entries = new ArrayList<>();
    List<Entry> expected = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      long hash = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long order = KeyContract.anyOf(random, KeyContract.HASHES, 0);
      long column = KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40);
      entries.add(new Entry(random.nextInt(3), hash, order, column));
    }
    Entry last = null;
    for (Entry entry : entries.stream().sorted(MODEL).toList()) {
      if (last == null || entry.band != last.band || entry.hash != last.hash) {
        expected.add(null);
        expected.add(null);
      }
      expected.add(entry);
      last = entry;
    }
    expected.add(expected.remove(0)); // between two buckets one ends and one begins

    Receiver receiver = new Receiver();
    var driver = Mr.chain(new Sender(entries), receiver, Mr.conf());
    for (int i = 0; i < entries.size(); i++) {
      driver.addInput(new LongWritable(i), NullWritable.get());
    }
    driver.run();
    assertThat(receiver.received).isEqualTo(expected);
  }

  @Test
  void bucketsArePartitionedInOrderAndEvenly() {
    for (int bands : new int[] {1, 3, 20, 32_767}) {
      Configuration conf = Mr.conf();
      BucketRanges.setBands(conf, bands);
      FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
      partitioner.setConf(conf);
      List<Long> ascending = new ArrayList<>();
      for (int band = 0; band < bands; band += Math.max(1, bands / 40)) {
        for (long hash = 0; hash < 64; hash++) {
          ascending.add(BucketRanges.range(band, hash << 58));
        }
      }
      KeyContract.checkMonotone(ascending, (range, parts) -> part(partitioner, range, parts));
      assertThat(part(partitioner, BucketRanges.range(bands - 1, -1), 7)).isEqualTo(6);
      long half = bands % 2 == 0 ? 0 : 1L << 63;
      assertThat(part(partitioner, BucketRanges.range(bands / 2, half), 100)).isEqualTo(50);
    }
  }

  private static int part(FirstColumnPartitioner partitioner, long range, int parts) {
    return partitioner.getPartition(new LongWritable(range), new BytesWritable(), parts);
  }
}
