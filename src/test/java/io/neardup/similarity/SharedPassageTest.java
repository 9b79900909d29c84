package io.neardup.similarity;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SharedPassageTest {

  @Property
  void noRunHasALargerExcess(
      @ForAll @Size(max = 30) List<@LongRange(min = 0, max = 9) Long> shingles) {
    long[] other = {1, 2, 3, 5, 7};
    int[] excess = new int[shingles.size() + 1];
    for (int i = 0; i < shingles.size(); i++) {
      excess[i + 1] = excess[i] + (Arrays.binarySearch(other, shingles.get(i)) >= 0 ? 1 : -1);
    }
    int most = 0;
    for (int to = 0; to <= shingles.size(); to++) {
      for (int from = 0; from < to; from++) {
        most = Math.max(most, excess[to] - excess[from]);
      }
    }
    SharedPassage passage =
        SharedPassage.of(new LongArrayList(shingles), Sets.of(other, other.length));
    assertThat(excess[passage.last() + 1] - excess[passage.first()]).isEqualTo(most);
    if (most > 0) {
      assertThat(other).contains(shingles.get(passage.first()), shingles.get(passage.last()));
    }
  }

  @Example
  void anEditDoesNotEndItAndACommonPhraseDoesNotExtendIt() {
    long[] document = LongStream.range(0, 100).toArray();
    document[50] = -1;
    document[5] = 40;
    long[] other = LongStream.range(30, 70).toArray();
    assertThat(SharedPassage.of(new LongArrayList(document), Sets.of(other, other.length)))
        .isEqualTo(new SharedPassage(30, 69));
    assertThat(SharedPassage.of(new LongArrayList(document), Sets.of(new long[] {200}, 1)))
        .isEqualTo(new SharedPassage(0, -1));
  }
}
