package io.neardup.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.config.Settings;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeepPolicyTest {

  private static KeepPolicy policy(String... namesAndValues) {
    Map<String, String> entries = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      entries.put("neardup.cluster." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return new KeepPolicy(Settings.read(entries.entrySet()));
  }

  private static final KeepPolicy.Ranked ANY =
      new KeepPolicy.Ranked(5, 7, "a", "file:/in/a", "9", "web");

  private static KeepPolicy.Ranked withPriority(String priority) {
    return new KeepPolicy.Ranked(5, 7, "a", "file:/in/a", priority, "web");
  }

  private static long only(byte[] rank) {
    assertThat(rank).hasSize(Long.BYTES);
    return ByteBuffer.wrap(rank).getLong();
  }

  @Test
  void theFirstIsKeptWhateverElse() {
    assertThat(policy().ranks()).isFalse();
    assertThat(policy().rank(ANY)).isEmpty();
  }

  @Test
  void theLongestIsRankedFirst() {
    KeepPolicy longest = policy("keep", "longest");
    assertThat(longest.ranks()).isTrue();
    long last = -1;
    for (long length : new long[] {1L << 40, 1001, 1000, 1, 0}) {
      long rank = only(longest.rank(new KeepPolicy.Ranked(5, length, "", "", null, "")));
      assertThat(rank).isGreaterThan(last);
      last = rank;
    }
  }

  /** Documents by their names, the preferred ones first. */
  private static List<String> preferred(String... settings) {
    Map<String, KeepPolicy.Ranked> documents = new TreeMap<>();
    long column = 0;
    for (String source : List.of("web", "curated", "other")) {
      for (int length : new int[] {20, 30}) {
        for (String priority : List.of("1", "2")) {
          documents.put(
              source + length + "p" + priority + "c" + column,
              new KeepPolicy.Ranked(column, length, "a", "file:/a", priority, source));
          column++;
        }
      }
    }
    KeepPolicy policy = policy(settings);
    Comparator<Map.Entry<String, KeepPolicy.Ranked>> order =
        Comparator.comparing(entry -> policy.rank(entry.getValue()), Arrays::compareUnsigned);
    return documents.entrySet().stream()
        .sorted(order.thenComparing(entry -> entry.getValue().column()))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void theFirstCriterionThatDiffersDecides() {
    assertThat(
            preferred(
                "keep", "source, longest,priority,last",
                "source-order", "curated, web",
                "priority-field", "p"))
        .containsExactly(
            ("curated30p2c7 curated30p1c6 curated20p2c5 curated20p1c4 web30p2c3 web30p1c2"
                    + " web20p2c1 web20p1c0 other30p2c11 other30p1c10 other20p2c9 other20p1c8")
                .split(" ", -1));
    assertThat(preferred("keep", "longest,first"))
        .startsWith("web30p1c2", "web30p2c3", "curated30p1c6")
        .endsWith("other20p2c9");
    assertThat(preferred("keep", "last"))
        .startsWith("other30p2c11", "other30p1c10", "other20p2c9")
        .endsWith("web20p1c0");
    assertThat(preferred("keep", "priority,source", "priority-field", "p", "source-order", "other"))
        .startsWith("other20p2c9", "other30p2c11", "web20p2c1");
  }

  private static byte[] byField(String field) {
    return policy("keep", "priority", "priority-field", "weight").rank(withPriority(field));
  }

  private static void assertDescending(List<String> fields) {
    for (int i = 1; i < fields.size(); i++) {
      assertThat(Arrays.compareUnsigned(byField(fields.get(i - 1)), byField(fields.get(i))))
          .as("%s before %s", fields.get(i - 1), fields.get(i))
          .isNegative();
    }
  }

  @Test
  void theGreatestNumberIsRankedFirst() {
    assertDescending(
        List.of(
            ("1e999 1.7976931348623157e308 1E+30 1000 10 9.5 1 0.1 4.9e-324 0 -4.9e-324 -1 -1.5 -10"
                    + " -1.7976931348623157E308 -1e999 none")
                .split(" ", -1)));
    assertThat(byField("-0")).isEqualTo(byField("0.0"));
    assertThat(byField("10.0")).isEqualTo(byField("1e1"));
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
      strings = {
        "",
        "NaN",
        "Infinity",
        "1f",
        "0x10",
        " 1",
        "1,5",
        "one",
        "true",
        "1.",
        ".5",
        "2026-13-01",
        "2026-02-30",
        "2026-01-01T24:30Z",
        "2026-01-01T",
        "12:30",
        "2026-01",
        "2026-01-01 noon"
      })
  void otherValuesAreRankedLast(String field) {
    assertThat(KeepPolicy.isNumber(field)).isFalse();
    byte[] last = new byte[2 * Long.BYTES];
    Arrays.fill(last, (byte) -1);
    assertThat(byField(field)).isEqualTo(last).isEqualTo(byField(null));
  }

  @Test
  void integersOf64BitsAreComparedExactly() {
    Random random = new Random(9);
    List<BigInteger> numbers = new ArrayList<>();
    for (long around : new long[] {0, 1L << 53, 1L << 60, Long.MAX_VALUE, random.nextLong()}) {
      for (int i = -2000; i <= 2000; i++) {
        numbers.add(BigInteger.valueOf(around + i)); // some wrap around
      }
    }
    assertDescending(
        numbers.stream()
            .distinct()
            .sorted(Comparator.reverseOrder())
            .map(BigInteger::toString)
            .toList());
  }

  @Test
  void theLatestTimeIsRankedFirst() {
    assertDescending(
        List.of(
            "9999-12-31T23:59:59.999999999Z",
            "2026-05-02",
            "2026-05-01T23:59:59.000001Z",
            "2026-05-01T23:59:59Z",
            "2026-05-01 23:59",
            "2026-05-01T12:00:00+09:00",
            "2026-05-01T02:59:59.5",
            "2026-05-01T12:00:00.25+0930",
            "2026-05-01",
            "1969-12-31T23:59:59Z",
            "0000-01-01"));
    assertThat(byField("2026-05-01"))
        .isEqualTo(byField("2026-05-01T00:00Z"))
        .isEqualTo(byField("2026-04-30 17:00:00-07"));
  }

  private static long byPrefix(String prefixes, String name, String path) {
    return only(
        policy("keep", "priority", "priority-prefixes", prefixes)
            .rank(new KeepPolicy.Ranked(5, 7, name, path, "9", "web")));
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
