package io.neardup.hadoop.stage5cluster.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.stage5cluster.keep.LinkKey;
import io.neardup.hadoop.stage5cluster.keep.Partner;
import io.neardup.hadoop.stage5cluster.keep.RankKey;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparator;
import org.junit.jupiter.api.Test;

/** The keys of the jobs of stage 5 and their partitioners. */
class ClusterKeysTest {

  private static final List<Long> COLUMNS =
      List.of(0L, 1L, 127L, 128L, 256L, 1L << 32, (1L << 40) - 1);

  /** Unsigned, in order. */
  private static final List<byte[]> RANKS =
      Stream.of(0L, 1L, 256L, Long.MAX_VALUE, Long.MIN_VALUE, -2L, -1L)
          .map(ClusterKeysTest::rank)
          .toList();

  private static byte[] rank(long number) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(number).array();
  }

  private static FirstColumnPartitioner firstColumn(long columns) {
    FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
    partitioner.setConf(columns(columns));
    return partitioner;
  }

  private static Configuration columns(long columns) {
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, columns);
    return conf;
  }

  // RankKey

  /** In order. */
  private static List<RankKey> rankKeys() {
    List<RankKey> keys = new ArrayList<>();
    for (long group : COLUMNS) {
      for (byte[] rank : RANKS) {
        for (long column : COLUMNS) {
          keys.add(new RankKey().set(group, rank, column));
        }
      }
    }
    return keys;
  }

  @Test
  void rankKeysHoldTheirPartsAndTheirOrdersAgree() throws IOException {
    RankKey key = new RankKey();
    for (byte[] rank : RANKS) {
      for (long column : COLUMNS) {
        key.set(7, rank, column);
        assertThat(List.of(key.group(), key.column())).containsExactly(7L, column);
        assertThat(key.rank()).isEqualTo(rank);
        key.set(column, rank, 7);
        assertThat(List.of(key.group(), key.column())).containsExactly(column, 7L);
        assertThat(key.rank()).isEqualTo(rank);
      }
    }
    List<RankKey> ordered = rankKeys();
    KeyContract.checkOrder(
        ordered, RankKey::new, RankKey::compareTo, Comparator.comparingInt(ordered::indexOf));
    KeyContract.checkGrouping(ordered, new RankKey.Group(), RankKey::group);
  }

  @Test
  void rankKeysArePartitionedByGroup() {
    FirstColumnPartitioner partitioner = firstColumn(10_000);
    NullWritable nothing = NullWritable.get();
    PartitionContract.checkMonotone(
        rankKeys(), (key, parts) -> partitioner.getPartition(key, nothing, parts));
    PartitionContract.checkEven(
        10_000,
        (column, parts) ->
            partitioner.getPartition(new RankKey().set(column, rank(-1), 3), nothing, parts));
  }

  // LinkKey

  @Test
  void linkKeysHoldTheirColumnsAndTheirOrdersAgree() throws IOException {
    List<LinkKey> ordered = new ArrayList<>();
    for (byte[] rankOfLater : RANKS) {
      for (long later : List.of(0L, 1L, 1L << 32)) {
        for (byte[] rankOfEarlier : List.of(RANKS.get(0), RANKS.get(3), RANKS.get(6))) {
          for (long earlier : List.of(2L, 128L, (1L << 40) - 1)) {
            LinkKey key = new LinkKey().set(rankOfLater, later, rankOfEarlier, earlier);
            assertThat(List.of(key.later(), key.earlier())).containsExactly(later, earlier);
            ordered.add(key);
          }
        }
      }
    }
    KeyContract.checkOrder(
        ordered, LinkKey::new, LinkKey::compareTo, Comparator.comparingInt(ordered::indexOf));
    // Nine of each later document.
    KeyContract.checkGrouping(ordered, new LinkKey.Later(), key -> ordered.indexOf(key) / 9);
  }

  // DecisionKey

  private static List<DecisionKey> decisionKeys() {
    List<DecisionKey> keys = new ArrayList<>();
    for (long column : COLUMNS) {
      for (DecisionKey.Kind kind : DecisionKey.Kind.values()) {
        for (long other : COLUMNS) {
          keys.add(new DecisionKey().set(column, kind, other));
        }
      }
    }
    return keys;
  }

  @Test
  void decisionKeysHoldTheirPartsAndTheirOrdersAgree() throws IOException {
    for (DecisionKey.Kind kind : DecisionKey.Kind.values()) {
      for (long column : COLUMNS) {
        DecisionKey key = new DecisionKey().set(column, kind, 8);
        assertThat(key.kind()).isEqualTo(kind);
        assertThat(List.of(key.column(), key.other())).containsExactly(column, 8L);
        key.set(8, kind, column);
        assertThat(List.of(key.column(), key.other())).containsExactly(8L, column);
      }
    }
    List<DecisionKey> ordered = decisionKeys();
    KeyContract.checkOrder(
        ordered,
        DecisionKey::new,
        DecisionKey::compareTo,
        Comparator.comparingInt(ordered::indexOf));
    KeyContract.checkGrouping(ordered, new DecisionKey.Column(), DecisionKey::column);
  }

  @Test
  void decisionKeysArePartitionedByColumn() {
    FirstColumnPartitioner partitioner = firstColumn(10_000);
    Partner partner = new Partner();
    PartitionContract.checkMonotone(
        decisionKeys(), (key, parts) -> partitioner.getPartition(key, partner, parts));
  }

  // ClusterKey

  private static BytesWritable member(long cluster, long column, boolean kept) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setMember(key, cluster, column, kept);
    return key;
  }

  private static BytesWritable kept(long column) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setKept(key, column);
    return key;
  }

  private static BytesWritable removed(long kept, long column) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setRemoved(key, kept, column);
    return key;
  }

  private static BytesWritable other(long kept, long column) {
    BytesWritable key = new BytesWritable();
    ClusterKey.setOther(key, kept, column);
    return key;
  }

  private static BytesWritable source(String name) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    ClusterKey.setSource(key, bytes, bytes.length);
    return key;
  }

  /** In the order of their bytes; some are longer than what the partitioner looks at. */
  private static final List<String> SOURCES =
      List.of(
          "\u0001",
          "-",
          "a",
          "a b",
          "aaaaaaaa",
          "aaaaaaaaa",
          "aaaaaaaab",
          "b",
          "z",
          "é",
          "日",
          "😀");

  private static List<BytesWritable> members() {
    List<BytesWritable> keys = new ArrayList<>();
    for (long cluster : COLUMNS) {
      for (long column : COLUMNS) {
        keys.add(member(cluster, column, column % 2 == 0));
      }
    }
    return keys;
  }

  private static List<BytesWritable> removals() {
    List<BytesWritable> keys = new ArrayList<>();
    for (long kept : COLUMNS) {
      keys.add(kept(kept));
      for (long column : COLUMNS) {
        keys.add(removed(kept, column));
        keys.add(other(kept, column));
      }
    }
    return keys;
  }

  private static List<BytesWritable> sources() {
    return SOURCES.stream().map(ClusterKeysTest::source).toList();
  }

  @Test
  void clusterKeysHoldTheirPartsWhateverTheyHeldBefore() {
    BytesWritable key = source("a source of a long name");
    for (long column : COLUMNS) {
      ClusterKey.setMember(key, 9, column, true);
      assertThat(ClusterKey.kind(key)).isEqualTo(ClusterKey.MEMBER);
      assertThat(List.of(ClusterKey.group(key), ClusterKey.column(key)))
          .containsExactly(9L, column);
      assertThat(ClusterKey.isKept(key)).isTrue();
      ClusterKey.setMember(key, column, 9, false);
      assertThat(List.of(ClusterKey.group(key), ClusterKey.column(key)))
          .containsExactly(column, 9L);
      assertThat(ClusterKey.isKept(key)).isFalse();
      ClusterKey.setRemoved(key, column, 9);
      assertThat(ClusterKey.kind(key)).isEqualTo(ClusterKey.REMOVAL);
      assertThat(ClusterKey.group(key)).isEqualTo(column);
      assertThat(ClusterKey.isOfKept(key)).isFalse();
      assertThat(ClusterKey.removedColumn(key)).isEqualTo(9);
      assertThat(ClusterKey.isOther(key)).isFalse();
      ClusterKey.setOther(key, 9, column);
      assertThat(ClusterKey.kind(key)).isEqualTo(ClusterKey.REMOVAL);
      assertThat(ClusterKey.group(key)).isEqualTo(9);
      assertThat(ClusterKey.isOfKept(key)).isFalse();
      assertThat(ClusterKey.removedColumn(key)).isEqualTo(column);
      assertThat(ClusterKey.isOther(key)).isTrue();
      ClusterKey.setKept(key, column);
      assertThat(ClusterKey.group(key)).isEqualTo(column);
      assertThat(ClusterKey.isOfKept(key)).isTrue();
    }
    ClusterKey.setSource(key, "été…".getBytes(StandardCharsets.UTF_8), 5);
    assertThat(ClusterKey.kind(key)).isEqualTo(ClusterKey.SOURCE);
    int offset = ClusterKey.sourceOffset();
    assertThat(new String(key.getBytes(), offset, key.getLength() - offset, StandardCharsets.UTF_8))
        .isEqualTo("été");
    assertThat(ClusterKey.sourcePrefix(key)).isEqualTo(0xc3a974c3a9000000L);
  }

  @Test
  void clusterKeysSortByKindAndPartAndAreGrouped() throws IOException {
    List<BytesWritable> ordered = new ArrayList<>(members());
    ordered.addAll(removals());
    ordered.addAll(sources());
    WritableComparator bytes = WritableComparator.get(BytesWritable.class);
    for (int a = 0; a < ordered.size(); a++) {
      for (int b = 0; b < ordered.size(); b++) {
        assertThat(KeyContract.raw(bytes, ordered.get(a), ordered.get(b)))
            .isEqualTo(Integer.compare(a, b));
      }
    }
    KeyContract.checkGrouping(
        ordered,
        new ClusterKey.Group(),
        key ->
            ClusterKey.kind(key) * 1000
                + (ClusterKey.kind(key) == ClusterKey.SOURCE
                    ? sources().indexOf(key)
                    : COLUMNS.indexOf(ClusterKey.group(key))));
  }

  @Test
  void clusterKeysOfEachKindArePartitionedInOrder() {
    ClusterPartitioner partitioner = new ClusterPartitioner();
    partitioner.setConf(columns(10_000));
    Text value = new Text();
    for (List<BytesWritable> keys : List.of(members(), removals(), sources())) {
      PartitionContract.checkMonotone(
          keys, (key, parts) -> partitioner.getPartition(key, value, parts));
    }
    PartitionContract.checkEven(
        10_000, (column, parts) -> partitioner.getPartition(member(column, 3, true), value, parts));
    PartitionContract.checkEven(
        10_000, (column, parts) -> partitioner.getPartition(removed(column, 3), value, parts));
    assertThat(partitioner.getPartition(source("日"), value, 100)).isGreaterThan(80);
  }
}
