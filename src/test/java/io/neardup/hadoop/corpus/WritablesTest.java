package io.neardup.hadoop.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.table.LineBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.Writable;
import org.junit.jupiter.api.Test;

/** Round trips of what travels between tasks, and {@link LineBuilder}. */
class WritablesTest {

  private static void copy(Writable from, Writable to) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    from.write(out);
    DataInputBuffer in = new DataInputBuffer();
    in.reset(out.getData(), out.getLength());
    to.readFields(in);
    assertThat(in.getPosition()).isEqualTo(out.getLength());
  }

  @Test
  void documentsSurviveWhateverWasReadBefore() throws IOException {
    Random random = new Random(40);
    DocumentWritable read = new DocumentWritable();
    for (int round = 0; round < 300; round++) {
      String id = "é".repeat(random.nextInt(30));
      String text = "日x".repeat(random.nextInt(2000));
      copy(Docs.doc(id, text), read);
      assertThat(Docs.id(read)).isEqualTo(id);
      assertThat(Docs.text(read)).isEqualTo(text);
    }
  }

  @Test
  void textsMayHoldAnyBytes() throws IOException {
    byte[] bytes = {0, -1, -2, '\n', '\t', (byte) 0x80};
    DocumentWritable written = new DocumentWritable();
    written.set(new byte[] {'a', 'b'}, 1, bytes, 1, 4);
    DocumentWritable read = new DocumentWritable();
    copy(written, read);
    assertThat(read.idLength()).isEqualTo(1);
    assertThat(
            Arrays.copyOfRange(
                read.textBytes(), read.textOffset(), read.textOffset() + read.textLength()))
        .containsExactly(-1, -2, '\n', '\t');
  }

  @Test
  void splitsSurvive() throws Exception {
    CorpusSplit written = new CorpusSplit(1L << 40, new String[] {"host"});
    written.batch = 3;
    written.offset = 1L << 41;
    written.end = 1L << 42;
    written.bytes = 1L << 43;
    CorpusSplit read = new CorpusSplit(1, new String[] {"other"});
    copy(written, read);
    assertThat(read).usingRecursiveComparison().ignoringFields("hosts").isEqualTo(written);
    assertThat(written.getLocations()).containsExactly("host");
    assertThat(read.getLocations()).isEmpty();
  }

  @Test
  void linesAreBuiltOfNumbersAndStrings() {
    LineBuilder line = new LineBuilder();
    for (long number : new long[] {0, 9, 10, 99, 100, 1234567890123L, Long.MAX_VALUE}) {
      line.clear().append(number);
      assertThat(line.toText().toString()).isEqualTo(Long.toString(number));
      assertThat(line.length()).isEqualTo(Long.toString(number).length());
    }
    line.clear().append("é日").append('\t').append(7).append(new byte[] {'a', 'b', 'c'}, 1, 1);
    assertThat(line.toText().toString()).isEqualTo("é日\t7b");
    assertThat(line.length()).isEqualTo(2 + 3 + 1 + 1 + 1);
    line.clear();
    assertThat(line.toText().toString()).isEmpty();
    line.append("x".repeat(100_000)).append(' ').append(1);
    assertThat(line.toText().getLength()).isEqualTo(100_002);
  }
}
