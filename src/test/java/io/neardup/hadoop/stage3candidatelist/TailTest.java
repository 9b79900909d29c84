package io.neardup.hadoop.stage3candidatelist;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

class TailTest {

  @Test
  void roundTripsWhateverWasReadBefore() throws IOException {
    Random random = new Random(14);
    Tail read = new Tail();
    for (int round = 0; round < 200; round++) {
      Tail written = new Tail();
      long bound = 1L << (1 + random.nextInt(40));
      random
          .longs(random.nextInt(50), 0, bound)
          .sorted()
          .distinct()
          .forEach(written.columns()::add);
      read.readFields(bytes(written));
      assertThat(read).isEqualTo(written).hasSameHashCodeAs(written);
      assertThat(read.columns().toLongArray()).isEqualTo(written.columns().toLongArray());
    }
  }

  private static DataInputBuffer bytes(Tail tail) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    tail.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    return in;
  }

  @Test
  void neighboursTakeAByte() throws IOException {
    Tail tail = new Tail();
    long first = (1L << 40) - 4096;
    for (int i = 0; i < 4096; i++) {
      tail.columns().add(first + i);
    }
    DataOutputBuffer out = new DataOutputBuffer();
    tail.write(out);
    assertThat(out.getLength()).isLessThanOrEqualTo(3 + 9 + 4095);
  }

  @Test
  void differentColumnsAreDifferent() {
    Tail one = new Tail();
    one.columns().addAll(LongArrayList.of(1, 2));
    Tail other = new Tail();
    other.columns().addAll(LongArrayList.of(1, 3));
    assertThat(one).isNotEqualTo(other);
  }
}
