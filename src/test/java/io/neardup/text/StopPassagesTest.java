package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.text.ShingleSettings.Unit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link StopPassages} and {@link StopShingles}. */
class StopPassagesTest {

  private static final String MENU =
      "Start \uD83D\uDE00 Über uns in  der Stadt the news of the day and the weather of the week"
          + " and the end of the day and the night";

  /** The passage ends where its last stop shingle ends. */
  @ParameterizedTest
  @CsvSource({
    "CHAR, 5, BLANK",
    "CHAR, 1, BLANK",
    "WORD, 2, BLANK",
    "WORD, 1, UNICODE",
    "WORD, 2, UNICODE",
    "STOPWORD, 3, UNICODE"
  })
  void passagesAreShownAsTheyStandInTheText(Unit unit, int size, WordBoundaries boundaries) {
    ShingleSettings settings =
        new ShingleSettings(unit, size, 64, false, List.of(), Normalization.WHITESPACE, boundaries);
    StopWords stopWords = unit == Unit.STOPWORD ? StopWords.english() : null;
    byte[] menu = MENU.getBytes(UTF_8);
    StopShingles stop = new StopShingles();
    new DocumentShingler(settings, stopWords)
        .elements(menu, 0, menu.length)
        .forEach((long hash) -> stop.add(hash));
    String expected = MENU.replace("  ", " ");
    boolean spaces = size == 1; // are stop shingles by themselves
    if (unit == Unit.STOPWORD) {
      expected = expected.substring(expected.indexOf("in der Stadt"));
    }
    String shown = expected;
    byte[] text = ("12345 xyzxyz\t" + MENU + " 67890 qqqq " + MENU + " qj").getBytes(UTF_8);

    List<String> passages = new StopPassages(settings, stopWords, stop).of(text, 0, text.length);

    assertThat(passages).hasSize(2).allMatch(p -> (spaces ? p.strip() : p).equals(shown));
    DocumentShingler shingler = new DocumentShingler(settings, stopWords, stop);
    LongArrayList left = shingler.elements(text, 0, text.length);
    assertThat(left.size() + shingler.leftOut())
        .isEqualTo(new DocumentShingler(settings, stopWords).elements(text, 0, text.length).size());
    assertThat(new StopPassages(settings, stopWords, stop).of(text, 0, 12)).isEmpty();
  }

  /** Small letters are stop shingles. */
  @ParameterizedTest
  @CsvSource({
    "abc, ''",
    "ab, ab",
    "abX, abX",
    "abcX, X",
    "Xabc, X",
    "XabYabcZ, XabYZ",
    "aXbYcZ, aXbYcZ",
    "aaaaXbbbbbY, XY",
    "X, X",
    "'', ''"
  })
  void passagesOfThreeAreLeftOut(String text, String left) {
    StopShingles letters = new StopShingles();
    "abcdefghijklmnopqrstuvwxyz".chars().forEach(c -> letters.add(hash((char) c)));
    LongArrayList hashes = new LongArrayList();
    text.chars().forEach(c -> hashes.add(hash((char) c)));
    long[] expected = left.chars().mapToLong(c -> hash((char) c)).toArray();

    int removed = letters.removePassages(hashes, 3);

    assertThat(hashes.toLongArray()).isEqualTo(expected);
    assertThat(removed).isEqualTo(text.length() - left.length());
  }

  @ParameterizedTest
  @CsvSource({"abcd, abcd", "aaaa, aaaa", "abcX, X", "Xabc, X", "X, X", "'', ''"})
  void aDocumentOfNothingElseMayBeSpared(String text, String left) {
    StopShingles letters = new StopShingles();
    "abcd".chars().forEach(c -> letters.add(hash((char) c)));
    letters.spareDocuments();
    LongArrayList hashes = new LongArrayList();
    text.chars().forEach(c -> hashes.add(hash((char) c)));
    assertThat(letters.removePassages(hashes, 3)).isEqualTo(text.length() - left.length());
    assertThat(hashes.longStream())
        .containsExactlyElementsOf(left.chars().mapToObj(c -> hash((char) c)).toList());
  }

  private static long hash(char letter) {
    return 0x9E3779B97F4A7C15L * letter;
  }
}
