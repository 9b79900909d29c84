package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Keys} as declared, and {@link Key} as it parses. */
class KeysTest {

  static List<Key<?>> allKeys() {
    return Keys.all();
  }

  @Test
  void allHoldsEveryKeyThatIsDeclaredOnce() throws IllegalAccessException {
    List<Key<?>> declared = new ArrayList<>();
    for (Field field : Keys.class.getDeclaredFields()) {
      if (Modifier.isPublic(field.getModifiers()) && field.getType() == Key.class) {
        declared.add((Key<?>) field.get(null));
      }
    }
    assertThat(declared).hasSizeGreaterThan(20);
    assertThat(Keys.all()).containsExactlyInAnyOrderElementsOf(declared);
    assertThat(Keys.all()).extracting(Key::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("allKeys")
  void everyKeyIsNamedAndDescribedAndItsDefaultIsAllowed(Key<?> key) {
    assertThat(key.name()).matches("neardup\\.[a-z0-9]+([.-][a-z0-9]+)*").hasToString(key.name());
    assertThat(key.toString()).isEqualTo(key.name());
    assertThat(key.range()).isNotBlank();
    assertThat(key.help()).matches("(?s)[A-Za-z].*\\.");
    assertThat(key.parse(String.valueOf(key.defaultValue()))).isEqualTo(key.defaultValue());
    assertThat(key.parse("  " + key.defaultValue() + "\n")).isEqualTo(key.defaultValue());
  }

  /** What decides no result may differ from run to run; all else must be part of fingerprints. */
  @Test
  void onlyWhatChangesNoResultDecidesNone() {
    assertThat(Keys.all())
        .filteredOn(key -> key.decides().isEmpty())
        .contains(
            Keys.RANGE_BYTES,
            Keys.SPLIT_BYTES,
            Keys.SIGNATURE_PLAN,
            Keys.SIGNATURE_PRUNING,
            Keys.BLOCK_COLUMNS)
        .doesNotContain(Keys.SIGNATURE_SEED, Keys.BANDS, Keys.ROWS, Keys.MAX_DOCUMENT_BYTES);
    assertThat(Keys.BANDS.decides()).contains(Stage.SHINGLE_SORT);
    assertThat(Keys.MAX_TWINS.decides()).contains(Stage.BAND_BUCKET);
    assertThat(Keys.THRESHOLD.decides()).contains(Stage.VERIFY);
  }

  private static void assertRefused(Key<?> key, String... values) {
    for (String value : values) {
      assertThatThrownBy(() -> key.parse(value))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(key.name() + "=" + value + ": the value must be ")
          .hasMessageContaining(key.range())
          .hasMessageEndingWith("(default " + key.defaultValue() + ")");
    }
  }

  @Test
  void valuesAreOfTheirTypeAndInTheirRange() {
    assertRefused(
        Keys.BANDS, "0", "32768", "-1", "1.0", "1e3", "", "x", "5 5", "9223372036854775808");
    assertRefused(Keys.THRESHOLD, "-0.1", "1.0001", "NaN", "Infinity", "", "80%", "0,8");
    assertRefused(Keys.SIGNATURE_PRUNING, "yes", "1", "", "tru");
    assertRefused(Keys.SHINGLE_UNIT, "Char", "chars", "", "char, word");
    assertRefused(Keys.ID_FIELD, "", "  ");
    assertThat(Keys.BANDS.parse("1")).isEqualTo(1);
    assertThat(Keys.BANDS.parse("32767")).isEqualTo(32_767);
    assertThat(Keys.SIGNATURE_SEED.parse("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(Keys.THRESHOLD.parse("0")).isZero();
    assertThat(Keys.THRESHOLD.parse("1")).isEqualTo(1);
    assertThat(Keys.THRESHOLD.parse("5e-1")).isEqualTo(0.5);
    assertThat(Keys.SIGNATURE_PRUNING.parse("TRUE")).isTrue();
    assertThat(Keys.SIGNATURE_PRUNING.parse("False")).isFalse();
    assertThat(Keys.SHINGLE_UNIT.defaultValue()).isEqualTo("char");
    assertThat(Keys.SHINGLE_UNIT.parse("stopword")).isEqualTo("stopword");
    assertThat(Keys.ID_FIELD.parse("a b")).isEqualTo("a b");
  }

  /** In a configuration file the first and last line of a list are often blank. */
  @Test
  void blanksOfExpressionsCountAndBlankLinesDoNot() {
    assertThat(Keys.IGNORED_TEXT.parse("^\\w+ ")).isEqualTo("^\\w+ ");
    assertThat(Keys.IGNORED_TEXT.parse(" +")).isEqualTo(" +");
    assertThat(Keys.IGNORED_TEXT.parse("\n a\n\nb \r\n  ")).isEqualTo(" a\nb ");
    assertThatThrownBy(() -> Keys.IGNORED_TEXT.parse("+ "))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("neardup.text.ignore: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neardup.banding.bands | the value must be 1 to 32767 (default 20)",
        "neardup.similarity.threshold | the value must be 0 to 1 (default 0.8)",
        "neardup.signature.pruning | the value must be true or false (default true)",
        "neardup.signature.scheme | the value must be one of fast, universal (default fast)",
        "neardup.ingest.id-field | the value must be a field name (default id)",
        "neardup.shingle.stop-words | the value must be english or a path (default english)"
      })
  void messagesSayWhatIsAllowed(String name, String message) {
    Key<?> key = Keys.all().stream().filter(k -> k.name().equals(name)).findFirst().orElseThrow();
    assertThatThrownBy(() -> key.parse(" "))
        .isInstanceOf(UsageException.class)
        .hasMessage(name + "= : " + message);
  }

  @Test
  void stagesHaveTheirOwnVerbsAndFolders() {
    assertThat(Stage.values()).extracting(Stage::verb).doesNotHaveDuplicates();
    assertThat(Stage.values()).extracting(Stage::folder).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "threshold, neardup.similarity.threshold",
    "neardup.threshold, neardup.similarity.threshold",
    "neardup.treshold, neardup.similarity.threshold",
    "similarity.Threshold, neardup.similarity.threshold",
    "bands, neardup.banding.bands",
    "neardup.rows, neardup.banding.rows",
    "neardup.band, neardup.banding.bands",
    "neardup.shingle.k-size, neardup.shingle.size",
    "neardup.candidate.maxtwins, neardup.candidate.max-twins",
    "format, neardup.ingest.format",
    "neardup.max-bytes, neardup.document.max-bytes",
    "neardup.bucket.split-byte, neardup.document.split-bytes",
    "neardup.verify.mode, neardup.verify",
    "verify, neardup.verify",
    "neardup-banding-bands, neardup.banding.bands"
  })
  void theLastWordDecidesThenTheWholeName(String name, String key) {
    assertThat(Keys.similarTo(name)).map(Key::name).contains(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "neardup.", "x", "fs.other.impl", "neardup.k", "user.name"})
  void whatIsFarFromEveryKeyIsNone(String name) {
    assertThat(Keys.similarTo(name)).isEmpty();
  }

  @Test
  void everyKeyIsNearestToItself() {
    for (Key<?> key : Keys.all()) {
      assertThat(Keys.similarTo(key.name())).contains(key);
    }
  }
}
