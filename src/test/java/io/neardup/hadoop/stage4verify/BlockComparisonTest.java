package io.neardup.hadoop.stage4verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link BlockComparison}. */
class BlockComparisonTest {

  /**
   * Two texts of the same XXH3, of 64 and of 128 bits: the lower halves of two words are those of
   * its secret, and products with the difference are therefore 0, whatever the upper halves are.
   */
  private static byte[] text(byte first, byte second) {
    byte[] text = new byte[512];
    Arrays.fill(text, (byte) 'x');
    System.arraycopy(HexFormat.of().parseHex("b8fe6c39"), 0, text, 0, 4);
    System.arraycopy(HexFormat.of().parseHex("7c01812c"), 0, text, 64, 4);
    text[4] = first;
    text[68] = second;
    return text;
  }

  @Test
  void textsOfOneKnownHashAreNotTakenForOne() throws Exception {
    List<byte[]> texts = List.of(text((byte) 'a', (byte) 'b'), text((byte) 'b', (byte) 'a'));
    assertThat(texts.get(0)).isNotEqualTo(texts.get(1));
    assertThat(Hashing.xxh3_64().hashBytesToLong(texts.get(0)))
        .isEqualTo(Hashing.xxh3_64().hashBytesToLong(texts.get(1)));
    assertThat(Hashing.xxh3_128().hashBytesTo128Bits(texts.get(0)))
        .isEqualTo(Hashing.xxh3_128().hashBytesTo128Bits(texts.get(1)));
    List<Integer> shingled = new ArrayList<>();
    DocumentElements firstBytes =
        document -> {
          shingled.add((int) document.textBytes()[document.textOffset() + 4]);
          return LongArrayList.of(shingled.size());
        };
    List<String> compared = new ArrayList<>();
    try (BlockComparison block =
        new BlockComparison(
            firstBytes,
            () -> {
              throw new AssertionError("it fits in memory");
            },
            1 << 20,
            (member, other, agreement) ->
                compared.add(member.shingles()[0] + " " + other.shingles()[0]))) {
      for (int column = 0; column < 2; column++) {
        ComparedDocument document = new ComparedDocument();
        document.document().set(new byte[0], 0, texts.get(column), 0, 512);
        if (column == 1) {
          document.partners().add(0, 1);
        }
        block.take(new ComparisonKey().setMember(0, column), document);
      }
      block.finish();
    }
    assertThat(shingled).containsExactly((int) 'a', (int) 'b');
    assertThat(compared).containsExactly("1 2");
  }
}
