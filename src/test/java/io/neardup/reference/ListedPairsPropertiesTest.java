package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.output.HadoopSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Which pairs are listed as a corpus grows and shrinks; {@link PipelineEqualsReferenceTest} shows
 * that the jobs list the same pairs. Documents have few different shingles, so that many are twins
 * and many share large buckets.
 */
class ListedPairsPropertiesTest {

  private static final int DOCUMENTS = 60;

  private static List<String> texts(SplittableRandom random) {
    List<String> texts = new ArrayList<>();
    while (texts.size() < DOCUMENTS) {
      boolean copy = !texts.isEmpty() && random.nextInt(3) == 0;
      texts.add(
          copy
              ? texts.get(random.nextInt(texts.size()))
              : random
                  .ints(random.nextInt(6), 0, 8)
                  .mapToObj(word -> "w" + word)
                  .collect(Collectors.joining(" ")));
    }
    return texts;
  }

  /** Returns the listed pairs of some documents, which a pipeline sees in this order. */
  private static Set<ColumnPair> listed(Settings settings, List<String> texts, int[] documents) {
    ReferencePipeline pipeline = new ReferencePipeline(settings, false, null);
    for (int document : documents) {
      pipeline.add(String.valueOf(document), texts.get(document).getBytes(UTF_8));
    }
    return pipeline.candidates().stream()
        .map(pair -> ColumnPair.of(documents[(int) pair.i()], documents[(int) pair.j()]))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Settings settings(int maxTwins, int maxColumns) throws Exception {
    return HadoopSettings.of(
        Mr.conf(
            "neardup.shingle.unit=word",
            "neardup.shingle.size=1",
            "neardup.banding.bands=3",
            "neardup.banding.rows=1",
            "neardup.candidate.max-twins=" + maxTwins,
            "neardup.bucket.max-columns=" + maxColumns));
  }

  @Property(tries = 300)
  void documentsThatComeLaterChangeNothing(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int maxTwins,
      @ForAll @IntRange(min = 2, max = 12) int maxColumns,
      @ForAll @IntRange(min = 0, max = DOCUMENTS) int prefix)
      throws Exception {
    Settings settings = settings(maxTwins, maxColumns);
    List<String> texts = texts(new SplittableRandom(seed));

    Set<ColumnPair> all = listed(settings, texts, IntStream.range(0, DOCUMENTS).toArray());
    Set<ColumnPair> first = listed(settings, texts, IntStream.range(0, prefix).toArray());

    assertThat(first)
        .isEqualTo(all.stream().filter(pair -> pair.j() < prefix).collect(Collectors.toSet()));
  }

  @Property(tries = 300)
  void noListedPairOfTheDocumentsThatStayIsLost(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 5) int maxTwins,
      @ForAll @IntRange(min = 2, max = 12) int maxColumns)
      throws Exception {
    Settings settings = settings(maxTwins, maxColumns);
    SplittableRandom random = new SplittableRandom(seed);
    List<String> texts = texts(random);
    int[] stay = IntStream.range(0, DOCUMENTS).filter(d -> random.nextInt(4) > 0).toArray();
    Set<Long> staying = IntStream.of(stay).asLongStream().boxed().collect(Collectors.toSet());

    Set<ColumnPair> all = listed(settings, texts, IntStream.range(0, DOCUMENTS).toArray());

    assertThat(listed(settings, texts, stay))
        .containsAll(
            all.stream()
                .filter(pair -> staying.contains(pair.i()) && staying.contains(pair.j()))
                .toList());
  }
}
