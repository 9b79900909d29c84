package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TextNormalizerPropertiesTest {

  private static byte[] normalize(Normalization normalization, byte[] bytes) {
    Utf8Buffer result =
        new TextNormalizer(normalization)
            .normalize(Plain.surround(bytes), Plain.SURROUNDING, bytes.length);
    return Arrays.copyOf(result.bytes(), result.length());
  }

  @Property
  void agreesWithStringsOnText(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Text.class) String text) {
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(normalize(normalization, bytes))
        .isEqualTo(Plain.normalize(bytes, normalization).getBytes(UTF_8));
  }

  @Property
  void agreesWithStringsOnBytes(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    assertThat(normalize(normalization, bytes))
        .isEqualTo(Plain.normalize(bytes, normalization).getBytes(UTF_8));
  }

  @Property
  void isIdempotent(
      @ForAll Normalization normalization, @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    byte[] once = normalize(normalization, bytes);
    assertThat(normalize(normalization, once)).isEqualTo(once);
  }

  @Property
  void isTheSameInAUsedNormalizer(
      @ForAll Normalization normalization,
      @ForAll(supplier = Texts.Bytes.class) byte[] before,
      @ForAll(supplier = Texts.Bytes.class) byte[] bytes) {
    TextNormalizer used = new TextNormalizer(normalization);
    used.normalize(before, 0, before.length);
    Utf8Buffer result = used.normalize(bytes, 0, bytes.length);
    assertThat(Arrays.copyOf(result.bytes(), result.length()))
        .isEqualTo(normalize(normalization, bytes));
  }

  @Property
  void foldHidesCase(@ForAll(supplier = Texts.Text.class) String text) {
    // In NFKC, as upper case makes a letter of the mark U+0345, which then no longer moves.
    String normal = Normalizer.normalize(text, Normalizer.Form.NFKC);
    String upper = normal.toUpperCase(Locale.ROOT);
    assertThat(normalize(Normalization.FOLD, upper.getBytes(UTF_8)))
        .isEqualTo(normalize(Normalization.FOLD, normal.getBytes(UTF_8)));
  }
}
