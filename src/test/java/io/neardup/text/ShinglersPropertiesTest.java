package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class ShinglersPropertiesTest {

  @Property
  void charactersAgreeWithStrings(
      @ForAll(supplier = Texts.Text.class) String text,
      @ForAll @IntRange(min = 1, max = 20) int k) {
    assertThat(Plain.shingle(new CharShingler(k), text))
        .isEqualTo(Plain.hashes(Plain.charShingles(text, k)));
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

  @Property
  void wordsAgreeWithStrings(
      @ForAll(supplier = Texts.Text.class) String text, @ForAll @IntRange(min = 1, max = 8) int k) {
    assertThat(Plain.shingle(new WordShingler(k), text))
        .isEqualTo(Plain.hashes(Plain.wordShingles(text, k)));
  }

  @Property
  void stopWordsAgreeWithStrings(@ForAll(supplier = Texts.Text.class) String text) {
    // Words of the generated texts, so that they occur.
    List<String> words = List.of("a", "b", "c", "d", "ab", "z", "\u05D0", "\u03B1", "\u4E00");
    StopWords stopWords = StopWords.parse(new StringReader(String.join("\n", words)));
    assertThat(Plain.shingle(new StopWordShingler(stopWords), text))
        .isEqualTo(Plain.hashes(Plain.stopWordShingles(text, words)));
  }

  @Property
  void elementsAgreeWithStrings(@ForAll(supplier = Texts.Text.class) String text) {
    assertThat(Plain.shingle(new ElementShingler(), text))
        .isEqualTo(Plain.hashes(Plain.elements(text)));
  }

  @Property
  void aUsedShinglerIsAsGoodAsNew(
      @ForAll(supplier = Texts.Text.class) String before,
      @ForAll(supplier = Texts.Text.class) String text) {
    Shingler used = new WordShingler(2);
    Plain.shingle(used, before);
    assertThat(Plain.shingle(used, text)).isEqualTo(Plain.shingle(new WordShingler(2), text));
  }
}
