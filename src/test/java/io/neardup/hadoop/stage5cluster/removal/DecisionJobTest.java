package io.neardup.hadoop.stage5cluster.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.stage5cluster.components.ClusterCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is decided of each column. */
class DecisionJobTest {

  @TempDir private java.nio.file.Path folder;

  private Path write(String name, List<String> lines) throws IOException {
    java.nio.file.Path sub = Files.createDirectories(folder.resolve(name));
    Files.write(sub.resolve("part-r-00000"), lines);
    return new Path(sub.toUri());
  }

  private MapReduceDriver<LongWritable, Text, DecisionKey, IntWritable, Text, Text> decisions(
      List<String> lines) throws IOException {
    MapReduceDriver<LongWritable, Text, DecisionKey, IntWritable, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new DecisionMapper(), new DecisionReducer());
    Configuration conf = Mr.conf();
    DecisionReducer.setComponents(
        conf,
        write("components", List.of("1\t1 1", "2\t1 1", "3\t1 1", "4\t1 1", "7\t7 7", "9\t7 7")));
    Mr.configure(driver, conf);
    driver.setKeyGroupingComparator(Mr.comparator(new DecisionKey.Column()));
    lines.forEach(line -> driver.addInput(new LongWritable(0), new Text(line)));
    return driver;
  }

  @Test
  void aRemovedColumnHasThePairWithTheKeptOneOrElseItsMostSimilar() throws IOException {
    // 3 is kept of 1 to 4: 4 and 1 make a pair with it, 2 does not, and is as like 4 as 1.
    var driver =
        decisions(
            List.of(
                "1\t2\t0.850000\t\t\t",
                "1\t3\t0.800000\t\t\t",
                "2\t4\t0.850000\t\t\t",
                "3\t4\t0.990000\t\t\t",
                "7\t9\t1.000000\t\t\t",
                "4\t3",
                "3\t3",
                "2\t3",
                "1\t3",
                "9\t7"));
    assertThat(driver.run().stream().map(line -> line.getFirst() + ": " + line.getSecond()))
        .containsExactly(
            "columns/part: 1\t3 1",
            "part: 1\t3 1 " + Reason.ofKept(800_000),
            "columns/part: 2\t3 1",
            "part: 2\t3 1 " + Reason.ofOther(850_000, 1),
            "columns/part: 3\t3 1",
            "part: 3\t3 1",
            "columns/part: 4\t3 1",
            "part: 4\t3 1 " + Reason.ofKept(990_000),
            "columns/part: 7\t7 7", // as nothing says else
            "part: 7\t7 7",
            "columns/part: 9\t7 7",
            "part: 9\t7 7 " + Reason.ofKept(1_000_000));
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS_DECIDED)).isEqualTo(5);
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.COLUMNS_DECIDED)).isEqualTo(6);
  }

  @Test
  void aKeptColumnInNoPairOrNoComponentIsAnError() throws IOException {
    assertThatThrownBy(decisions(List.of("1\t2"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 1 is in no pair");
    assertThatThrownBy(decisions(List.of("1\t5\t0.900000\t\t\t"))::run)
        .isInstanceOf(IOException.class)
        .hasMessage("column 5 is in no component");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1\t2\t", "1\t2\t0.9", "1\t2\t0.900000", "1 2", "1\tx"})
  void aLineThatIsNeitherIsAnError(String line) throws IOException {
    MapDriver<LongWritable, Text, DecisionKey, IntWritable> driver =
        MapDriver.newMapDriver(new DecisionMapper());
    driver.withInput(new LongWritable(0), new Text(line));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("not a pair or a kept column: " + line);
  }
}
