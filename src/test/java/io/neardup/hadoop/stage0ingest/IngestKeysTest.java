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
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** The keys of the ingest jobs and their partitioners. */
class IngestKeysTest {

  private static final List<Long> PLACES =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE);

  // Places

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

  // Members of sets

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
    int parts = 16;
    int[] sizes = new int[parts];
    int sets = 16_000;
    for (int i = 0; i < sets; i++) {
      int part = partitioner.getPartition(member("set" + i, 0, 0), new BytesWritable(), parts);
      assertThat(part).isBetween(0, parts - 1);
      assertThat(
              partitioner.getPartition(
                  member("set" + i, Long.MAX_VALUE, i), new BytesWritable(new byte[9]), parts))
          .isEqualTo(part);
      assertThat(partitioner.getPartition(member("set" + i, 0, 0), new BytesWritable(), 1))
          .isZero();
      sizes[part]++;
    }
    // Bin(16,000, 1/16) has mean 1000 and deviation 30.6; six of them in 16 parts: below 10⁻⁷.
    for (int size : sizes) {
      assertThat(size).isBetween(1000 - 184, 1000 + 184);
    }
  }

  // IngestKey

  private static BytesWritable range(long ordinal) {
    BytesWritable key = new BytesWritable();
    IngestKey.setRange(key, ordinal);
    return key;
  }

  private static BytesWritable aside(long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    IngestKey.setRecord(key, IngestKey.SKIPPED, ordinal, position);
    return key;
  }

  private static BytesWritable id(String id) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = (id + "behind").getBytes(StandardCharsets.UTF_8);
    IngestKey.setId(key, bytes, bytes.length - "behind".length());
    return key;
  }

  @Test
  void ingestKeysSortByKindThenPlaceOrHash() throws IOException {
    List<BytesWritable> ascending = new ArrayList<>();
    PLACES.forEach(ordinal -> ascending.add(range(ordinal)));
    for (long ordinal : PLACES) {
      PLACES.forEach(position -> ascending.add(aside(ordinal, position)));
    }
    List<BytesWritable> ids = new ArrayList<>();
    IDS.stream().filter(id -> !id.isEmpty()).forEach(id -> ids.add(id(id)));
    ids.sort((a, b) -> Long.compareUnsigned(IngestKey.idHash(a), IngestKey.idHash(b)));
    ascending.addAll(ids);

    BytesWritable.Comparator comparator = new BytesWritable.Comparator();
    for (int i = 0; i < ascending.size(); i++) {
      for (int j = 0; j < ascending.size(); j++) {
        assertThat(KeyContract.raw(comparator, ascending.get(i), ascending.get(j)))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void ingestKeysHoldTheirParts() {
    BytesWritable reused = id("a long id, so that the array is long");
    IngestKey.setRecord(reused, IngestKey.SKIPPED, 5, 1L << 40);
    assertThat(reused).isEqualTo(aside(5, 1L << 40));
    assertThat(IngestKey.kind(reused)).isEqualTo(IngestKey.SKIPPED);
    assertThat(IngestKey.ordinal(reused)).isEqualTo(5);
    IngestKey.setRange(reused, Long.MAX_VALUE);
    assertThat(reused).isEqualTo(range(Long.MAX_VALUE));
    assertThat(IngestKey.kind(reused)).isEqualTo(IngestKey.RANGE);
    BytesWritable id = id("日本");
    assertThat(IngestKey.kind(id)).isEqualTo(IngestKey.ID);
    assertThat(new String(id.copyBytes(), StandardCharsets.UTF_8)).endsWith("日本");
    assertThat(id.getLength() - IngestKey.idOffset()).isEqualTo(6);
  }

  @Test
  void rangesAndRecordsSetAsideGoToTheFirstReducerAndIdsToAllInOrder() {
    IngestKey.KeyPartitioner partitioner = new IngestKey.KeyPartitioner();
    List<BytesWritable> ids = new ArrayList<>();
    for (int i = 0; i < 16_000; i++) {
      ids.add(id("document " + i));
    }
    ids.sort((a, b) -> Long.compareUnsigned(IngestKey.idHash(a), IngestKey.idHash(b)));
    int[] sizes = new int[16];
    int last = 0;
    for (BytesWritable id : ids) {
      int part = partitioner.getPartition(id, new Text(), 16);
      assertThat(part).isBetween(last, 15);
      sizes[part]++;
      last = part;
      assertThat(partitioner.getPartition(id, new Text(), 1)).isZero();
    }
    for (int size : sizes) { // as above
      assertThat(size).isBetween(1000 - 184, 1000 + 184);
    }
    for (long place : PLACES) {
      assertThat(partitioner.getPartition(range(place), new Text(), 16)).isZero();
      assertThat(partitioner.getPartition(aside(place, place), new Text(), 16)).isZero();
    }
  }
}
