package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.text.ShingleSettings.Unit;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;
import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DocumentShinglerPropertiesTest {

  /** Words that generated texts hold. */
  private static final List<String> STOP_WORDS = List.of("a", "b", "c", "d", "e");

  private static List<Long> distinct(DocumentShingler shingler, String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return List.copyOf(
        new LongAVLTreeSet(
            shingler.elements(Plain.surround(bytes), Plain.SURROUNDING, bytes.length)));
  }

  private static Map<String, Integer> bag(List<String> shingles) {
    Map<String, Integer> counts = new HashMap<>();
    shingles.forEach(shingle -> counts.merge(shingle, 1, Integer::sum));
    return counts;
  }

  @Property
  void setsAgreeWithStrings(
      @ForAll Normalization normalization,
      @ForAll boolean narrow,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    DocumentShingler shingler =
        new DocumentShingler(
            new ShingleSettings(Unit.CHAR, k, narrow ? 32 : 64, false, normalization), null);
    Set<Long> expected = new HashSet<>();
    for (String shingle : Plain.charShingles(Plain.normalize(bytes, normalization), k)) {
      expected.add(narrow ? Plain.hash(shingle) & 0xFFFFFFFFL : Plain.hash(shingle));
    }
    assertThat(new HashSet<>(shingler.elements(bytes, 0, bytes.length))).isEqualTo(expected);
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
        new ShingleSettings(unit, k, narrow ? 32 : 64, multiset, Normalization.WHITESPACE);
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
        new DocumentShingler(
            new ShingleSettings(unit, k, narrow ? 32 : 64, true, Normalization.NONE),
            StopWords.parse(new StringReader(String.join("\n", STOP_WORDS))));
    // Repeats are what matters: most of one text occurs in the other.
    String both = one + " " + other + " " + one;
    Map<String, Integer> bagOfOne = bag(plainShingles(unit, one, k));
    Map<String, Integer> bagOfBoth = bag(plainShingles(unit, both, k));
    Set<String> all = new HashSet<>(bagOfOne.keySet());
    all.addAll(bagOfBoth.keySet());
    int intersection = 0;
    int union = 0;
    for (String shingle : all) {
      int a = bagOfOne.getOrDefault(shingle, 0);
      int b = bagOfBoth.getOrDefault(shingle, 0);
      intersection += Math.min(a, b);
      union += Math.max(a, b);
    }
    Set<Long> common = new HashSet<>(distinct(shingler, one));
    Set<Long> either = new HashSet<>(common);
    Set<Long> elementsOfBoth = new HashSet<>(distinct(shingler, both));
    either.addAll(elementsOfBoth);
    common.retainAll(elementsOfBoth);
    assertThat(common).hasSize(intersection);
    assertThat(either).hasSize(union);
  }

  private static List<String> plainShingles(Unit unit, String text, int k) {
    return switch (unit) {
      case CHAR -> Plain.charShingles(text, k);
      case WORD -> Plain.wordShingles(text, k);
      case STOPWORD -> Plain.stopWordShingles(text, STOP_WORDS);
      case ELEMENT -> Plain.elements(text);
    };
  }

  @Property
  void theResultDependsOnTheDocumentAlone(
      @ForAll Unit unit,
      @ForAll boolean multiset,
      @ForAll(supplier = Texts.Text.class) String before,
      @ForAll(supplier = Texts.Text.class) String text) {
    ShingleSettings settings = new ShingleSettings(unit, 2, 64, multiset, Normalization.WHITESPACE);
    DocumentShingler used = new DocumentShingler(settings, StopWords.english());
    distinct(used, before);
    used.elements(before.getBytes(UTF_8), 0, before.getBytes(UTF_8).length);
    assertThat(distinct(used, text))
        .isEqualTo(distinct(new DocumentShingler(settings, StopWords.english()), text));
  }
}
