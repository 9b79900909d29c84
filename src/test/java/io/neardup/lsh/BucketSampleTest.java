package io.neardup.lsh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The estimates from a sample of hash space, over random clusters. */
class BucketSampleTest {

  private static final int BANDS = 70; // more than a word of 64 bits has
  private static final int FEW_BANDS = 20;
  private static final int ROWS = 2;
  private static final int SAMPLES = 300;

  /**
   * Clusters of 1 to 40 documents. Each is a copy of one before with one slot of eight changed, so
   * that members share from one to all bands.
   */
  private static List<int[]> clusters(long seed, int clusters, int bands) {
    Random random = new Random(seed);
    List<int[]> all = new ArrayList<>();
    for (int cluster = 0; cluster < clusters; cluster++) {
      int first = all.size();
      int size = 1 + random.nextInt(cluster % 10 == 0 ? 40 : 4);
      for (int member = 0; member < size; member++) {
        int[] like = member == 0 ? null : all.get(first + random.nextInt(member));
        int[] slots = new int[bands * ROWS];
        for (int s = 0; s < slots.length; s++) {
          slots[s] = like != null && random.nextInt(8) > 0 ? like[s] : random.nextInt();
        }
        all.add(slots);
      }
    }
    return all;
  }

  /** Returns the same clusters with other band hashes. */
  private static List<int[]> rehashed(List<int[]> signatures, int seed) {
    return signatures.stream()
        .map(slots -> Arrays.stream(slots).map(slot -> slot ^ seed * 0x9E3779B9).toArray())
        .toList();
  }

  /** What a sample says: pairs, documents with a partner, and bands with pairs of a document. */
  private record Figures(double pairs, double documents, double bands) {}

  private static Figures estimate(List<int[]> signatures, int bands, HashShare share) {
    BucketSample sample = new BucketSample(signatures, new BandingScheme(bands, ROWS), share);
    SampledItems documents = new SampledItems(share, bands);
    SharedBands shared = new SharedBands(bands);
    double[] pairs = {0};
    for (int b = 0; b < bands; b++) {
      int band = b;
      sample.list(
          band,
          (cell, places, from, to) -> {
            for (int x = from; x < to; x++) {
              for (int y = x + 1; y < to; y++) {
                sample.findShared(places[x], places[y], shared);
                if (shared.nextSampled(0) == band) {
                  pairs[0] += share.weight(shared.count());
                  documents.add(places[x], shared);
                  documents.add(places[y], shared);
                }
              }
            }
          });
    }
    return new Figures(
        pairs[0], documents.total(), documents.total((item, known) -> known.cardinality()));
  }

  private static Figures counted(List<int[]> signatures, int bands) {
    Set<List<Integer>> pairs = new HashSet<>();
    Set<Integer> documents = new HashSet<>();
    Set<List<Integer>> itsBands = new HashSet<>();
    for (int i = 0; i < signatures.size(); i++) {
      for (int j = i + 1; j < signatures.size(); j++) {
        for (int band = 0; band < bands; band++) {
          int from = band * ROWS;
          if (Arrays.equals(
              signatures.get(i), from, from + ROWS, signatures.get(j), from, from + ROWS)) {
            pairs.add(List.of(i, j));
            for (int document : new int[] {i, j}) {
              documents.add(document);
              itsBands.add(List.of(document, band));
            }
          }
        }
      }
    }
    return new Figures(pairs.size(), documents.size(), itsBands.size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void ofAllHashSpaceTheCountsAreExact(long seed) {
    for (int bands : new int[] {1, FEW_BANDS, BANDS}) {
      List<int[]> signatures = clusters(seed, 60, bands);

      assertThat(estimate(signatures, bands, HashShare.ALL)).isEqualTo(counted(signatures, bands));
    }
  }

  /**
   * The mean of many samples is the number, within four standard errors for pairs; of documents
   * within 5 %, as their estimate is only nearly unbiased.
   */
  @ParameterizedTest
  @CsvSource({"1, 0.5, 20", "2, 0.2, 20", "3, 0.05, 20", "4, 0.01, 20", "6, 0.02, 70"})
  void estimatesAreRightOnAverage(long seed, double share, int bands) {
    List<int[]> signatures = clusters(seed, 200, bands);
    Figures counted = counted(signatures, bands);
    double pairs = 0;
    double squares = 0;
    double documents = 0;
    for (int s = 1; s <= SAMPLES; s++) {
      Figures figures = estimate(rehashed(signatures, s), bands, new HashShare(share));
      pairs += figures.pairs() / SAMPLES;
      squares += figures.pairs() * figures.pairs() / SAMPLES;
      documents += figures.documents() / SAMPLES;
    }

    double error = Math.sqrt((squares - pairs * pairs) / SAMPLES);
    assertThat(pairs).isCloseTo(counted.pairs(), within(4 * error));
    assertThat(error).isLessThan(0.05 * counted.pairs());
    assertThat(documents).isCloseTo(counted.documents(), within(0.05 * counted.documents()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void halvingIsAsASmallerShare(long seed) {
    List<int[]> signatures = clusters(seed, 60, FEW_BANDS);
    BandingScheme scheme = new BandingScheme(FEW_BANDS, ROWS);
    BucketSample halved = new BucketSample(signatures, scheme, new HashShare(0.8));
    assertThat(halved.halve()).isTrue();
    BucketSample smaller = new BucketSample(signatures, scheme, new HashShare(0.4));

    assertThat(halved.share()).isEqualTo(smaller.share());
    for (int band = 0; band < FEW_BANDS; band++) {
      assertThat(buckets(halved, band)).isEqualTo(buckets(smaller, band));
    }
  }

  private static List<List<Integer>> buckets(BucketSample sample, int band) {
    List<List<Integer>> buckets = new ArrayList<>();
    sample.list(
        band,
        (cell, places, from, to) ->
            buckets.add(Arrays.stream(places, from, to).boxed().sorted().toList()));
    return buckets;
  }
}
