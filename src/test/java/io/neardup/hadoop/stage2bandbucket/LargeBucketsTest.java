package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongList;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LargeBucketsTest {

  @Test
  void theLargestComeFirstAndOfEqualOnesThoseOfTheFirstBandsAndHashes() {
    LargeBuckets buckets = new LargeBuckets();
    assertThat(buckets.isEmpty()).isTrue();
    buckets.add(3, 5, 100, LongList.of(7, 77), 40);
    buckets.add(1, -1, 100, LongList.of(8, 77), 41);
    buckets.add(1, 2, 100, LongList.of(9, 77), 42);
    buckets.add(9, 0, 200, LongList.of(1, 77), 43);
    assertThat(buckets.lines().lines())
        .containsExactly(
            "9\t0000000000000000\t200\t1 77\t43",
            "1\t0000000000000002\t100\t9 77\t42",
            "1\tffffffffffffffff\t100\t8 77\t41",
            "3\t0000000000000005\t100\t7 77\t40");
  }

  @Test
  void whatTasksNotedIsWhatOneTaskWouldHaveNoted() {
    Random random = new Random(1);
    LargeBuckets whole = new LargeBuckets();
    LargeBuckets united = new LargeBuckets();
    for (int task = 0; task < 3; task++) {
      LargeBuckets part = new LargeBuckets();
      for (int i = 0; i < LargeBuckets.MAX_BUCKETS; i++) {
        long hash = random.nextLong();
        long columns = 10L + random.nextInt(500);
        part.add(task, hash, columns, LongList.of(i), columns * 3);
        whole.add(task, hash, columns, LongList.of(i), columns * 3);
      }
      united.addLines(part.lines().lines().toList());
    }
    assertThat(united.lines()).isEqualTo(whole.lines());
    assertThat(united.lines().lines()).hasSize(LargeBuckets.MAX_BUCKETS);
  }
}
