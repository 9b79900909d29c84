package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.neardup.similarity.IndexedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnchorsTest {

  private static final int WINDOW = 18;

  private final Anchors anchors = new Anchors(WINDOW, 64);

  private static long[] shingles(long seed, int length) {
    return new Random(seed).longs(length).toArray();
  }

  private void find(long[] shingles) {
    anchors.find(new LongArrayList(shingles), new IndexedSet());
  }

  private Set<Long> found(long[] shingles, boolean ownOnly) {
    find(shingles);
    Set<Long> found = new HashSet<>();
    for (int a = 0; a < anchors.size(); a++) {
      if (!ownOnly || anchors.isOwn(a)) {
        assertThat(found.add(anchors.anchor(a))).as("each once").isTrue();
      }
    }
    return found;
  }

  /** The hashes are stored. */
  @Test
  void anchorsAreStable() {
    long[] shingles = new long[64];
    Arrays.setAll(shingles, i -> i);
    assertThat(found(shingles, false).stream().map(Long::toHexString).sorted())
        .containsExactly(
            "11d061d9f99a9f0",
            "26be5bf897431fc8",
            "71c4d7c72f294540",
            "861bff1f8561a234",
            "955c8bd21168d34",
            "976284b1856315bc",
            "97bbb3cb59038d70",
            "a82e3470b392cd90",
            "ef6b685a96848924",
            "f1d07e4ee000000",
            "ff1cbe0605c394e8");
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 127, 128, 1_000, 5_000, 200_000})
  void aDocumentHasAboutSixteenToThirtyTwoOwnAnchors(int length) {
    double own = 0;
    for (int seed = 0; seed < 200; seed++) {
      own += found(shingles(seed, length), true).size() - 1; // one of all shingles
    }
    double windows = length - WINDOW + 1.0;
    double expected = windows * Anchors.ANCHORS / Integer.highestOneBit(length);
    // The sum of 200 binomial numbers: five standard deviations.
    assertThat(own)
        .isBetween(
            200 * expected - 5 * Math.sqrt(200 * expected),
            200 * expected + 5 * Math.sqrt(200 * expected));
  }

  @Test
  void anExcerptsOwnAnchorsAreShownByWhatContainsIt() {
    long[] large = shingles(7, 100_000);
    for (int length = 30; length < 60_000; length = 2 * length + 1) {
      long[] excerpt = Arrays.copyOfRange(large, 999, 999 + length);
      Set<Long> own = found(excerpt, true);
      own.removeAll(found(large, false));
      assertThat(own).as("the anchor of all its shingles").hasSize(1);
    }
  }

  /**
   * An edit in each 45 characters leaves 36 of 45 shingles of 9, so containment 0.8, and 19 of 45
   * windows of 26 characters. Of 16 own anchors, all are lost with probability 0.0012.
   */
  @Test
  void scatteredEditsLoseFewDocuments() {
    Random random = new Random(2);
    int lost = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      long[] original = shingles(trial, 540);
      long[] edited = original.clone();
      int phase = random.nextInt(45);
      for (int i = 0; i < edited.length; i++) {
        if ((i + phase) % 45 < 9) {
          edited[i] = random.nextLong();
        }
      }
      Set<Long> shared = found(edited, true);
      shared.retainAll(found(original, false));
      lost += shared.isEmpty() ? 1 : 0;
    }
    assertThat(lost).isLessThanOrEqualTo(8); // 1.2 are expected
  }

  @Test
  void equalSetsShareAnAnchorInAnyOrderAndHoweverShort() {
    for (int length : new int[] {1, 2, 17, 18, 100}) {
      long[] shingles = shingles(length, length);
      long[] backwards = new long[length + 1]; // one twice
      Arrays.setAll(backwards, i -> shingles[Math.max(0, length - 1 - i)]);
      Set<Long> both = found(shingles, true);
      both.retainAll(found(backwards, true));
      assertThat(both).as("length %d", length).isNotEmpty();
    }
  }

  @Test
  void theOrderOfTheShinglesOfAWindowCounts() {
    long[] shingles = shingles(3, 500);
    long[] backwards = new long[500];
    Arrays.setAll(backwards, i -> shingles[499 - i]);
    Set<Long> both = found(shingles, false);
    both.retainAll(found(backwards, false));
    assertThat(both).hasSize(1);
  }

  @Test
  void repeatsAreShownOnce() {
    long[] once = shingles(11, 400);
    long[] threeTimes = new long[1200];
    Arrays.setAll(threeTimes, i -> once[i % 400]);
    assertThat(found(threeTimes, false)).containsAll(found(once, false));
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Anchors(0, 64));
    assertThatIllegalArgumentException().isThrownBy(() -> new Anchors(3, 15));
  }
}
