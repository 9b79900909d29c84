package io.neardup.hadoop.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.KeyContract;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ColumnPartitionTest {

  private static final int[] PARTS = {1, 2, 3, 7, 500, 1 << 20};

  @Test
  void partOfANumberIsItsShareOfTheTotal() {
    for (int total : new int[] {1, 2, 3, 999, 1000, 1001}) {
      KeyContract.checkEven(total, (value, parts) -> ColumnPartition.part(value, total, parts));
    }
    long most = 1L << 40;
    for (int parts : PARTS) {
      for (long value : KeyContract.COLUMNS) {
        assertThat(ColumnPartition.part(value, most, parts))
            .isEqualTo(share(BigInteger.valueOf(value), 40, parts));
      }
    }
  }

  @Test
  void partOfNothingIsTheFirstAndBeyondTheTotalTheLast() {
    for (int parts : PARTS) {
      assertThat(ColumnPartition.part(0, 0, parts)).isZero();
      assertThat(ColumnPartition.part(1L << 39, 0, parts)).isZero();
      assertThat(ColumnPartition.part(1000, 1000, parts))
          .isEqualTo(ColumnPartition.part(999, 1000, parts));
    }
  }

  @Test
  void partOfTheBeginningOfAHashIsTheFloorOfItsShareOfAll() {
    List<Long> hashes = new ArrayList<>(KeyContract.COLUMNS);
    new Random(21).longs(2000, 0, ColumnPartition.MAX_COLUMNS).forEach(hashes::add);
    for (int parts : PARTS) {
      for (int part = 0; part < Math.min(parts, 500); part++) { // where a part begins, and before
        BigInteger first =
            BigInteger.ONE
                .shiftLeft(40)
                .multiply(BigInteger.valueOf(part))
                .add(BigInteger.valueOf(parts - 1))
                .divide(BigInteger.valueOf(parts));
        hashes.add(first.longValue());
        hashes.add(Math.max(0, first.longValue() - 1));
      }
      for (long hash : hashes) {
        assertThat(ColumnPartition.part(hash, ColumnPartition.MAX_COLUMNS, parts))
            .as("%x of %d", hash, parts)
            .isEqualTo(share(BigInteger.valueOf(hash), 40, parts));
      }
      assertThat(ColumnPartition.part(1L << 39, ColumnPartition.MAX_COLUMNS, parts))
          .isEqualTo(parts / 2);
    }
  }

  /** Returns floor(value · parts / 2^bits). */
  private static int share(BigInteger value, int bits, int parts) {
    return value.multiply(BigInteger.valueOf(parts)).shiftRight(bits).intValueExact();
  }
}
