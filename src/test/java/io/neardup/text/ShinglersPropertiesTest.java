package io.neardup.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ShinglersPropertiesTest {

  @Property
  void charactersAgreeWithStrings(
      @ForAll(supplier = Texts.Text.class) String text,
      @ForAll @IntRange(min = 1, max = 20) int k) {
    assertThat(Plain.shingle(new CharShingler(k), text))
        .isEqualTo(Plain.hashes(Plain.charShingles(text, k)));
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
