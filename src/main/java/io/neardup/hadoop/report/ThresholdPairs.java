package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.hadoop.stage4verify.SampledPair;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chooses among the pairs that stage 4 left those to be shown. */
final class ThresholdPairs {

  private static final int MAX_PAIRS = 10;

  private ThresholdPairs() {}

  /**
   * Returns the first few pairs, so that no document is shown twice as long as there are others.
   */
  static List<ExamplePair> choose(List<SampledPair> pairs) {
    List<SampledPair> chosen = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    for (SampledPair pair : pairs) {
      if (chosen.size() < MAX_PAIRS && !seen.contains(pair.i()) && !seen.contains(pair.j())) {
        seen.add(pair.i());
        seen.add(pair.j());
        chosen.add(pair);
      }
    }
    for (SampledPair pair : pairs) {
      if (chosen.size() < MAX_PAIRS && !chosen.contains(pair)) {
        chosen.add(pair);
      }
    }
    chosen.sort((a, b) -> Integer.compare(pairs.indexOf(a), pairs.indexOf(b)));
    return chosen.stream().map(ThresholdPairs::example).toList();
  }

  private static ExamplePair example(SampledPair pair) {
    String[] fields = pair.line().split("\t", -1);
    String remark =
        fields[4].isEmpty()
            ? "The similarity is that of the signatures."
            : Quantity.of(Long.parseLong(fields[4]), "shingle")
                + " in common: the first document has "
                + Quantity.number(Long.parseLong(fields[6]))
                + ", the second "
                + Quantity.number(Long.parseLong(fields[7]))
                + ". "
                + fields[2]
                + " of the signature slots agree.";
    return new ExamplePair(
        Removals.sixDecimals(pair.similarity()),
        remark,
        new ExamplePair.Document("first", fields[0], pair.i()),
        new ExamplePair.Document("second", fields[1], pair.j()));
  }
}
