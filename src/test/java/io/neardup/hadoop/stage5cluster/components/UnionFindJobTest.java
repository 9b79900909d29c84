package io.neardup.hadoop.stage5cluster.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.graph.Graphs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Union–find, in map tasks and in the one reduce task. */
class UnionFindJobTest {

  private static MapReduceDriver<
          LongWritable, Text, ColumnPairKey, NullWritable, NullWritable, Text>
      unionFind(List<long[]> pairs, String... settings) {
    MapReduceDriver<LongWritable, Text, ColumnPairKey, NullWritable, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new UnionFindMapper(), new UnionFindReducer());
    Mr.configure(driver, Mr.conf(settings));
    for (long[] pair : pairs) {
      driver.addInput(new LongWritable(0), new Text(pair[0] + "\t" + pair[1]));
    }
    return driver;
  }

  @Test
  void unionFindChainGivesEachColumnTheSmallestOfItsComponent() throws IOException {
    List<long[]> pairs = Graphs.random(new Random(3), 200, 150);
    var driver = unionFind(pairs);
    List<String> expected = new ArrayList<>();
    var components = Graphs.components(pairs);
    components.forEach((column, root) -> expected.add(column + "\t" + root));
    assertThat(Mr.values(driver.run())).isEqualTo(expected);
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, ClusterCounters.PAIRS)).isEqualTo(pairs.size());
    assertThat(Mr.count(counters, ClusterCounters.COLUMNS)).isEqualTo(components.size());
    assertThat(Mr.count(counters, ClusterCounters.COMPONENTS))
        .isEqualTo(components.values().stream().distinct().count())
        .isGreaterThan(5);
  }

  @Test
  void unionFindIsGivenUpWhereTheColumnsDoNotFit() throws IOException {
    List<long[]> pairs = Graphs.path(10);
    var fits = unionFind(pairs, "neardup.cluster.max-memory-columns=10");
    assertThat(fits.run()).hasSize(10);
    var tooMany = unionFind(pairs, "neardup.cluster.max-memory-columns=9");
    assertThat(tooMany.run()).isEmpty();
    Counters counters = tooMany.getCounters();
    assertThat(Mr.count(counters, ClusterCounters.UNION_FINDS_GIVEN_UP)).isEqualTo(1);
    assertThat(Mr.count(counters, ClusterCounters.COLUMNS)).isZero();
    assertThat(Mr.count(counters, ClusterCounters.COMPONENTS)).isZero();
  }

  /** What a mapper of so many columns sends of some pairs. */
  private static List<long[]> sent(UnionFindMapper mapper, List<long[]> pairs) throws IOException {
    MapDriver<LongWritable, Text, ColumnPairKey, NullWritable> driver =
        MapDriver.newMapDriver(mapper);
    pairs.forEach(p -> driver.addInput(new LongWritable(0), new Text(p[0] + "\t" + p[1])));
    List<long[]> sent = new ArrayList<>();
    for (Pair<ColumnPairKey, NullWritable> pair : driver.run()) {
      sent.add(new long[] {pair.getFirst().first(), pair.getFirst().second()});
    }
    assertThat(Mr.count(driver.getCounters(), ClusterCounters.PAIRS)).isEqualTo(pairs.size());
    return sent;
  }

  @Test
  void aMapTaskSendsAPairAColumnHoweverManyItsClusterHas() throws IOException {
    assertThat(sent(new UnionFindMapper(), Graphs.clique(100))).hasSize(99);
    assertThat(sent(new UnionFindMapper(), Graphs.reversed(Graphs.path(500)))).hasSize(499);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 10, 57, 1000})
  void theComponentsOfWhatIsSentAreTheSameHoweverFewColumnsFit(int inMemory) throws IOException {
    for (int seed = 1; seed <= 20; seed++) {
      List<long[]> pairs = Graphs.random(new Random(seed), 200, 150);
      assertThat(Graphs.components(sent(new UnionFindMapper(inMemory), pairs)))
          .isEqualTo(Graphs.components(pairs));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1\t", "\t2", "1\t2\t3", "1 2", "1\t-2", "7\t7", "1\t\t2"})
  void aLineThatIsNoPairIsAnError(String line) throws IOException {
    MapDriver<LongWritable, Text, ColumnPairKey, NullWritable> driver =
        MapDriver.newMapDriver(new UnionFindMapper());
    driver.withInput(new LongWritable(0), new Text(line));
    assertThatThrownBy(driver::run)
        .isInstanceOf(IOException.class)
        .hasMessage("not a pair of columns: " + line);
  }
}
