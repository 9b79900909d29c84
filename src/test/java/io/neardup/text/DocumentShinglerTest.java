package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.text.ShingleSettings.Unit;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.StringReader;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class DocumentShinglerTest {

  private static final long AB = 0xa873719c24d5735cL;

  /** Words that generated texts hold. */
  private static final List<String> STOP_WORDS =
      List.of("a", "b", "c", "d", "e", "ab", "z", "\u05D0", "\u03B1", "\u4E00");

  private static DocumentShingler shingler(Unit unit, int size, int hashBits, boolean multiset) {
    return new DocumentShingler(
        settings(unit, size, hashBits, multiset, Normalization.WHITESPACE, WordBoundaries.BLANK),
        StopWords.english());
  }

  private static ShingleSettings settings(
      Unit unit,
      int size,
      int hashBits,
      boolean multiset,
      Normalization normalization,
      WordBoundaries boundaries) {
    return new ShingleSettings(
        unit, size, hashBits, multiset, List.of(), normalization, boundaries);
  }

  private static List<Long> distinct(DocumentShingler shingler, String document) {
    return List.copyOf(new TreeSet<>(elements(shingler, document)));
  }

  private static List<Long> elements(DocumentShingler shingler, String document) {
    return elements(shingler, document.getBytes(UTF_8));
  }

  private static List<Long> elements(DocumentShingler shingler, byte[] document) {
    return shingler.elements(Plain.surround(document), Plain.SURROUNDING, document.length);
  }

  private static List<Long> sortedHashes(String... shingles) {
    return Plain.hashes(List.of(shingles)).stream().sorted().toList();
  }

  @Test
  void abcabAsASet() {
    DocumentShingler set = shingler(Unit.CHAR, 2, 64, false);
    assertThat(distinct(set, "abcab")).isEqualTo(sortedHashes("ab", "bc", "ca"));
    assertThat(elements(set, "abcab")).isEqualTo(Plain.hashes(List.of("ab", "bc", "ca", "ab")));
  }

  @Test
  void abcabAsABag() {
    DocumentShingler bag = shingler(Unit.CHAR, 2, 64, true);
    assertThat(distinct(bag, "abcab"))
        .hasSize(4)
        .containsAll(sortedHashes("ab", "bc", "ca"))
        .contains(0x68c51860a6454acdL);
    assertThat(elements(bag, "abcab")).hasSize(4).doesNotHaveDuplicates();
  }

  /** Values of an independent implementation of the formula in the Javadoc. */
  @Test
  void furtherOccurrencesAreStable() {
    assertThat(elements(shingler(Unit.ELEMENT, 1, 64, true), "ab\nab\nab"))
        .containsExactlyInAnyOrder(AB, 0x68c51860a6454acdL, 0x7c6b7e28cc406b1bL);
    assertThat(elements(shingler(Unit.ELEMENT, 1, 32, true), "ab\nab\nab"))
        .containsExactlyInAnyOrder(AB & 0xFFFFFFFFL, 0xdbf098b8L, 0x3cdbfbcdL);
  }

  @Test
  void nadalAndNadia() {
    DocumentShingler shingler = shingler(Unit.CHAR, 2, 64, false);
    assertThat(distinct(shingler, "Nadal")).isEqualTo(sortedHashes("Na", "ad", "da", "al"));
    assertThat(distinct(shingler, "Nadia")).isEqualTo(sortedHashes("Na", "ad", "di", "ia"));
    assertThat(common(distinct(shingler, "Nadal"), distinct(shingler, "Nadia"))).isEqualTo(2);
  }

  @Test
  void nineCharactersHashedToFourBytes() {
    List<Long> buckets = distinct(shingler(Unit.CHAR, 9, 32, false), "abcdefghij");
    assertThat(buckets)
        .containsExactlyInAnyOrder(0x174590a0L, Plain.hash("bcdefghij") & 0xFFFFFFFFL);
    // 2^16 shingles of 64 bits: some have the upper half of 32 bits set, no bucket has.
    String text =
        String.join(
            "", LongStream.range(0, 1 << 13).mapToObj(i -> String.format("%08x", i)).toList());
    assertThat(distinct(shingler(Unit.CHAR, 9, 32, true), text))
        .allMatch(element -> element >= 0 && element <= 0xFFFFFFFFL);
  }

  @Test
  void documentsWithoutShingles() {
    assertThat(distinct(shingler(Unit.CHAR, 9, 64, false), " \n\u00A0")).isEmpty();
    assertThat(distinct(shingler(Unit.WORD, 3, 64, true), " \n\u00A0")).isEmpty();
    assertThat(distinct(shingler(Unit.STOPWORD, 3, 64, false), "Buy Sudzo.")).isEmpty();
    assertThat(distinct(shingler(Unit.ELEMENT, 1, 64, false), "\n")).isEmpty();
  }

  @Test
  void aLargeDocumentTakesOneArrayAndTheNextReleasesIt() {
    byte[] large = "abcdefghijklmnop".repeat(1 << 16).getBytes(UTF_8);
    DocumentShingler shingler = shingler(Unit.CHAR, 9, 64, false);
    LongArrayList elements = shingler.elements(large, 0, large.length);
    assertThat(elements.elements()).hasSize(large.length - 8);
    assertThat(shingler.elements(large, 0, 20).elements().length)
        .isLessThanOrEqualTo(ShingleLists.RETAINED_LONGS);
  }

  @Test
  void aLargeDocumentIsNotCopiedTwice() {
    byte[] large = new byte[8 << 20];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) ('a' + Long.remainderUnsigned((i * 0x9E3779B97F4A7C15L) >>> 7, 26));
    }
    DocumentShingler shingler = shingler(Unit.CHAR, 9, 64, true);
    long bytes = Allocation.bytesOf(() -> shingler.elements(large, 0, large.length));
    // The text, its elements, and less than a quarter more.
    assertThat(bytes).isBetween(72L << 20, 90L << 20);
  }

  private static Map<String, Integer> bag(List<String> shingles) {
    return shingles.stream().collect(Collectors.toMap(shingle -> shingle, s -> 1, Integer::sum));
  }

  private static List<String> plainShingles(
      Unit unit, String text, int k, WordBoundaries boundaries) {
    return switch (unit) {
      case CHAR -> Plain.charShingles(text, k);
      case WORD -> Plain.wordShingles(text, k, boundaries);
      case STOPWORD ->
          Plain.stopWordShingles(
              text, boundaries, word -> STOP_WORDS.contains(word.toLowerCase(Locale.ROOT)));
      case ELEMENT -> Plain.elements(text);
    };
  }

  private static DocumentShingler shingler(ShingleSettings settings) {
    return new DocumentShingler(
        settings, StopWords.parse(new StringReader(String.join("\n", STOP_WORDS))));
  }

  @Property
  void agreesWithStrings(
      @ForAll Unit unit,
      @ForAll Normalization normalization,
      @ForAll WordBoundaries boundaries,
      @ForAll boolean narrow,
      @ForAll @IntRange(min = 1, max = 20) int k,
      @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    ShingleSettings settings =
        settings(unit, k, narrow ? 32 : 64, false, normalization, boundaries);
    String text = Plain.normalize(bytes, unit == Unit.ELEMENT ? Normalization.NONE : normalization);
    long mask = narrow ? 0xFFFFFFFFL : -1;
    assertThat(elements(shingler(settings), bytes))
        .isEqualTo(
            plainShingles(unit, text, k, boundaries).stream()
                .map(s -> Plain.hash(s) & mask)
                .toList());
  }

  private static long common(List<Long> one, List<Long> other) {
    return one.stream().filter(new HashSet<>(other)::contains).count();
  }

  @Property
  void shinglersForComparisonsHaveAsManyInCommon(
      @ForAll Unit unit,
      @ForAll boolean narrow,
      @ForAll boolean multiset,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll(supplier = Texts.Text.class) String one,
      @ForAll(supplier = Texts.Text.class) String other) {
    ShingleSettings settings =
        settings(
            unit, k, narrow ? 32 : 64, multiset, Normalization.WHITESPACE, WordBoundaries.BLANK);
    DocumentShingler usual = new DocumentShingler(settings, StopWords.english());
    DocumentShingler fast = DocumentShingler.forComparisons(settings, StopWords.english(), null);
    String both = one + " the " + other + " the " + one;
    List<Long> usualOfOne = distinct(usual, one);
    List<Long> fastOfOne = distinct(fast, one);
    assertThat(fastOfOne).hasSameSizeAs(usualOfOne);
    List<Long> usualOfBoth = distinct(usual, both);
    List<Long> fastOfBoth = distinct(fast, both);
    assertThat(fastOfBoth).hasSameSizeAs(usualOfBoth);
    assertThat(common(fastOfOne, fastOfBoth)).isEqualTo(common(usualOfOne, usualOfBoth));
  }

  @Property
  void jaccardOfMultisetsIsThatOfBags(
      @ForAll Unit unit,
      @ForAll boolean narrow,
      @ForAll @IntRange(min = 1, max = 2) int k,
      @ForAll(supplier = Texts.Text.class) String one,
      @ForAll(supplier = Texts.Text.class) String other) {
    DocumentShingler shingler =
        shingler(
            settings(unit, k, narrow ? 32 : 64, true, Normalization.NONE, WordBoundaries.BLANK));
    // Repeats are what matters: most of one text occurs in the other.
    String both = one + " " + other + " " + one;
    Map<String, Integer> bagOfOne = bag(plainShingles(unit, one, k, WordBoundaries.BLANK));
    Map<String, Integer> bagOfBoth = bag(plainShingles(unit, both, k, WordBoundaries.BLANK));
    int intersection =
        bagOfOne.entrySet().stream()
            .mapToInt(e -> Math.min(e.getValue(), bagOfBoth.getOrDefault(e.getKey(), 0)))
            .sum();
    List<Long> elementsOfOne = distinct(shingler, one);
    List<Long> elementsOfBoth = distinct(shingler, both);
    assertThat(common(elementsOfOne, elementsOfBoth)).isEqualTo(intersection);
    assertThat(elementsOfOne).hasSize(bagOfOne.values().stream().mapToInt(n -> n).sum());
    assertThat(elementsOfBoth).hasSize(bagOfBoth.values().stream().mapToInt(n -> n).sum());
  }

  @Property
  void theResultDependsOnTheDocumentAlone(
      @ForAll Unit unit,
      @ForAll boolean multiset,
      @ForAll(supplier = Texts.Text.class) String before,
      @ForAll(supplier = Texts.Text.class) String text) {
    ShingleSettings settings =
        settings(unit, 2, 64, multiset, Normalization.WHITESPACE, WordBoundaries.UNICODE);
    DocumentShingler used = new DocumentShingler(settings, StopWords.english());
    distinct(used, before);
    elements(used, before);
    assertThat(distinct(used, text))
        .isEqualTo(distinct(new DocumentShingler(settings, StopWords.english()), text));
  }
}
