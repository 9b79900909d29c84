package io.neardup.hadoop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.text.DocumentShingler;
import io.neardup.text.StopWords;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pipeline on real documents, versions of manual pages, against the similarity of all their
 * pairs: exact verification has precision 1 and loses no candidate; hardly any similar pair is
 * missed.
 */
class SamplesTruthTest {

  private static final Path SAMPLE = Path.of("hdfs-samples/pgdoc/input");
  private static final double T = 0.8;

  @TempDir private Path folder;

  private final List<String> ids = new ArrayList<>();

  /** The similarity of every pair of documents, compared one by one. */
  private Map<String, Double> truth(Settings settings) throws IOException {
    DocumentShingler shingler =
        new DocumentShingler(Shinglers.shingleSettings(settings, false), StopWords.english());
    List<LongSet> sets = new ArrayList<>();
    for (String line : Pipelines.lines(SAMPLE, "")) {
      int tab = line.indexOf('\t');
      ids.add(line.substring(0, tab));
      byte[] text = line.substring(tab + 1).getBytes(StandardCharsets.UTF_8);
      sets.add(new LongOpenHashSet(shingler.elements(text, 0, text.length)));
    }
    Map<String, Double> truth = new TreeMap<>();
    for (int i = 0; i < sets.size(); i++) {
      for (int j = i + 1; j < sets.size(); j++) {
        LongSet a = sets.get(i);
        LongSet b = sets.get(j);
        long common = a.longStream().filter(b::contains).count();
        truth.put(ids.get(i) + "\t" + ids.get(j), (double) common / (a.size() + b.size() - common));
      }
    }
    return truth;
  }

  @ParameterizedTest
  @CsvSource({
    "char, 9, fast, whitespace",
    "word, 3, fast, none",
    "char, 9, universal, none",
    "word, 3, universal, fold"
  })
  void everyPairIsTrueAndHardlyOneIsMissed(
      String unit, String size, String scheme, String normalization) throws IOException {
    Configuration conf =
        Pipelines.conf(
            "neardup.shingle.unit=" + unit,
            "neardup.shingle.size=" + size,
            "neardup.signature.scheme=" + scheme,
            "neardup.text.normalization=" + normalization);
    Path output = folder.resolve("output");
    Pipelines.run(SAMPLE, output, conf);
    Map<String, Double> truth = truth(HadoopSettings.of(conf));

    Set<String> candidates = new HashSet<>();
    for (String line : Pipelines.lines(output.resolve("3-candidates"), "part-")) {
      int tab = line.indexOf('\t');
      String i = ids.get(Integer.parseInt(line.substring(0, tab)));
      for (String j : line.substring(tab + 1).split(" ", -1)) {
        candidates.add(i + "\t" + ids.get(Integer.parseInt(j)));
      }
    }
    Set<String> kept = new HashSet<>();
    for (String line : Pipelines.lines(output.resolve("4-pairs"), "part-")) {
      String[] fields = line.split("\t", -1);
      String pair = fields[0] + "\t" + fields[1];
      kept.add(pair);
      assertThat(truth.get(pair)).as(pair).isGreaterThanOrEqualTo(T);
      assertThat(Double.parseDouble(fields[3])).isCloseTo(truth.get(pair), within(5.1e-7));
    }
    truth.forEach(
        (pair, similarity) -> {
          if (similarity
              >= 0.85) { // each is missed with a probability of 8e-6 at most by universal
            assertThat(candidates).contains(pair);
          }
          if (similarity >= T && candidates.contains(pair)) {
            assertThat(kept).as("candidate of similarity " + similarity).contains(pair);
          }
        });
    assertThat(kept.size()).isGreaterThan(400);
  }
}
