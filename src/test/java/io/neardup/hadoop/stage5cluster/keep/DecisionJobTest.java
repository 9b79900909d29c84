package io.neardup.hadoop.stage5cluster.keep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import io.neardup.hadoop.table.ColumnPair;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided of each column. */
class DecisionJobTest {

  private static final List<String> COMPONENTS =
      List.of("1\t1 1", "2\t1 1", "3\t1 1", "4\t1 1", "7\t7 7", "9\t7 7");

  private static final List<String> PAIRS =
      List.of(
          "1\t2\t0.850000\t\t\t",
          "1\t3\t0.800000\t\t\t",
          "2\t4\t0.850000\t\t\t",
          "3\t4\t0.990000\t\t\t",
          "7\t9\t1.000000\t\t\t");

  @SafeVarargs
  private static MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> decisions(
      boolean firstIsKept, List<String>... inputs) {
    MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new DecisionJob.Lines(), new DecisionJob.Columns());
    Configuration conf = Mr.conf();
    DecisionJob.setFirstIsKept(conf, firstIsKept);
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    for (List<String> lines : inputs) {
      lines.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    }
    return driver;
  }

  private static List<String> decided(
      MapReduceDriver<LongWritable, Text, GroupedKey, ColumnPair, Text, Text> driver)
      throws IOException {
    List<String> decisions = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (Pair<Text, Text> line : driver.run()) {
      boolean decision = line.getFirst().equals(Decisions.DECISIONS);
      (decision ? decisions : columns).add(line.getSecond().toString());
    }
    assertThat(columns)
        .isEqualTo(decisions.stream().map(line -> line.replaceFirst("( .*?) .*", "$1")).toList());
    return decisions;
  }

  @Test
  void aRemovedColumnHasThePairWithTheKeptOneOrElseItsMostSimilar() throws IOException {
    // 3 is kept of 1 to 4: 4 and 1 make a pair with it, 2 does not, and is as like 4 as 1.
    var driver =
        decisions(
            false, COMPONENTS, PAIRS, List.of("4\t3", "3\t3", "2\t3", "1\t3", "9\t7", "9\t8"));
    assertThat(decided(driver))
        .containsExactly(
            "1\t3 1 3 800000",
            "2\t3 1 1 850000",
            "3\t3 1",
            "4\t3 1 3 990000",
            "7\t7 7", // as nothing says else
            "9\t7 7 7 1000000"); // the smallest of two
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_DECIDED)).isEqualTo(5);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.COLUMNS_DECIDED)).isEqualTo(6);
  }

  @Test
  void theFirstOfAComponentIsKeptIfNothingElseIsAskedFor() throws IOException {
    assertThat(decided(decisions(true, COMPONENTS, PAIRS)))
        .containsExactly(
            "1\t1 1",
            "2\t1 1 1 850000",
            "3\t1 1 1 800000",
            "4\t1 1 3 990000",
            "7\t7 7",
            "9\t7 7 7 1000000");
  }

  @Test
  void aRemovedColumnInNoPairOrAColumnInNoComponentIsAnError() {
    assertThatThrownBy(decisions(false, COMPONENTS, List.of("1\t2"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 1 is removed, but in no pair");
    assertThatThrownBy(decisions(true, List.of("1\t5\t0.900000\t\t\t"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 1 is in no component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1 2", "1\tx"})
  void anyOtherLineIsAnError(String line) throws IOException {
    MapDriver<LongWritable, Text, GroupedKey, ColumnPair> driver =
        MapDriver.newMapDriver(new DecisionJob.Lines());
    Mr.configure(driver, Mr.conf());
    driver.withInput(new LongWritable(0), new Text(line));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("not a pair, a component or a kept column: " + line);
  }
}
