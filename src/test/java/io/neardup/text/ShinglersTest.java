package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShinglersTest {

  private static final String SUDZO =
      "A spokesperson for the Sudzo Corporation revealed today that studies have shown it is good"
          + " for people to buy Sudzo products.";

  private static void assertShingles(Shingler shingler, String text, String... expected) {
    assertThat(Plain.shingle(shingler, text)).isEqualTo(Plain.hashes(List.of(expected)));
  }

  @Test
  void characters() {
    assertShingles(new CharShingler(2), "abcab", "ab", "bc", "ca", "ab");
    assertShingles(new CharShingler(2), "Nadal", "Na", "ad", "da", "al");
    assertShingles(new CharShingler(2), "Nadia", "Na", "ad", "di", "ia");
    assertShingles(new CharShingler(3), "Nadal", "Nad", "ada", "dal");
    // A text of up to k characters is one shingle.
    assertShingles(new CharShingler(9), "");
    assertShingles(new CharShingler(9), "a", "a");
    assertShingles(new CharShingler(9), "abcdefgh", "abcdefgh");
    assertShingles(new CharShingler(9), "abcdefghi", "abcdefghi");
    assertShingles(new CharShingler(9), "abcdefghij", "abcdefghi", "bcdefghij");
    assertShingles(new CharShingler(9), "\u043F\u0440\u0438", "\u043F\u0440\u0438");
    // A character is a code point.
    String smile = "\uD83D\uDE00";
    assertShingles(
        new CharShingler(2),
        "a" + smile + "\u0301\u05D0",
        "a" + smile,
        smile + "\u0301",
        "\u0301\u05D0");
    assertShingles(new CharShingler(1), smile + "a", smile, "a");
  }

  @Test
  void words() {
    assertShingles(
        new WordShingler(2, WordBoundaries.BLANK), "to be or\tnot", "to be", "be or", "or not");
    assertShingles(new WordShingler(1, WordBoundaries.BLANK), "a b a", "a", "b", "a");
    assertShingles(
        new WordShingler(3, WordBoundaries.BLANK),
        " \t\n\u000B\f\r a \n b  c d\r\n",
        "a b c",
        "b c d");
    // A text of up to k words is one shingle.
    assertShingles(new WordShingler(3, WordBoundaries.BLANK), "");
    assertShingles(new WordShingler(3, WordBoundaries.BLANK), " \n ");
    assertShingles(new WordShingler(3, WordBoundaries.BLANK), " one ", "one");
    assertShingles(new WordShingler(3, WordBoundaries.BLANK), "one\ntwo", "one two");
    assertShingles(new WordShingler(3, WordBoundaries.BLANK), "one  two three", "one two three");
    // Other white space is part of a word.
    assertShingles(
        new WordShingler(1, WordBoundaries.BLANK), "a\u00A0b\u3000c d", "a\u00A0b\u3000c", "d");
  }

  @Test
  void stopWordsOfTheBook() {
    assertShingles(
        new StopWordShingler(StopWords.english(), WordBoundaries.BLANK),
        SUDZO,
        "A spokesperson for",
        "for the Sudzo",
        "the Sudzo Corporation",
        "that studies have",
        "have shown it",
        "it is good",
        "is good for",
        "for people to",
        "to buy Sudzo");
    assertShingles(new StopWordShingler(StopWords.english(), WordBoundaries.BLANK), "Buy Sudzo.");
  }

  /** XXH3-64, seed 0, as computed by xxHash's own library (Python xxhash 4.0.1). */
  @ParameterizedTest
  @CsvSource({
    "a, e6c632b61e964e1f",
    "ab, a873719c24d5735c",
    "Nadal, f7c4ae0fe2f17a1c",
    "abcdefghi, e0dde4fc174590a0",
    "the Sudzo Corporation, e18a3511eb6f058e",
    "'\u043F\u0440\u0438\u0432\u0435\u0442, \u043C', b24e34bc534f64a9",
    "\uD83D\uDE00\uD83D\uDE01\u00E9, fdd288f80c784817"
  })
  void hashesAreStable(String shingle, String expected) {
    assertThat(Plain.shingle(new CharShingler(1000), shingle))
        .containsExactly(Long.parseUnsignedLong(expected, 16));
    assertThat(Plain.shingle(new ElementShingler(), shingle))
        .containsExactly(Long.parseUnsignedLong(expected, 16));
  }

  @Test
  void theHashOfALongShingleIsStable() {
    assertThat(Plain.shingle(new CharShingler(300), "x".repeat(300)))
        .containsExactly(0xa5d1b4607dc83554L);
  }

  @ParameterizedTest
  @MethodSource("shinglers")
  void appendsToWhatIsThere(Shingler shingler) {
    LongArrayList out = new LongArrayList(new long[] {7, 8});
    byte[] text = "the big end".getBytes(UTF_8);
    shingler.shingle(text, 0, text.length, out);
    List<Long> all = out;
    assertThat(all.subList(0, 2)).containsExactly(7L, 8L);
    assertThat(all.subList(2, all.size())).isEqualTo(Plain.shingle(shingler, "the big end"));
    assertThat(all).hasSizeGreaterThan(2);
  }

  @ParameterizedTest
  @MethodSource("shinglers")
  void refusesARangeOutsideTheArray(Shingler shingler) {
    assertThatThrownBy(() -> shingler.shingle(new byte[4], 2, 3, new LongArrayList()))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @ParameterizedTest
  @MethodSource("shinglers")
  void allocatesNothingPerShingle(Shingler shingler) {
    assumeFalse(shingler instanceof StopWordShingler); // it looks words up as strings
    byte[] text = ("the big end of " + "\u00E9".repeat(20) + "\n").repeat(5000).getBytes(UTF_8);
    LongArrayList out = new LongArrayList(text.length);
    shingler.shingle(text, 0, text.length, out);
    int shingles = out.size();
    assertThat(shingles).isGreaterThan(4000);
    // What grows stays: a joined text at most, no object of 16 bytes a shingle.
    long bytes =
        Allocation.bytesOf(
            () -> {
              for (int i = 0; i < 20; i++) {
                out.clear();
                shingler.shingle(text, 0, text.length, out);
              }
            });
    assertThat(bytes).isLessThan(shingles * 20L);
  }

  @Test
  void manyShinglesFillAnArrayMadeForThem() {
    assertThat(Plain.shingleArray(new CharShingler(9), "a".repeat(50_000)).elements())
        .hasSize(49_992);
    assertThat(Plain.shingleArray(new CharShingler(9), "\u00E9".repeat(50_000)).elements())
        .hasSize(49_992);
    assertThat(
            Plain.shingleArray(new WordShingler(3, WordBoundaries.BLANK), "a ".repeat(50_000))
                .elements())
        .hasSize(49_998);
    assertThat(Plain.shingleArray(new ElementShingler(), "a\n".repeat(50_000)).elements())
        .hasSizeBetween(50_000, 50_001);
    // Not so for a few: the array grows by more than it needs, for those to come.
    assertThat(Plain.shingleArray(new CharShingler(2), "abc").elements()).hasSizeGreaterThan(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void sizeIsPositive(int k) {
    assertThatThrownBy(() -> new CharShingler(k)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WordShingler(k, WordBoundaries.BLANK))
        .isInstanceOf(IllegalArgumentException.class);
  }

  static Stream<Shingler> shinglers() {
    return Stream.of(
        new CharShingler(3),
        new WordShingler(2, WordBoundaries.BLANK),
        new WordShingler(2, WordBoundaries.UNICODE),
        new StopWordShingler(StopWords.english(), WordBoundaries.BLANK),
        new ElementShingler());
  }

  /** Of two texts: what counts is that a shingle has the same value in both. */
  @Property
  void packedCharactersStandForStringsOneToOne(
      @ForAll(supplier = Texts.Text.class) String one,
      @ForAll @StringLength(max = 60) @CharRange(from = 'a', to = 'c') String ascii,
      @ForAll(supplier = Texts.Text.class) String other,
      @ForAll @IntRange(min = 1, max = PackedCharShingler.MAX_SIZE) int k) {
    Map<String, Long> values = new HashMap<>();
    for (String text : List.of(one + ascii, ascii, other + ascii + one, "\0" + ascii, "\177")) {
      List<String> strings = Plain.charShingles(text, k);
      List<Long> packed = Plain.shingle(new PackedCharShingler(k), text);
      assertThat(packed).hasSameSizeAs(strings);
      for (int i = 0; i < strings.size(); i++) {
        values.putIfAbsent(strings.get(i), packed.get(i));
        assertThat(packed.get(i)).isEqualTo(values.get(strings.get(i)));
      }
    }
    assertThat(new HashSet<>(values.values())).hasSameSizeAs(values.keySet());
  }

  @Test
  void everyLengthHasTheHashOfTheLibrary() {
    Random random = new Random(1);
    byte[] bytes = new byte[200];
    for (int round = 0; round < 500; round++) {
      random.nextBytes(bytes);
      for (int length = 0; length <= 140; length++) {
        int from = random.nextInt(bytes.length - length + 1);
        assertThat(ShortXxh3.hash(bytes, from, length))
            .as("%d bytes", length)
            .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes, from, length));
      }
    }
  }

  @Test
  void windowsHaveTheHashesOfTheLibrary() {
    Random random = new Random(2);
    for (int length = 1; length <= 70; length++) {
      int windows = 1 + random.nextInt(100);
      int from = random.nextInt(3);
      byte[] bytes = new byte[from + windows + length - 1]; // no byte after the last one
      random.nextBytes(bytes);
      long[] hashes = new long[windows];
      ShortXxh3.hashWindows(bytes, from, length, windows, hashes);
      for (int w = 0; w < windows; w++) {
        assertThat(hashes[w])
            .as("window %d of %d bytes", w, length)
            .isEqualTo(Hashing.xxh3_64().hashBytesToLong(bytes, from + w, length));
      }
    }
  }
}
