package io.neardup.hadoop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.config.Stage;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.text.DocumentShingler;
import io.neardup.text.StopWords;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.data.Offset;
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
    List<long[]> sets = new ArrayList<>();
    try (Stream<Path> files = Files.list(SAMPLE)) {
      for (Path file : files.sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          int tab = line.indexOf('\t');
          ids.add(line.substring(0, tab));
          byte[] text = line.substring(tab + 1).getBytes(StandardCharsets.UTF_8);
          sets.add(new LongAVLTreeSet(shingler.elements(text, 0, text.length)).toLongArray());
        }
      }
    }
    Map<String, Double> truth = new TreeMap<>();
    for (int i = 0; i < sets.size(); i++) {
      for (int j = i + 1; j < sets.size(); j++) {
        long[] a = sets.get(i);
        long[] b = sets.get(j);
        int common = common(a, b);
        truth.put(ids.get(i) + "\t" + ids.get(j), (double) common / (a.length + b.length - common));
      }
    }
    return truth;
  }

  private static int common(long[] a, long[] b) {
    int common = 0;
    int i = 0;
    int j = 0;
    while (i < a.length && j < b.length) {
      common += a[i] == b[j] ? 1 : 0;
      long smaller = Math.min(a[i], b[j]);
      i += a[i] == smaller ? 1 : 0;
      j += b[j] == smaller ? 1 : 0;
    }
    return common;
  }

  private List<String> lines(Stage stage) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve("output").resolve(stage.folder()))) {
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        lines.addAll(Files.readAllLines(part));
      }
    }
    return lines;
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
    Configuration conf = new Configuration();
    conf.set(Keys.SHINGLE_UNIT.name(), unit);
    conf.set(Keys.SHINGLE_SIZE.name(), size);
    conf.set(Keys.SIGNATURE_SCHEME.name(), scheme);
    conf.set(Keys.NORMALIZATION.name(), normalization);
    EmbeddedDefaults.apply(conf);
    new Pipeline(
            conf,
            new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            List.of(new org.apache.hadoop.fs.Path(SAMPLE.toUri())),
            new org.apache.hadoop.fs.Path(folder.resolve("output").toUri()))
        .run(Pipeline.Existing.REFUSE);
    Map<String, Double> truth = truth(HadoopSettings.of(conf));

    Set<String> candidates = new HashSet<>();
    for (String line : lines(Stage.CANDIDATE_LIST)) {
      int tab = line.indexOf('\t');
      String i = ids.get(Integer.parseInt(line.substring(0, tab)));
      for (String j : line.substring(tab + 1).split(" ", -1)) {
        candidates.add(i + "\t" + ids.get(Integer.parseInt(j)));
      }
    }
    Set<String> kept = new HashSet<>();
    for (String line : lines(Stage.VERIFY)) {
      String[] fields = line.split("\t", -1);
      String pair = fields[0] + "\t" + fields[1];
      kept.add(pair);
      assertThat(truth.get(pair)).as(pair).isGreaterThanOrEqualTo(T);
      assertThat(Double.parseDouble(fields[3])).isCloseTo(truth.get(pair), within6Decimals());
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

  private static Offset<Double> within6Decimals() {
    return within(5.1e-7);
  }
}
