package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.Disk;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PairBlocksTest {

  private static final int COLUMNS = 400;

  @TempDir private java.nio.file.Path folder;

  private record Pair(long member, long visitor) {}

  private int[] starts;

  /** Cuts the pairs and returns those of each block; fails unless every document meets its own. */
  private List<List<Pair>> blocks(List<Pair> pairs, int parts, int maxMembers) throws IOException {
    int[] files = {0};
    Disk disk = () -> new File(folder.toFile(), "sorted-" + files[0]++);
    Path sends = new Path(folder.resolve("sends").toUri());
    try (PairBlocks blocks = new PairBlocks(disk, pairs.size(), parts, maxMembers)) {
      for (Pair pair : pairs) {
        blocks.add(pair.member, pair.visitor);
      }
      blocks.write(new Configuration(), sends);
      starts = blocks.starts();
    }
    Map<Integer, Set<Long>> members = new HashMap<>();
    List<List<Pair>> found = new ArrayList<>();
    try (ColumnLists lists = new ColumnLists(new Configuration(), sends)) {
      for (long column = 0; column < COLUMNS; column++) {
        int last = -1;
        for (boolean more = lists.seek(column) && lists.nextEntry();
            more;
            more = lists.nextEntry()) {
          assertThat(lists.number()).isGreaterThanOrEqualTo(last);
          last = lists.number();
          while (found.size() <= last) {
            found.add(new ArrayList<>());
          }
          if (lists.entry() == column) {
            assertThat(members.computeIfAbsent(last, b -> new TreeSet<>()).add(column)).isTrue();
          } else {
            found.get(last).add(new Pair(lists.entry(), column));
          }
        }
      }
    }
    for (int block = 0; block < found.size(); block++) {
      assertThat(members.get(block)).hasSizeBetween(1, maxMembers);
      Set<Long> met = new TreeSet<>();
      found.get(block).forEach(pair -> met.add(pair.member));
      assertThat(met).isEqualTo(members.get(block));
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({"1, 1000", "1, 1", "3, 2", "5, 1000", "7, 3", "200, 1"})
  void everyPairIsInOneBlockInItsOrder(int parts, int maxMembers) throws IOException {
    Random random = new Random(parts);
    List<Pair> pairs = new ArrayList<>();
    for (long member = 0; member < 100; member++) {
      int visitors = member == 50 ? 150 : random.nextInt(4);
      for (long visitor = 0; visitor < visitors; visitor++) {
        pairs.add(new Pair(member, 100 + visitor * 2 + member % 2));
      }
    }
    List<List<Pair>> blocks = blocks(pairs, parts, maxMembers);
    List<Pair> inOrder = new ArrayList<>();
    int[] pairsOfPart = new int[parts];
    for (int block = 0; block < blocks.size(); block++) {
      blocks.get(block).stream()
          .sorted(Comparator.comparingLong(Pair::member).thenComparingLong(Pair::visitor))
          .forEach(inOrder::add);
      int part = 0;
      while (part + 1 < parts && starts[part + 1] <= block) {
        part++;
      }
      pairsOfPart[part] += blocks.get(block).size();
    }
    assertThat(inOrder).isEqualTo(pairs);
    for (int ofPart : pairsOfPart) {
      assertThat(ofPart).isBetween(pairs.size() / parts, pairs.size() / parts + 1);
    }
  }

  @Test
  void aMemberOfManyVisitorsIsSentOncePerTask() throws IOException {
    List<Pair> pairs = new ArrayList<>();
    for (long visitor = 1; visitor < 301; visitor++) {
      pairs.add(new Pair(0, visitor));
    }
    assertThat(blocks(pairs, 3, 10)).hasSize(3).allMatch(block -> block.size() == 100);
    assertThat(starts).containsExactly(0, 1, 2);
  }
}
