package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.corpus.DocumentWritable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.junit.jupiter.api.Test;

/** The keys of the ingest jobs and their partitioners. */
class IngestKeysTest {

  private static final List<Long> PLACES =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE);

  // PlaceKey

  private static final Comparator<PlaceKey> PLACE_MODEL =
      Comparator.comparingLong(PlaceKey::ordinal).thenComparingLong(PlaceKey::position);

  private static PlaceKey place(long ordinal, long position) {
    PlaceKey key = new PlaceKey();
    key.set(ordinal, position);
    return key;
  }

  private static List<PlaceKey> places() {
    List<PlaceKey> keys = new ArrayList<>();
    for (long ordinal : PLACES) {
      for (long position : PLACES) {
        keys.add(place(ordinal, position));
      }
    }
    return keys;
  }

  @Test
  void placesHoldTheirPartsAndTheirOrdersAgree() throws IOException {
    PlaceKey key = new PlaceKey();
    for (long ordinal : PLACES) {
      for (long position : PLACES) {
        key.set(ordinal, position);
        assertThat(key.ordinal()).isEqualTo(ordinal);
        assertThat(key.position()).isEqualTo(position);
      }
    }
    KeyContract.checkOrder(places(), PlaceKey::new, PlaceKey::compareTo, PLACE_MODEL);
  }

  @Test
  void placesArePartitionedInOrder() {
    List<PlaceKey> ascending = new ArrayList<>();
    for (long ordinal : new long[] {0, 1, 2, 9, 500, 999, 1000, 1L << 40}) {
      ascending.add(place(ordinal, 0));
      ascending.add(place(ordinal, Long.MAX_VALUE));
    }
    for (long ranges : new long[] {0, 1, 10, 1000}) {
      PlacePartitioner partitioner = placePartitioner(ranges);
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, new DocumentWritable(), parts));
    }
    PlacePartitioner partitioner = placePartitioner(10_000);
    PartitionContract.checkEven(
        10_000,
        (ordinal, parts) ->
            partitioner.getPartition(place(ordinal, -ordinal), new DocumentWritable(), parts));
  }

  private static PlacePartitioner placePartitioner(long ranges) {
    Configuration conf = new Configuration(false);
    PlacePartitioner.setRanges(conf, ranges);
    PlacePartitioner partitioner = new PlacePartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  // SetMemberKey

  private static SetMemberKey member(String id, long ordinal, long position) {
    SetMemberKey key = new SetMemberKey();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    key.set(bytes, bytes.length, ordinal, position);
    return key;
  }

  private static final Comparator<SetMemberKey> MEMBER_MODEL =
      Comparator.comparing((SetMemberKey key) -> key.id().copyBytes(), Arrays::compareUnsigned)
          .thenComparingLong(SetMemberKey::ordinal)
          .thenComparingLong(SetMemberKey::position);

  /** Ids of which some begin others, with bytes over 127, and none at all. */
  private static final List<String> IDS =
      List.of(
          "", "a", "ab", "a\u0001", "b", "\u0001", "é", "\u007f", "日本", "日", "aaaaaaaaaaaaaaaa");

  private static List<SetMemberKey> members() {
    List<SetMemberKey> keys = new ArrayList<>();
    Random random = new Random(25);
    for (String id : IDS) {
      for (int i = 0; i < 12; i++) {
        keys.add(
            member(
                id,
                KeyContract.anyOf(random, PLACES, 1L << 40),
                KeyContract.anyOf(random, PLACES, 1L << 40)));
      }
      keys.add(member(id, Long.MAX_VALUE, 0));
    }
    return keys;
  }

  @Test
  void membersHoldTheirPartsAndTheirOrdersAgree() throws IOException {
    SetMemberKey key = member("日本", 1L << 40, 77);
    assertThat(key.id().copyBytes()).isEqualTo("日本".getBytes(StandardCharsets.UTF_8));
    assertThat(key.ordinal()).isEqualTo(1L << 40);
    assertThat(key.position()).isEqualTo(77);
    key.set(new byte[] {1, 2, 3}, 2, 0, 0);
    assertThat(key.id().copyBytes()).containsExactly(1, 2);
    KeyContract.checkOrder(members(), SetMemberKey::new, SetMemberKey::compareTo, MEMBER_MODEL);
  }

  @Test
  void membersAreGroupedByTheirSet() throws IOException {
    KeyContract.checkGrouping(
        members(), new SetMemberKey.Set(), key -> new BytesWritable(key.id().copyBytes()));
  }

  @Test
  void membersOfASetStayTogetherAndSetsSpread() {
    SetMemberPartitioner partitioner = new SetMemberPartitioner();
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
    IngestPartitioner partitioner = new IngestPartitioner();
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
