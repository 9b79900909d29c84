package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.junit.jupiter.api.Test;

class ListedSignatureTest {

  @Test
  void survivesWhateverWasReadBefore() throws IOException {
    ListedSignature read = new ListedSignature();
    ListedSignature written = new ListedSignature();
    Random random = new Random(8);
    for (int columns : new int[] {2, 0, 5_000, 1}) {
      byte[] bytes = new byte[50 + columns];
      random.nextBytes(bytes);
      written.set(bytes, 7, 40);
      for (int c = 0; c < columns; c++) {
        written.offsets().add(c * 13L);
      }
      DataOutputBuffer out = new DataOutputBuffer();
      written.write(out);
      DataInputBuffer in = new DataInputBuffer();
      in.reset(out.getData(), out.getLength());
      read.readFields(in);
      assertThat(in.getPosition()).isEqualTo(out.getLength());
      int from = read.slotsOffset();
      assertThat(Arrays.copyOfRange(read.bytes(), from, from + 40))
          .isEqualTo(Arrays.copyOfRange(bytes, 7, 47));
      assertThat(read.offsets().toLongArray()).isEqualTo(written.offsets().toLongArray());
    }
  }
}
