package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonKeyTest {

  private static final Comparator<ComparisonKey> MODEL =
      Comparator.comparingLong(ComparisonKey::block)
          .thenComparing(key -> !key.isMember()) // members first
          .thenComparingLong(ComparisonKey::column);

  private static List<ComparisonKey> keys() {
    List<ComparisonKey> keys = new ArrayList<>();
    for (long block : KeyContract.COLUMNS) {
      for (long column : KeyContract.COLUMNS) {
        keys.add(new ComparisonKey().setMember(block, column));
        keys.add(new ComparisonKey().setVisitor(block, column));
      }
    }
    return keys;
  }

  @Test
  void holdsItsPartsWhateverItHeldBefore() {
    ComparisonKey key = new ComparisonKey();
    for (long block : KeyContract.COLUMNS) {
      for (long column : KeyContract.COLUMNS) {
        assertThat(key.setVisitor(block, column).isMember()).isFalse();
        assertThat(key.setMember(block, column).isMember()).isTrue();
        assertThat(key.block()).isEqualTo(block);
        assertThat(key.leadingColumn()).isEqualTo(block);
        assertThat(key.column()).isEqualTo(column);
      }
    }
  }

  @Test
  void ordersAgreeAndMembersComeFirst() throws IOException {
    KeyContract.checkOrder(keys(), ComparisonKey::new, ComparisonKey::compareTo, MODEL);
  }

  @Test
  void groupsByTheBlock() throws IOException {
    KeyContract.checkGrouping(keys(), new ComparisonKey.Block(), ComparisonKey::block);
  }
}
