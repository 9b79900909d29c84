package io.neardup.hadoop.stage2bandbucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.lsh.Anchors;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether the pairs that reach the threshold share enough anchors to become candidates. */
class AnchorBucketsTest {

  private static final int SHINGLE = 9; // characters
  private static final int WINDOW = 2 * SHINGLE - 1; // characters
  private static final int TRIALS = 1_000;

  private final Configuration conf = new Configuration(false);
  private final Random random = new Random(20);
  private Settings settings;
  private DocumentShingler shingler;
  private Anchors anchors;
  private int least;
  private int sharedOwn; // anchors of the smaller document of the last pair
  private int missed; // pairs
  private int missedByOwn; // those of whose smaller document too few own anchors are shared

  private void start(String... namesAndValues) throws IOException {
    conf.set(Keys.MEASURE.name(), "containment");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      conf.set(namesAndValues[i], namesAndValues[i + 1]);
    }
    settings = HadoopSettings.of(conf);
    shingler = Shinglers.of(conf, settings);
    anchors = settings.anchors().newAnchors(false);
    least = settings.anchors().leastShared();
  }

  /** Returns a text of different units: one character each, or a word of one. */
  private char[] text(int length) {
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = (char) ('\u4e00' + random.nextInt(20_000));
    }
    return text;
  }

  private LongArrayList shingles(char[] text) {
    boolean hasWords = settings.get(Keys.SHINGLE_UNIT).equals("word");
    String units = hasWords ? new String(text).replaceAll("(?s).", "$0 ") : new String(text);
    byte[] bytes = units.getBytes(StandardCharsets.UTF_8);
    return shingler.elements(bytes, 0, bytes.length).clone();
  }

  private double containment(char[] small, char[] large) {
    LongOpenHashSet ofSmall = new LongOpenHashSet(shingles(small));
    LongOpenHashSet shared = new LongOpenHashSet(shingles(large));
    shared.retainAll(ofSmall);
    return (double) shared.size() / ofSmall.size();
  }

  /** Returns the anchors of a document, and whether it owns them. */
  private Map<Long, Boolean> find(char[] text) {
    anchors.findAll(shingles(text));
    Map<Long, Boolean> found = new HashMap<>();
    for (int a = 0; a < anchors.size(); a++) {
      found.put(anchors.anchor(a), anchors.isOwn(a));
    }
    return found;
  }

  /** Returns how many anchors two documents share that one of them owns. */
  private int shared(char[] small, char[] large) {
    Map<Long, Boolean> ofSmall = find(small);
    Map<Long, Boolean> ofLarge = find(large);
    ofSmall.keySet().retainAll(ofLarge.keySet());
    sharedOwn = (int) ofSmall.values().stream().filter(isOwn -> isOwn).count();
    ofSmall.replaceAll((anchor, isOwn) -> isOwn || ofLarge.get(anchor));
    return (int) ofSmall.values().stream().filter(isOwn -> isOwn).count();
  }

  /** Counts the missed pairs of a text and a part of it with an edit every so many characters. */
  private void tryScatteredEdits(int every) {
    missed = 0;
    missedByOwn = 0;
    int length = 40 * every + WINDOW - 1; // as many windows with edits, whatever the phase
    for (int trial = 0; trial < TRIALS; trial++) {
      char[] large = text(2 * length);
      char[] small = Arrays.copyOfRange(large, length / 2, length / 2 + length);
      for (int at = random.nextInt(every); at < length; at += every) {
        small[at] = 'x';
      }
      if (trial == 0) {
        assertThat(containment(small, large)).isCloseTo(1 - 9.0 / every, within(0.005));
      }
      missed += shared(small, large) < least ? 1 : 0;
      missedByOwn += sharedOwn < least ? 1 : 0;
    }
  }

  private static double tolerance(double probability) {
    return 5 * Math.sqrt(TRIALS * probability * (1 - probability));
  }

  private void checkPromise(double probability) {
    assertThat((double) missed)
        .as("%d of %d, but %f is the probability", missed, TRIALS, probability)
        .isLessThanOrEqualTo(TRIALS * probability + tolerance(probability));
  }

  /** P[Bin(18, 1 − changed) < least], where an edit changes all windows that it is in. */
  private double missRate(int every, int needed) {
    double left = 1 - (double) WINDOW / every;
    return BinomialDistribution.of(Anchors.ANCHORS, left).cumulativeProbability(needed - 1);
  }

  /** An edit in 45 characters leaves 0.8 of the shingles, one in 36 0.75, one in 30 0.7. */
  @ParameterizedTest
  @CsvSource({"0.8, 45", "0.75, 36", "0.7, 30"})
  void scatteredEditsAtTheThresholdMissWhatIsPromised(String threshold, int every)
      throws IOException {
    start(Keys.THRESHOLD.name(), threshold);
    double probability = missRate(every, least);
    assertThat(probability).isLessThan(every == 45 ? 6.6e-4 : every == 36 ? 3e-4 : 5.5e-4);
    tryScatteredEdits(every);
    checkPromise(probability);
  }

  /**
   * The formula is no mere bound: below the threshold, many pairs are missed, as many as it says.
   */
  @ParameterizedTest
  @ValueSource(ints = {33, 30})
  void scatteredEditsBelowTheThresholdMissWhatTheFormulaSays(int every) throws IOException {
    start();
    double probability = missRate(every, least);
    assertThat(probability).isBetween(0.01, 0.7);
    tryScatteredEdits(every);
    checkPromise(probability);
    assertThat((double) missedByOwn)
        .isCloseTo(TRIALS * probability, within(tolerance(probability)));
  }

  /** If a candidate had to share 15, the promise would be broken, and be seen to be. */
  @Test
  void aPromiseThatIsNotKeptIsNoticed() throws IOException {
    start();
    double promised = missRate(45, least);
    least = 15;
    tryScatteredEdits(45);
    assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> checkPromise(promised));
  }

  /** Each document has as many shingles as is the least. */
  @ParameterizedTest
  @CsvSource({
    "word, 3, 16", "word, 3, 24", "word, 3, 32", "word, 3, 64",
    "char, 9, 48", "char, 9, 64", "char, 9, 100", "char, 9, 1000"
  })
  void anEditInOnePieceMissesNone(String unit, int size, int minShingles) throws IOException {
    start(
        Keys.SHINGLE_UNIT.name(),
        unit,
        Keys.SHINGLE_SIZE.name(),
        String.valueOf(size),
        Keys.MIN_SHINGLES.name(),
        String.valueOf(minShingles));
    int length = minShingles + size - 1;
    int edited = minShingles / 5 - size + 1; // changes a fifth of the shingles
    for (int at = 0; at + edited <= length; at += 1 + length / 200) {
      char[] large = text(3 * length);
      char[] small = Arrays.copyOfRange(large, length, 2 * length);
      Arrays.fill(small, at, at + edited, 'x');
      assertThat(containment(small, large)).isGreaterThanOrEqualTo(0.8);
      assertThat(shared(small, large)).as("edit at %d", at).isGreaterThanOrEqualTo(least);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 64, 5", "0.8, 64, 5", "0.7, 64, 2", "0.8, 32, 5", "0.8, 16, 1", "0.1, 64, 1"})
  void shortDocumentsAndLowThresholdsNeedFewer(String threshold, String minShingles, int needed)
      throws IOException {
    start(Keys.THRESHOLD.name(), threshold, Keys.MIN_SHINGLES.name(), minShingles);
    assertThat(least).isEqualTo(needed);
  }
}
