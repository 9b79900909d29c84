package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;

/** The keys of the ingest jobs and their partitioners. */
class IngestKeysTest {

  private static final List<Long> PLACES =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE);

  private static BytesWritable place(long ordinal, long position) {
    return new BytesWritable(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(ordinal).putLong(position).array());
  }

  @Test
  void placesArePartitionedInOrder() {
    List<BytesWritable> ascending = new ArrayList<>();
    for (long ordinal : new long[] {0, 1, 2, 9, 500, 999, 1000, 1L << 40}) {
      ascending.add(place(ordinal, 0));
      ascending.add(place(ordinal, Long.MAX_VALUE));
    }
    for (long ranges : new long[] {0, 1, 10, 1000}) {
      SetJobs.PlacePartitioner partitioner = placePartitioner(ranges);
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, new DocumentWritable(), parts));
    }
    SetJobs.PlacePartitioner partitioner = placePartitioner(10_000);
    PartitionContract.checkEven(
        10_000,
        (ordinal, parts) ->
            partitioner.getPartition(place(ordinal, -ordinal), new DocumentWritable(), parts));
  }

  private static SetJobs.PlacePartitioner placePartitioner(long ranges) {
    Configuration conf = new Configuration(false);
    conf.setLong("neardup-internal.ranges", ranges);
    SetJobs.PlacePartitioner partitioner = new SetJobs.PlacePartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static BytesWritable member(String id, long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = (id + "behind").getBytes(StandardCharsets.UTF_8);
    SetJobs.setMember(key, bytes, bytes.length - "behind".length(), ordinal, position);
    return key;
  }

  /** Ids of which some begin others, with bytes over 127, and none at all. */
  private static final List<String> IDS =
      List.of(
          "", "a", "ab", "a\u0001", "b", "\u0001", "é", "\u007f", "日本", "日", "aaaaaaaaaaaaaaaa");

  /** The lines of a set form a group, in the order of their places. */
  @Test
  void membersSortBySetThenPlace() throws IOException {
    BytesWritable.Comparator order = new BytesWritable.Comparator();
    SetJobs.IdComparator sets = new SetJobs.IdComparator();
    for (String id : IDS) {
      for (String other : IDS) {
        int between = KeyContract.raw(sets, member(id, 0, 0), member(other, 0, 0));
        assertThat(between == 0).isEqualTo(id.equals(other));
        for (long a : PLACES) {
          for (long b : PLACES) {
            BytesWritable one = member(id, a, b);
            BytesWritable two = member(other, b, a);
            assertThat(Integer.signum(sets.compare(one, two))).isEqualTo(between);
            assertThat(KeyContract.raw(sets, one, two)).isEqualTo(between);
            assertThat(KeyContract.raw(order, one, two))
                .isEqualTo(between != 0 ? between : Long.compare(a, b));
          }
        }
      }
    }
  }

  @Test
  void membersOfASetStayTogetherAndSetsSpread() {
    SetJobs.IdPartitioner partitioner = new SetJobs.IdPartitioner();
    int[] sizes = new int[16];
    for (int i = 0; i < 16_000; i++) {
      int part = partitioner.getPartition(member("set" + i, 0, 0), new BytesWritable(), 16);
      BytesWritable other = member("set" + i, Long.MAX_VALUE, i);
      assertThat(partitioner.getPartition(other, new BytesWritable(new byte[9]), 16))
          .isEqualTo(part);
      assertThat(partitioner.getPartition(other, new BytesWritable(), 1)).isZero();
      sizes[part]++;
    }
    requireSpread(sizes);
  }

  /** Bin(16,000, 1/16) has mean 1000 and deviation 30.6; six of them in 16 parts: below 10⁻⁷. */
  private static void requireSpread(int[] sizes) {
    for (int size : sizes) {
      assertThat(size).isBetween(1000 - 184, 1000 + 184);
    }
  }

  private static BytesWritable id(String id) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = (id + "behind").getBytes(StandardCharsets.UTF_8);
    IngestReducer.setKey(key, bytes, bytes.length - "behind".length());
    return key;
  }

  @Test
  void idsSortByHashAndGoToAllReducersInOrder() {
    BytesWritable reused = id("a long id, so that the array is long");
    IngestReducer.setKey(reused, new byte[] {'x', 'y'}, 1);
    assertThat(reused).isEqualTo(id("x"));
    IngestReducer.HashRangePartitioner partitioner = new IngestReducer.HashRangePartitioner();
    List<BytesWritable> ids = new ArrayList<>();
    for (int i = 0; i < 16_000; i++) {
      ids.add(id("document " + i));
    }
    ids.sort(null);
    PartitionContract.checkMonotone(
        ids, (id, parts) -> partitioner.getPartition(id, NullWritable.get(), parts));
    int[] sizes = new int[16];
    ids.forEach(id -> sizes[partitioner.getPartition(id, NullWritable.get(), 16)]++);
    requireSpread(sizes);
  }
}
