package io.neardup.hadoop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Settings;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.stage3candidatelist.SampledTails;
import io.neardup.hadoop.stage4verify.SampledBlocks;
import io.neardup.lsh.HashShare;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampledPairsTest {

  private static final int BANDS = 6;
  private static final int ROWS = 2;
  private static final int SLOTS = BANDS * ROWS;
  private static final double MANY = 1e9; // partners
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
    Sample sample = new Sample(1, 1, HashShare.ALL);
    for (int d = 0; d < slots.length; d++) {
      sample.add(10L * d, d / 10, 100 + d, slots[d]);
    }
    return sample;
  }

  private static SampledPairs pairs(Sample sample, double share, String... values)
      throws IOException {
    return pairs(sample, share, Long.MAX_VALUE, values);
  }

  private static SampledPairs pairs(Sample sample, double share, long maxPairs, String... values)
      throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "neardup.banding.bands=" + BANDS,
                "neardup.banding.rows=" + ROWS,
                "neardup.verify=signature",
                "neardup.similarity.threshold=0.75",
                "neardup.candidate.max-twins=1000",
                "neardup.bucket.max-columns=10000"));
    all.addAll(List.of(values));
    Settings settings = HadoopSettings.of(Mr.conf(all.toArray(String[]::new)));
    return SampledPairs.of(
        sample,
        share,
        settings,
        hashes -> new SampledTails(hashes, BANDS, 2),
        hashes ->
            new SampledBlocks(
                sample::column,
                settings,
                hashes,
                new SampledBlocks.Division(10L * sample.size(), 300, 5, 1)),
        maxPairs);
  }

  /** The pairs of small buckets, and those that limits leave of large ones and of many twins. */
  @ParameterizedTest
  @CsvSource({
    "1, 1000, 10000",
    "2, 1000, 10000",
    "3, 1000, 10000",
    "4, 3, 10000",
    "5, 1000, 10",
    "6, 2, 7",
    "7, 5, 8",
    "8, 5, 8"
  })
  void pairsAreThoseThatTheStageLists(long seed, int maxTwins, int maxColumns) throws IOException {
    int documents = 120;
    int[][] slots = slots(seed, documents, 6);
    for (int d = 3; seed > 3 && d < documents; d += 3) {
      slots[d] = slots[d / 12].clone(); // twins
    }
    BitSet ordinary = new BitSet();
    for (int d = 0; d < documents; d++) {
      int[] its = slots[d];
      ordinary.set(
          d, Arrays.stream(slots, 0, d).filter(o -> Arrays.equals(o, its)).count() < maxTwins);
    }
    Set<Integer> listedAsTwins = new HashSet<>(); // i
    long listed = 0;
    long listedPlausible = 0;
    long candidates = 0;
    long plausible = 0;
    Set<String> tails = new HashSet<>();
    Set<String> joined = new HashSet<>();
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
          if (ordinary.get(i)
              && ordinary.get(j)
              && isAlike(slots[i], slots[j], band)
              && (rank(j, band, ordinary, slots) < maxColumns
                  || rank(i, band, ordinary, slots) < 4)) {
            common++;
            tails.add(i + " in " + band);
            joined.add(i + " in " + band / (BANDS / 2));
          }
        }
        boolean areTwins = Arrays.equals(slots[i], slots[j]);
        int it = i;
        if (common == 0
            && areTwins
            && (ordinary.get(j)
                || Arrays.stream(slots, 0, i).noneMatch(o -> Arrays.equals(o, slots[it])))) {
          common = 1;
          listedAsTwins.add(i);
        }
        if (common == 0) {
          continue;
        }
        listed += common;
        candidates++;
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

    SampledPairs found =
        pairs(
            sample(slots),
            1,
            "neardup.candidate.max-twins=" + maxTwins,
            "neardup.bucket.max-columns=" + maxColumns);

    assertThat(!listedAsTwins.isEmpty()).isEqualTo(seed > 3);
    assertThat(plausible).isPositive().isLessThan(candidates);
    assertThat(found.listedChance() + found.listedPlausible()).isEqualTo((double) listed);
    assertThat(found.listedPlausible()).isEqualTo((double) listedPlausible);
    assertThat(found.chance().total() + found.plausible().total()).isEqualTo((double) candidates);
    assertThat(found.plausible().total()).isEqualTo((double) plausible);
    assertThat(found.tails(BANDS)).isEqualTo((double) tails.size() + listedAsTwins.size());
    assertThat(found.tails(2)).isEqualTo((double) joined.size() + listedAsTwins.size());
    assertThat(found.listsInBlocks()).isEqualTo((double) inBlocks.size());
    assertThat(found.similar(0, MANY)).isEqualTo((double) similar.size());
    assertThat(found.sends(0, MANY)).isEqualTo((double) sends.size());
  }

  private static boolean isAlike(int[] a, int[] b, int band) {
    return a[2 * band] == b[2 * band] && a[2 * band + 1] == b[2 * band + 1];
  }

  private static long rank(int d, int band, BitSet ordinary, int[][] slots) {
    return ordinary.stream()
        .limit(slots.length)
        .filter(o -> o < d && isAlike(slots[o], slots[d], band))
        .count();
  }

  /** Of a bucket of many only some heads are examined, and count for the others. */
  @ParameterizedTest
  @CsvSource({"5000, 7998000", "2500, 3129750"})
  void veryManyPairs(int maxColumns, double all) throws IOException {
    int documents = 4_000;
    int[][] slots = new int[documents][SLOTS];
    for (int d = 0; d < documents; d++) {
      slots[d][0] = d; // no twins
    }

    SampledPairs found = pairs(sample(slots), 1, "neardup.bucket.max-columns=" + maxColumns);

    assertThat(found.plausible().total()).isCloseTo(all, within(0.15 * all));
    assertThat(found.plausible().bucketVariance(1))
        .isBetween(0.02 * 0.02 * all * all, 0.2 * 0.2 * all * all);
    assertThat(found.chance().total()).isZero();
    assertThat(found.similar(0, MANY)).isCloseTo(documents, within(0.01 * documents));
    assertThat(found.sends(0, MANY)).isGreaterThan(documents);
  }

  /** If buckets list more than may be examined, hash space is halved. */
  @Test
  void fewerBucketsAreExaminedIfTheyListTooManyPairs() throws IOException {
    Sample sample = sample(slots(7, 3_000, 40));
    SampledPairs all = pairs(sample, 1);

    SampledPairs some = pairs(sample, 1, 20_000);

    assertThat(some.hashes().share()).isLessThan(1);
    near(some.chance().total(), all.chance().total());
    near(some.plausible().total(), all.plausible().total());
    near(some.similar(0, MANY), all.similar(0, MANY));
    near(some.sends(0, MANY), all.sends(0, MANY));
    near(some.tails(BANDS), all.tails(BANDS));
    near(some.tailBytes(), all.tailBytes());
    near(some.listsInBlocks(), all.listsInBlocks());
    near(some.sentBytes(0, MANY), all.sentBytes(0, MANY));
  }

  private static void near(double estimated, double counted) {
    assertThat(estimated).isCloseTo(counted, within(0.2 * counted));
  }

  /** Of a sixteenth, half of what was read: 1/16 of the pairs of a stretch, 1/32, and 1/256. */
  @Test
  void aPairStandsForThoseNotSampled() {
    Sample sample = new Sample(0.5, 1, HashShare.ALL);
    for (long stretch : new long[] {0, 0, 1, 1L << Integer.SIZE}) {
      sample.add(sample.size(), stretch, 100, new int[0]);
    }

    assertThat(sample.pairWeight(0, 1, 1 / 16.0)).isEqualTo(16);
    assertThat(sample.pairWeight(0, 2, 1 / 16.0)).isEqualTo(32);
    assertThat(sample.pairWeight(0, 3, 1 / 16.0)).isEqualTo(256);
    assertThat(sample.pairWeight(0, 3, 1)).isEqualTo(1);
  }

  /** If a fourth of the documents is taken of all stretches, 1/16 of the pairs is. */
  @Test
  void aPairOfAPartOfAllDocuments() {
    Sample sample = new Sample(1, 0.25, HashShare.ALL);
    for (long stretch : new long[] {0, 0, 1}) {
      sample.add(sample.size(), stretch, 100, new int[0]);
    }

    assertThat(sample.pairWeight(0, 1, 0.25)).isEqualTo(16);
    assertThat(sample.pairWeight(0, 2, 0.25)).isEqualTo(16);
  }
}
