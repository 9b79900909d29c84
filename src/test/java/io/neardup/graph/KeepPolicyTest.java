package io.neardup.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepPolicyTest {

  private static KeepPolicy policy(String... namesAndValues) {
    Map<String, String> entries = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      entries.put("neardup.cluster." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return KeepPolicy.of(Settings.read(entries.entrySet()));
  }

  @Test
  void theFirstIsKeptWhateverElse() {
    KeepPolicy first = policy();
    assertThat(first.ranks()).isFalse();
    assertThat(first.rank(1, "a", "b", "1")).isEqualTo(first.rank(2, "c", "d", null));
  }

  @Test
  void theLongestIsRankedFirst() {
    KeepPolicy longest = policy("keep", "longest");
    assertThat(longest.ranks()).isTrue();
    long last = -1;
    for (long length : new long[] {1L << 40, 1001, 1000, 1, 0}) {
      long rank = longest.rank(length, "", "", null);
      assertThat(rank).isGreaterThan(last);
      last = rank;
    }
  }

  private static long byNumber(String field) {
    return policy("keep", "priority", "priority-field", "weight").rank(7, "", "", field);
  }

  private static void assertDescending(List<String> fields) {
    for (int i = 1; i < fields.size(); i++) {
      assertThat(Long.compareUnsigned(byNumber(fields.get(i - 1)), byNumber(fields.get(i))))
          .as("%s before %s", fields.get(i - 1), fields.get(i))
          .isNegative();
    }
  }

  @Test
  void theGreatestNumberIsRankedFirst() {
    assertDescending(
        List.of(
            "1e999",
            "1.7976931348623157e308",
            "1E+30",
            "1000",
            "10",
            "9.5",
            "1",
            "0.1",
            "4.9e-324",
            "0",
            "-4.9e-324",
            "-1",
            "-1.5",
            "-10",
            "-1.7976931348623157E308",
            "-1e999",
            "none"));
    assertThat(byNumber("-0")).isEqualTo(byNumber("0.0"));
    assertThat(byNumber("10.0")).isEqualTo(byNumber("1e1"));
    Random random = new Random(5);
    List<Double> numbers = new ArrayList<>();
    while (numbers.size() < 2000) {
      double number = Double.longBitsToDouble(random.nextLong());
      if (!Double.isNaN(number) && !Double.isInfinite(number)) {
        numbers.add(number);
      }
    }
    assertDescending(
        numbers.stream()
            .distinct()
            .sorted((a, b) -> Double.compare(b, a))
            .map(String::valueOf)
            .toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "NaN", "Infinity", "1f", "0x10", " 1", "1,5", "one", "true", "1.", ".5"})
  void whatIsNoNumberIsRankedLast(String field) {
    assertThat(byNumber(field)).isEqualTo(KeepPolicy.LAST);
    assertThat(byNumber(null)).isEqualTo(KeepPolicy.LAST);
  }

  private static long byPrefix(String prefixes, String name, String path) {
    return policy("keep", "priority", "priority-prefixes", prefixes).rank(7, name, path, "9");
  }

  @Test
  void theFirstPrefixThatFitsIsTheRank() {
    String prefixes = "good/best, good/,/data/in/other,hdfs://nn:8020/data/x/,file:///tmp/";
    assertThat(byPrefix(prefixes, "good/best.tsv", "hdfs://nn:8020/data/in/good/best.tsv"))
        .isZero();
    assertThat(byPrefix(prefixes, "good/a.tsv", "hdfs://nn:8020/data/in/good/a.tsv")).isEqualTo(1);
    assertThat(byPrefix(prefixes, "other/a", "hdfs://nn:8020/data/in/other/a")).isEqualTo(2);
    assertThat(byPrefix(prefixes, "other/a", "file:/data/in/other/a")).isEqualTo(2);
    assertThat(byPrefix(prefixes, "a", "hdfs://nn:8020/data/x/a")).isEqualTo(3);
    assertThat(byPrefix(prefixes, "a", "hdfs://other:8020/data/x/a")).isEqualTo(KeepPolicy.LAST);
    assertThat(byPrefix(prefixes, "a", "file:/tmp/a")).isEqualTo(4);
    assertThat(byPrefix(prefixes, "a", "hdfs://nn/tmp/a")).isEqualTo(KeepPolicy.LAST);
    assertThat(byPrefix(prefixes, "no/good/best", "file:/x/no/good/best"))
        .isEqualTo(KeepPolicy.LAST);
    assertThat(byPrefix("b,,a", "a", "file:/a")).isEqualTo(2); // nothing is no prefix
  }
}
