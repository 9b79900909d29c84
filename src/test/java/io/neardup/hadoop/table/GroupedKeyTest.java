package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class GroupedKeyTest {

  private static final List<Long> COLUMNS = List.of(0L, 1L, 128L, 1L << 32, (1L << 40) - 1);

  /** In order, unsigned. */
  private static final byte[][] RANKS = {{0, 0}, {0, -1}, {127, 1}, {-128, 0}, {-1, -1}};

  /** Keys of two columns, at random and at both ends of their range. */
  static List<GroupedKey> pairs() {
    List<GroupedKey> keys = new ArrayList<>();
    for (long first : KeyContract.COLUMNS) {
      for (long second : KeyContract.COLUMNS) {
        keys.add(new GroupedKey().set(first, second));
      }
    }
    Random random = new Random(20);
    for (int i = 0; i < 100; i++) {
      keys.add(
          new GroupedKey()
              .set(
                  KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40),
                  KeyContract.anyOf(random, KeyContract.COLUMNS, 1L << 40)));
    }
    return keys;
  }

  private static <G extends Comparable<G>> void check(
      List<GroupedKey> ordered, Function<GroupedKey, G> group) throws IOException {
    KeyContract.checkOrder(
        ordered, GroupedKey::new, GroupedKey::compareTo, Comparator.comparingInt(ordered::indexOf));
    KeyContract.checkGrouping(ordered, new GroupedKey.Group(), group);
  }

  @Test
  void pairsAreSortedByBothColumns() throws IOException {
    Comparator<GroupedKey> model =
        Comparator.comparingLong(GroupedKey::leadingColumn).thenComparingLong(GroupedKey::column);
    KeyContract.checkOrder(pairs(), GroupedKey::new, GroupedKey::compareTo, model);
    KeyContract.checkGrouping(pairs(), new GroupedKey.Group(), GroupedKey::leadingColumn);
  }

  @Test
  void ranksAndTagsAreHeldWhateverWasBefore() throws IOException {
    List<GroupedKey> ranked = new ArrayList<>();
    List<GroupedKey> tagged = new ArrayList<>();
    GroupedKey key = new GroupedKey();
    for (long group : COLUMNS) {
      for (byte[] rank : RANKS) {
        for (long column : COLUMNS) {
          ranked.add(new GroupedKey().set(group, rank, column));
          assertThat(key.set(group, rank, column).rank()).isEqualTo(rank);
          assertThat(key.column()).isEqualTo(column);
          tagged.add(new GroupedKey().set(group, rank[0] & 127, column));
          key.set(group, rank[0] & 127, column);
          assertThat(key.tag()).isEqualTo(rank[0] & 127);
          assertThat(key.groupColumn()).isEqualTo(group);
          assertThat(key.leadingColumn()).isEqualTo(group);
        }
      }
    }
    check(ranked, GroupedKey::groupColumn);
    tagged.sort(
        Comparator.comparingLong(GroupedKey::groupColumn)
            .thenComparingInt(GroupedKey::tag)
            .thenComparingLong(GroupedKey::column));
    check(tagged.stream().distinct().toList(), GroupedKey::groupColumn);
  }

  /** Groups and keys of several lengths, as the documents job of stage 5 has them. */
  @Test
  void groupsMayHaveAnyLength() throws IOException {
    List<GroupedKey> keys = new ArrayList<>();
    for (long group : COLUMNS) {
      keys.add(new GroupedKey().start(7).bytes((byte) 1).column(group).endGroup().bytes((byte) 0));
      for (long column : COLUMNS) {
        keys.add(
            new GroupedKey()
                .start(12)
                .bytes((byte) 1)
                .column(group)
                .endGroup()
                .bytes((byte) 1)
                .column(column));
      }
    }
    for (int length : new int[] {1, 2, 3, 300, 4001}) {
      keys.add(new GroupedKey().start(length).bytes((byte) 2).bytes(new byte[length - 1]));
      assertThat(keys.get(keys.size() - 1).from(1)).hasSize(length - 1);
    }
    int perGroup = 1 + COLUMNS.size();
    int removals = perGroup * COLUMNS.size();
    check(
        keys,
        key -> {
          int at = keys.indexOf(key);
          return at < removals ? at / perGroup : at;
        });
  }
}
