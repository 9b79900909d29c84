package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnchorsTest {

  private static final int WINDOW = 9;
  private static final int LEAST_SHARED = 5; // at the threshold 0.8

  private Anchors anchors = new Anchors(WINDOW, WINDOW + Anchors.ANCHORS - 1);

  private static long[] shingles(long seed, int length) {
    return new Random(seed).longs(length).toArray();
  }

  private static long[] backwards(long[] shingles) {
    long[] backwards = new long[shingles.length];
    Arrays.setAll(backwards, i -> shingles[shingles.length - 1 - i]);
    return backwards;
  }

  private void find(long[] shingles) {
    anchors.findAll(new LongArrayList(shingles));
  }

  private Set<Long> found(boolean ownOnly) {
    Set<Long> found = new HashSet<>();
    for (int a = 0; a < anchors.size(); a++) {
      if (!ownOnly || anchors.isOwn(a)) {
        assertThat(found.add(anchors.anchor(a))).as("each once").isTrue();
      }
    }
    return found;
  }

  private Set<Long> shown(long[] shingles) {
    find(shingles);
    return found(false);
  }

  private Set<Long> own(long[] shingles) {
    find(shingles);
    return found(true);
  }

  private int shared(long[] small, long[] large) {
    Set<Long> shared = own(small);
    shared.retainAll(shown(large));
    return shared.size();
  }

  /** The hashes are stored. */
  @Test
  void hashesAreStable() {
    long[] shingles = new long[200];
    Arrays.setAll(shingles, i -> i);
    assertThat(own(shingles)).contains(0x88b206f4000d3034L, 0xce91baef003c1142L);
    assertThat(found(true).stream().mapToLong(anchor -> anchor).sum())
        .isEqualTo(0xabeac0ce7b86ef3aL);
    assertThat(Anchors.ofSet(new LongArrayList(shingles))).isEqualTo(0x8c6330213fbad33dL);
    assertThat(Anchors.ofSequence(new LongArrayList(shingles))).isEqualTo(0xd3722335995c4bedL);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 9, 26, 64, 65, 1_000, 200_000})
  void theSmallestHashesAreOwn(int length) {
    long[] shingles = shingles(length, length);
    int windows = Math.max(0, length - WINDOW + 1);
    Set<Long> own = own(shingles);
    assertThat(own).hasSize(Math.min(Anchors.ANCHORS, windows)).allMatch(anchor -> anchor % 2 == 0);
    Set<Long> shown = found(false);
    assertThat(shown).hasSize(windows);
    assertThat(shown.containsAll(own)).isTrue();
    assertThat(Anchors.ofSet(new LongArrayList(shingles)) % 2).isNotZero();
    anchors.findOwn(new LongArrayList(shingles));
    assertThat(found(false)).isEqualTo(own);
    HashFilter some = HashFilter.forHashes(100_000);
    shown.removeIf(anchor -> anchor % 3 != 0);
    shown.forEach(some::add);
    anchors.find(new LongArrayList(shingles), some, 1);
    Set<Long> found = found(false);
    assertThat(found.containsAll(shown)).as("those that matter").isTrue();
    assertThat(found).hasSizeLessThan(shown.size() + 100); // others that seem to
    anchors.find(new LongArrayList(shingles), some, found.size() + 1);
    assertThat(found(false)).isEqualTo(found);
    assertThat(found(true)).as("too few anchors that matter").isEmpty();
    own.forEach(some::add);
    anchors.find(new LongArrayList(shingles), some, 0);
    assertThat(found(true)).as("the least of those that matter").isEqualTo(own);
    assertThat(anchors.owned()).isEqualTo(own.size());
  }

  /** From 1,000 shingles on they surely have all; the sum of binomial numbers, 5 deviations. */
  @Test
  void smallDocumentsHaveFewer() {
    anchors = new Anchors(WINDOW, 1_000);
    double own = 0;
    for (int seed = 0; seed < 200; seed++) {
      own += own(shingles(seed, 100)).size();
      assertThat(found(true)).isEqualTo(found(false));
    }
    double expected = 200.0 * (100 - WINDOW + 1) * 50 / (1_000 - WINDOW + 1);
    assertThat(own).isCloseTo(expected, within(5 * Math.sqrt(expected)));
    for (int seed = 0; seed < 200; seed++) {
      assertThat(own(shingles(seed, 1_000))).hasSize(Anchors.ANCHORS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 1_000})
  void anExcerptsOwnAnchorsAreShownByWhatContainsIt(int minShingles) {
    anchors = new Anchors(WINDOW, minShingles);
    long[] large = shingles(7, 100_000);
    Set<Long> shown = shown(large);
    for (int length = 200; length < 60_000; length = 2 * length + 1) {
      assertThat(shown).containsAll(own(Arrays.copyOfRange(large, 999, 999 + length)));
      assertThat(found(true)).isNotEmpty();
    }
  }

  /**
   * An edit in each 45 characters leaves 36 of 45 shingles of 9, so containment 0.8, and 28 of 45
   * windows of 17 characters: 0.62. The own anchors are a sample of the windows without
   * replacement, so that they spread less than the binomial distribution.
   */
  @Test
  void scatteredEditsLeaveEnoughAnchors() {
    Random random = new Random(2);
    BinomialDistribution left = BinomialDistribution.of(Anchors.ANCHORS, 28.0 / 45);
    int trials = 2_000;
    long[] times = new long[Anchors.ANCHORS + 1];
    double sum = 0;
    for (int trial = 0; trial < trials; trial++) {
      long[] large = shingles(trial, 3_000);
      long[] edited = Arrays.copyOfRange(large, 700, 700 + 900 + WINDOW - 1);
      int phase = random.nextInt(45);
      for (int i = 0; i < edited.length; i++) {
        if ((i + phase) % 45 < 9) {
          edited[i] = random.nextLong();
        }
      }
      int shared = shared(edited, large);
      times[shared]++;
      sum += shared;
    }
    assertThat(left.cumulativeProbability(LEAST_SHARED - 1)).isBetween(6.5e-4, 6.6e-4);
    double deviation = Math.sqrt(left.getVariance() / trials);
    assertThat(sum / trials).isCloseTo(left.getMean(), within(5 * deviation));
    long fewer = 0;
    for (int shared = 0; shared < left.getMean() - 2; shared++) {
      fewer += times[shared];
      double expected = trials * left.cumulativeProbability(shared);
      assertThat((double) fewer)
          .as("%d or fewer", shared)
          .isLessThanOrEqualTo(expected + 5 * Math.sqrt(expected) + 2);
    }
  }

  /** A fifth is replaced in one piece. */
  @ParameterizedTest
  @ValueSource(ints = {64, 100, 540, 5_000})
  void anEditInOnePieceAlwaysLeavesEnoughAnchors(int length) {
    Random random = new Random(length);
    for (int trial = 0; trial < 200; trial++) {
      long[] large = shingles(trial, 2 * length);
      long[] edited = Arrays.copyOfRange(large, length / 3, length / 3 + length);
      int at = random.nextInt(length - length / 5);
      System.arraycopy(shingles(-trial - 1, length / 5), 0, edited, at, length / 5);
      assertThat(shared(edited, large)).isGreaterThanOrEqualTo(LEAST_SHARED);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 9, 100})
  void equalSetsHaveOneHashInAnyOrder(int length) {
    LongArrayList shingles = new LongArrayList(shingles(length, length));
    long ofSet = Anchors.ofSet(shingles);
    long ofSequence = Anchors.ofSequence(shingles);
    LongArrayList backwards = new LongArrayList(backwards(shingles.toLongArray()));
    LongArrayList twice = new LongArrayList(backwards);
    twice.add(shingles.getLong(0));
    for (LongArrayList other : List.of(backwards, twice)) {
      assertThat(Anchors.ofSet(other)).isEqualTo(ofSet);
      assertThat(Anchors.ofSequence(other) == ofSequence).isEqualTo(other.equals(shingles));
    }
    shingles.set(length / 2, shingles.getLong(length / 2) + 1);
    assertThat(Anchors.ofSequence(shingles)).isNotEqualTo(ofSequence);
    assertThat(Anchors.ofSet(new LongArrayList(shingles(-length, length)))).isNotEqualTo(ofSet);
  }

  /** Whatever the place of the window, and whatever the order of the set; others mostly do not. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 9})
  void whatSharesAWindowOrItsSetIsFound(int window) {
    anchors = new Anchors(window, window);
    HashFilter filter = HashFilter.forHashes(2_000);
    long[] one = shingles(window, 400);
    anchors.addTo(filter, new LongArrayList(one));
    int found = 0;
    for (int at = 0; at < 60; at++) {
      long[] other = shingles(at + 1_000, 300);
      anchors.find(new LongArrayList(other), filter, 1);
      found += anchors.size() > 0 || hasSet(filter, other) ? 1 : 0;
      System.arraycopy(one, at, other, 2 * at, window);
      anchors.find(new LongArrayList(other), filter, 1);
      assertThat(anchors.size()).isPositive();
      assertThat(anchors.owned()).isEqualTo(Anchors.ANCHORS);
    }
    assertThat(found).isLessThan(10);
    assertThat(hasSet(filter, backwards(one))).isTrue();
  }

  @Test
  void ofASignatureWhatAnotherFilterHasIsAdded() {
    long[] one = shingles(1, 400);
    anchors.sketch(one, one.length);
    ByteBuffer encoded = ByteBuffer.allocate(Integer.BYTES * Anchors.SLOTS);
    Arrays.stream(anchors.slots()).forEach(slot -> encoded.putInt((int) slot));
    HashFilter part = HashFilter.forHashes(2_000);
    anchors.addTo(part, new LongArrayList(Arrays.copyOf(one, 200)));
    HashFilter added = HashFilter.forHashes(2_000);
    Anchors.addTo(added, encoded.array(), 0, part);
    Set<Long> own = own(one);
    assertThat(own).filteredOn(part::mayHave).hasSizeBetween(5, 19);
    assertThat(own).allMatch(anchor -> added.mayHave(anchor) == part.mayHave(anchor));
  }

  private static boolean hasSet(HashFilter filter, long[] shingles) {
    return filter.mayHave(Anchors.ofSet(new LongArrayList(shingles)));
  }

  @Test
  void theOrderOfTheShinglesOfAWindowCounts() {
    long[] shingles = shingles(3, 500);
    assertThat(shown(shingles)).doesNotContainAnyElementsOf(shown(backwards(shingles)));
  }

  @Test
  void repeatsAreShownOnce() {
    long[] once = shingles(11, 400);
    long[] threeTimes = new long[1200];
    Arrays.setAll(threeTimes, i -> once[i % 400]);
    assertThat(shown(threeTimes)).hasSize(400).containsAll(shown(once));
    assertThat(own(threeTimes)).hasSize(Anchors.ANCHORS);
    assertThat(own(new long[1_000])).hasSize(1);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Anchors(0, 64));
    assertThatIllegalArgumentException().isThrownBy(() -> new Anchors(3, 2));
  }
}
