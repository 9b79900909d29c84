package io.neardup.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

  private static Settings settings(String... namesAndValues) {
    Map<String, String> entries = new HashMap<>();
    entries.put("mapreduce.job.reduces", "x"); // not ours
    entries.put("neardup-internal.slots", "100");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      entries.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return Settings.read(entries.entrySet());
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(String... namesAndValues) {
    return assertThatThrownBy(() -> settings(namesAndValues)).isInstanceOf(UsageException.class);
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    Settings settings = settings();
    for (Key<?> key : Keys.all()) {
      assertThat((Object) settings.get(key)).as(key.name()).isEqualTo(key.defaultValue());
      assertThat(settings.explicit(key)).isEmpty();
    }
    assertThat(settings.all().keySet())
        .containsExactlyElementsOf(Keys.all().stream().map(Key::name).toList());
  }

  @Test
  void whatIsSetIsParsedAndRememberedAsItWasWritten() {
    Settings settings =
        settings("neardup.banding.bands", " 40 ", "neardup.signature.pruning", "FALSE");
    assertThat(settings.get(Keys.BANDS)).isEqualTo(40);
    assertThat(settings.getInt(Keys.BANDS)).isEqualTo(40);
    assertThat(settings.get(Keys.SIGNATURE_PRUNING)).isFalse();
    assertThat(settings.explicit(Keys.BANDS)).contains(" 40 ");
    assertThat(settings.explicit(Keys.SIGNATURE_PRUNING)).contains("FALSE");
    assertThat(settings.explicit(Keys.ROWS)).isEmpty();
    assertThat(settings.all())
        .containsEntry("neardup.banding.bands", "40")
        .containsEntry("neardup.signature.pruning", "false")
        .containsEntry("neardup.banding.rows", "5");
  }

  @ParameterizedTest
  @CsvSource({
    "neardup.banding.band, neardup.banding.bands",
    "neardup.threshold, neardup.similarity.threshold"
  })
  void anUnknownKeyIsRefusedWithTheNearestOne(String unknown, String nearest) {
    assertRefused(unknown, "1")
        .hasMessage("unknown key " + unknown + "; did you mean " + nearest + "?");
  }

  @Test
  void anUnknownKeyLikeNoneIsRefusedWithTheVerbThatListsThem() {
    assertRefused("neardup.k", "1")
        .hasMessage("unknown key neardup.k; the verb keys lists all keys");
  }

  @Test
  void aPriorityIsAFieldOrPrefixesAndNeverWithoutEffect() {
    String keep = "neardup.cluster.keep";
    String field = "neardup.cluster.priority-field";
    String prefixes = "neardup.cluster.priority-prefixes";
    assertThat(settings(keep, "priority", field, "weight").get(Keys.PRIORITY_FIELD))
        .isEqualTo("weight");
    assertThat(settings(keep, "priority", prefixes, "a,b", field, "")).isNotNull();
    assertThat(settings(keep, "longest", prefixes, "", field, "")).isNotNull();
    assertRefused(keep, "priority")
        .hasMessage(keep + "=priority needs either " + field + " or " + prefixes);
    assertRefused(keep, "priority", field, "weight", prefixes, "a")
        .hasMessageEndingWith("not both");
    for (String key : List.of(field, prefixes)) {
      assertRefused(keep, "longest", key, "a")
          .hasMessage(
              key
                  + " is set but has no effect with "
                  + keep
                  + "=longest; did you mean "
                  + keep
                  + "=priority?");
    }
  }

  @Test
  void bandsTimesRowsFitASignature() {
    assertThat(settings("neardup.banding.bands", "32767", "neardup.banding.rows", "1")).isNotNull();
    assertThat(settings("neardup.banding.bands", "151", "neardup.banding.rows", "217"))
        .isNotNull(); // 32,767
    assertRefused("neardup.banding.bands", "16384", "neardup.banding.rows", "2")
        .hasMessageContaining("neardup.banding.bands x neardup.banding.rows = 16384 x 2 = 32768");
    assertRefused("neardup.banding.bands", "32767", "neardup.banding.rows", "32767")
        .hasMessageContaining("1073676289 slots");
  }

  @Test
  void whoAsksForContainmentGetsTheLongestAndNeedsDirectLinking() {
    String least = "neardup.cluster.min-containment";
    String measure = "neardup.candidate.measure";
    for (Settings settings : List.of(settings(least, "0.9"), settings(measure, "containment"))) {
      assertThat(settings.get(Keys.KEEP)).isEqualTo("longest");
      assertThat(settings.changed()).containsEntry("neardup.cluster.keep", "longest");
    }
    String keep = "neardup.cluster.keep";
    assertThat(settings(least, "0.9", keep, "first").get(Keys.KEEP)).isEqualTo("first");
    assertRefused(least, "0.9", "neardup.cluster.linking", "components")
        .hasMessageStartingWith(least + "=0.9 needs neardup.cluster.linking=direct");
    assertRefused(measure, "containment", "neardup.verify", "signature")
        .hasMessageStartingWith(measure + "=containment needs neardup.verify=exact");
    assertThat(settings(measure, "containment", "neardup.verify", "none")).isNotNull();
    assertRefused(measure, "containment", "neardup.shingle.multiset", "true")
        .hasMessage(measure + "=containment does not go with neardup.shingle.multiset=true");
    assertThatThrownBy(() -> settings(measure, "containment").requireJaccard("tune"))
        .isInstanceOf(UsageException.class)
        .hasMessage(measure + "=containment: tune is for jaccard only");
  }

  @Test
  void aMissRateOfOneIsRefused() {
    assertRefused("neardup.verify.max-miss-rate", "1")
        .hasMessageContaining("must be 0 to less than 1");
    assertThat(settings("neardup.verify.max-miss-rate", "0")).isNotNull();
    assertThat(settings("neardup.verify.max-miss-rate", "0.999")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource({
    "char, , 9",
    "word, , 3",
    "stopword, , 3",
    "char, 5, 5",
    "word, 5, 5",
    "word, 9, 9",
    "stopword, 5, 3"
  })
  void theSizeOfAShingleFollowsItsUnit(String unit, String size, int expected) {
    Settings settings =
        size == null
            ? settings("neardup.shingle.unit", unit)
            : settings("neardup.shingle.unit", unit, "neardup.shingle.size", size);
    assertThat(settings.getInt(Keys.SHINGLE_SIZE)).isEqualTo(expected);
  }

  @Test
  void whatDecidesAStageAfterIngestDecidesThoseAfterIt() {
    Settings settings = settings("neardup.banding.bands", "40");
    Map<String, String> before = Map.of();
    for (Stage stage : Stage.values()) {
      Map<String, String> deciding = settings.deciding(stage);
      assertThat(deciding).containsAllEntriesOf(stage == Stage.SHINGLE_SORT ? Map.of() : before);
      for (Key<?> key : Keys.all()) {
        assertThat(deciding.containsKey(key.name()))
            .as("%s decides %s", key, stage)
            .isEqualTo(
                key.decides().isPresent()
                    && key.decides().get().compareTo(stage) <= 0
                    && (key.decides().get() == Stage.INGEST) == (stage == Stage.INGEST));
      }
      before = deciding;
    }
    assertThat(settings.deciding(Stage.INGEST))
        .containsEntry("neardup.document.max-bytes", "8388608")
        .doesNotContainKey("neardup.banding.bands");
    assertThat(settings.deciding(Stage.SHINGLE_SORT)).containsEntry("neardup.banding.bands", "40");
    assertThat(List.copyOf(settings.deciding(Stage.VERIFY).keySet())).isSorted();
  }
}
