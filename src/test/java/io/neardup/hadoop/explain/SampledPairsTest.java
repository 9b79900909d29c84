package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Settings;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage3candidatelist.SampledTails;
import io.neardup.hadoop.stage4verify.SampledBlocks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampledPairsTest {

  private static final int BANDS = 6;
  private static final int ROWS = 2;
  private static final int SLOTS = BANDS * ROWS;
  private static final int AGREEMENT = 9; // of 12, at a threshold of 0.75, by signatures alone

  /** Documents whose slots have few values, so that many agree in some bands. */
  private static int[][] slots(long seed, int documents, int values) {
    Random random = new Random(seed);
    int[][] all = new int[documents][SLOTS];
    for (int d = 0; d < documents; d++) {
      int[] like = d > 0 && random.nextBoolean() ? all[random.nextInt(d)] : null;
      for (int s = 0; s < SLOTS; s++) {
        all[d][s] = like != null && random.nextInt(8) > 0 ? like[s] : random.nextInt(values);
      }
    }
    return all;
  }

  private static Sample sample(int[][] slots) {
    Sample sample = new Sample(1);
    for (int d = 0; d < slots.length; d++) {
      ByteBuffer signature = ByteBuffer.allocate(Integer.BYTES * SLOTS);
      for (int slot : slots[d]) {
        signature.putInt(slot);
      }
      sample.add(10L * d, d / 10, 100 + d, signature.array());
    }
    return sample;
  }

  private static SampledPairs pairs(Sample sample, double share) throws IOException {
    Settings settings =
        HadoopSettings.of(
            Mr.conf(
                "neardup.banding.bands=" + BANDS,
                "neardup.banding.rows=" + ROWS,
                "neardup.verify=signature",
                "neardup.similarity.threshold=0.75",
                "neardup.candidate.max-twins=1000"));
    return SampledPairs.of(
        sample,
        share,
        settings,
        new SampledTails(BANDS, 2),
        new SampledBlocks(sample::column, settings, SLOTS, 300, 5));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void pairsAreThoseThatAgreeInABand(long seed) throws IOException {
    int documents = 120;
    int[][] slots = slots(seed, documents, 6);
    long listed = 0;
    long listedPlausible = 0;
    long candidates = 0;
    long plausible = 0;
    Set<String> tails = new HashSet<>();
    Set<String> joined = new HashSet<>();
    Set<Integer> lists = new HashSet<>();
    Set<String> inBlocks = new HashSet<>();
    Set<Integer> similar = new HashSet<>();
    Set<String> sends = new HashSet<>();
    Set<Integer> smaller = new HashSet<>();
    Map<Integer, Integer> least = new HashMap<>();
    List<int[]> plausiblePairs = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      for (int j = i + 1; j < documents; j++) {
        int common = 0;
        int agreement = 0;
        for (int s = 0; s < SLOTS; s++) {
          agreement += slots[i][s] == slots[j][s] ? 1 : 0;
        }
        for (int band = 0; band < BANDS; band++) {
          if (slots[i][2 * band] == slots[j][2 * band]
              && slots[i][2 * band + 1] == slots[j][2 * band + 1]) {
            common++;
            tails.add(i + " in " + band);
            joined.add(i + " in " + band / (BANDS / 2));
          }
        }
        if (common == 0) {
          continue;
        }
        listed += common;
        candidates++;
        lists.add(i);
        inBlocks.add(i + " in " + 10 * j / 300);
        if (agreement >= AGREEMENT) {
          listedPlausible += common;
          plausible++;
          similar.add(i);
          similar.add(j);
          smaller.add(i);
          plausiblePairs.add(new int[] {i, j});
          least.merge(i, i, Math::min);
          least.merge(j, i, Math::min);
        }
      }
    }
    List<Integer> order = new ArrayList<>(least.keySet());
    order.removeIf(d -> !smaller.contains(d));
    order.sort(Comparator.<Integer>comparingInt(least::get).thenComparingInt(d -> d));
    for (int[] pair : plausiblePairs) {
      for (int d : pair) {
        sends.add(d + " to " + order.indexOf(pair[0]) / 5);
      }
    }

    SampledPairs found = pairs(sample(slots), 1);

    assertThat(plausible).isPositive().isLessThan(candidates);
    assertThat(found.listedChance() + found.listedPlausible()).isEqualTo((double) listed);
    assertThat(found.listedPlausible()).isEqualTo((double) listedPlausible);
    assertThat(found.chance().total() + found.plausible().total()).isEqualTo((double) candidates);
    assertThat(found.plausible().total()).isEqualTo((double) plausible);
    assertThat(found.tails(BANDS)).isEqualTo(tails.size());
    assertThat(found.tails(2)).isEqualTo(joined.size());
    assertThat(found.lists()).isEqualTo(lists.size());
    assertThat(found.listsInBlocks()).isEqualTo(inBlocks.size());
    assertThat(found.similar()).isEqualTo(similar.size());
    assertThat(found.sendsElsewhere()).isEqualTo(sends.size() - similar.size());
  }

  /** Beyond a number of pairs only some are gone through, and count for the others. */
  @Test
  void veryManyPairs() throws IOException {
    int documents = 4_000;
    int[][] slots = new int[documents][SLOTS];
    for (int d = 0; d < documents; d++) {
      slots[d][0] = d; // no twins
    }

    SampledPairs found = pairs(sample(slots), 1);

    double all = documents * (documents - 1) / 2.0;
    assertThat(found.plausible().total()).isCloseTo(all, within(0.05 * all));
    assertThat(found.chance().total()).isZero();
    assertThat(found.lists()).isCloseTo(documents - 1, within(0.05 * documents));
  }

  /** Of a sixteenth, half of what was read: 1/16 of the pairs of a stretch, 1/32, and 1/256. */
  @Test
  void aPairStandsForThoseNotSampled() {
    Sample sample = new Sample(0.5);
    for (long stretch : new long[] {0, 0, 1, 1L << Integer.SIZE}) {
      sample.add(sample.size(), stretch, 100, new byte[0]);
    }

    assertThat(sample.pairWeight(0, 1, 1 / 16.0)).isEqualTo(16);
    assertThat(sample.pairWeight(0, 2, 1 / 16.0)).isEqualTo(32);
    assertThat(sample.pairWeight(0, 3, 1 / 16.0)).isEqualTo(256);
    assertThat(sample.pairWeight(0, 3, 1)).isEqualTo(1);
  }
}
