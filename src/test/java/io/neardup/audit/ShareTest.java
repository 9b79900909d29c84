package io.neardup.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Shares, and the ratio of sums, with their intervals. */
class ShareTest {

  /** The table of Clopper and Pearson (1934): 10 observations, of which 2 count. */
  @Test
  void theIntervalIsThatOfClopperAndPearson() {
    Share share = Share.ofCount(2, 10, false);
    assertThat(share.estimate()).isEqualTo(0.2);
    assertThat(share.low()).isCloseTo(0.025211, within(2e-6));
    assertThat(share.high()).isCloseTo(0.556096, within(2e-6));
  }

  /** 1 − 0.025^(1/n): the sentence of the design, 2,150 documents of which all were found. */
  @Test
  void ifAllCountTheLowerEndIsInClosedForm() {
    Share share = Share.ofCount(2150, 2150, false);
    assertThat(share.low()).isCloseTo(Math.pow(0.025, 1.0 / 2150), within(1e-6));
    assertThat(share.high()).isEqualTo(1);
    Share none = Share.ofCount(0, 2150, false);
    assertThat(none.low()).isZero();
    assertThat(none.high()).isCloseTo(1 - share.low(), within(2e-6));
  }

  @Test
  void everythingNeedsNoInterval() {
    assertThat(Share.ofCount(2, 3, true))
        .isEqualTo(new Share(0.666667, 0.666667, 0.666667, 2, 3, null));
  }

  @Test
  void nothingGivesNoShare() {
    assertThat(Share.ofCount(0, 0, false)).isEqualTo(new Share(null, null, null, 0, 0, null));
    assertThat(new PairTally().recall(10, 100).estimate()).isNull();
    assertThat(new PairTally().recall(100, 100).low()).isNull();
  }

  @Test
  void aSampleOfEverythingGivesTheFigureItself() {
    PairTally tally = new PairTally();
    tally.add(1, 2);
    tally.add(3, 3);
    assertThat(tally.recall(50, 50)).isEqualTo(new Share(0.8, 0.8, 0.8, 4, 5, null));
  }

  /** Worked by hand: r = 6/10, Σ(f − rp)² = 4·0.16 + 1·0.36 … with p = 1 everywhere. */
  @Test
  void theEffectiveSizeFollowsFromTheVariance() {
    PairTally tally = new PairTally();
    for (int i = 0; i < 100; i++) {
      tally.add(i < 60 ? 1 : 0, 1);
    }
    // v = (1 − 200/1000) · 200/199 · (60·0.16 + 40·0.36) / 100²
    double variance = 0.8 * 200 / 199 * 24 / 10_000;
    Share recall = tally.recall(200, 1000);
    assertThat(recall.estimate()).isEqualTo(0.6);
    // n* = 0.24 / v is more than the 100 pairs there are
    assertThat(0.24 / variance).isGreaterThan(100);
    assertThat(recall.effectiveOf()).isEqualTo(100);
    double most = 1 - 1e-9;
    assertThat(tally.recall(2, 1_000_000_000).effectiveOf()).isCloseTo(50 / most, within(1e-3));
  }

  @Test
  void wherePairsOfADocumentGoTogetherTheEffectiveSizeIsSmaller() {
    PairTally tally = new PairTally();
    for (int i = 0; i < 200; i++) {
      tally.add(i % 4 == 0 ? 0 : 10, 10); // 50 documents miss all of their pairs
    }
    Share recall = tally.recall(1000, 1_000_000);
    assertThat(recall.of()).isEqualTo(2000);
    assertThat(recall.effectiveOf()).isCloseTo(200, within(1.0));
  }

  @Test
  void withFewMissingDocumentsTheEffectiveSizeIsThatOfTheDocuments() {
    PairTally tally = new PairTally();
    for (int i = 0; i < 100; i++) {
      tally.add(i == 0 ? 0 : 1, 1);
    }
    tally.add(100, 100);
    // (Σp)² / Σp² = 200² / (100 + 10,000)
    assertThat(tally.recall(1000, 1_000_000).effectiveOf())
        .isCloseTo(40_000.0 / 10_100, within(1e-6));
  }

  @Test
  void withoutAnyVarianceToo() {
    PairTally all = new PairTally();
    all.add(10, 10);
    all.add(30, 30);
    assertThat(all.recall(100, 1000).effectiveOf()).isEqualTo(1.6);
    assertThat(all.recall(100, 1000).high()).isEqualTo(1);
    PairTally half = new PairTally();
    half.add(5, 10);
    half.add(15, 30);
    assertThat(half.recall(100, 1000).effectiveOf()).isEqualTo(1.6);
    PairTally one = new PairTally();
    one.add(1, 2);
    assertThat(one.recall(1, 1000).effectiveOf()).isEqualTo(1);
  }

  @Test
  void talliesCanBeWrittenAndAdded() {
    SplittableRandom random = new SplittableRandom(7);
    PairTally whole = new PairTally();
    PairTally parts = new PairTally();
    for (int part = 0; part < 3; part++) {
      PairTally tally = new PairTally();
      for (int i = 0; i < 50; i++) {
        int p = random.nextInt(4);
        int f = random.nextInt(p + 1);
        whole.add(f, p);
        tally.add(f, p);
      }
      parts.add(PairTally.parse(tally.toString()));
    }
    assertThat(parts.recall(150, 4000)).isEqualTo(whole.recall(150, 4000));
  }

  /** The intervals of many samples contain the truth, for documents that differ a lot. */
  @Test
  void theIntervalsCoverTheTruth() {
    for (int skew = 0; skew < 2; skew++) {
      SplittableRandom random = new SplittableRandom(skew);
      int corpus = 4000;
      int[] partners = new int[corpus];
      int[] found = new int[corpus];
      long sumOfPartners = 0;
      long sumOfFound = 0;
      for (int c = 0; c < corpus; c++) {
        partners[c] =
            random.nextInt(3) == 0 ? 0 : 1 + (int) Math.pow(random.nextDouble(), -skew / 2.0) % 200;
        double recall = random.nextInt(10) == 0 ? 0.3 : 0.97;
        for (int p = 0; p < partners[c]; p++) {
          found[c] += random.nextDouble() < recall ? 1 : 0;
        }
        sumOfPartners += partners[c];
        sumOfFound += found[c];
      }
      double truth = (double) sumOfFound / sumOfPartners;
      int covered = 0;
      for (int seed = 0; seed < 400; seed++) {
        SampledColumns sample = SampledColumns.of(seed, 500, corpus, column -> false);
        PairTally tally = new PairTally();
        for (int c = 0; c < corpus; c++) {
          if (sample.contains(c)) {
            tally.add(found[c], partners[c]);
          }
        }
        Share recall = tally.recall(500, corpus);
        covered += recall.low() <= truth && truth <= recall.high() ? 1 : 0;
      }
      // 95 % of 400 are 380; four standard deviations below, 362
      assertThat(covered).as("skew %s", skew).isGreaterThan(362);
    }
  }
}
