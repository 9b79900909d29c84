package io.neardup.hadoop.stage5cluster.components;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.junit.jupiter.api.Test;

class StarJobsTest {

  private record Result(List<String> lines, Counters counters) {
    long count(Enum<?> counter) {
      return Mr.count(counters, counter);
    }
  }

  private static Result run(
      StarRounds.Operation operation,
      Reducer<ColumnPairKey, NullWritable, NullWritable, Text> reducer,
      List<String> edges)
      throws IOException {
    MapReduceDriver<LongWritable, Text, ColumnPairKey, NullWritable, NullWritable, Text> driver =
        MapReduceDriver.newMapReduceDriver(new StarRounds.Edges(), reducer);
    Configuration conf = Mr.conf();
    conf.setEnum(StarRounds.OPERATION, operation);
    Mr.configure(driver, conf);
    driver.setKeyOrderComparator(Mr.comparator(new ColumnPairKey.Order()));
    driver.setKeyGroupingComparator(Mr.comparator(new ColumnPairKey.First()));
    edges.forEach(edge -> driver.addInput(new LongWritable(0), new Text(edge)));
    List<String> lines = edges.isEmpty() ? List.of() : Mr.values(driver.run());
    return new Result(lines, driver.getCounters());
  }

  private static Result largeStar(List<String> edges) throws IOException {
    return run(StarRounds.Operation.LARGE_STAR, new StarRounds.Stars(), edges);
  }

  private static Result smallStar(List<String> edges) throws IOException {
    return run(StarRounds.Operation.SMALL_STAR, new StarRounds.Stars(), edges);
  }

  private static Result label(List<String> edges) throws IOException {
    return run(StarRounds.Operation.LABELS, new StarRounds.Labels(), edges);
  }

  /** Column 5 has the neighbours 2, 3, 8 and 9. */
  @Test
  void largeStarJoinsLargerNeighboursToTheSmallest() throws IOException {
    Result result = largeStar(List.of("2\t5", "3\t5", "5\t8", "5\t9", "5\t8"));
    assertThat(result.lines()).containsExactly("2\t5", "3\t5", "2\t8", "2\t9");
    assertThat(result.count(StarCounters.EDGES_READ)).isEqualTo(5);
    assertThat(result.count(StarCounters.EDGES_REPEATED)).isEqualTo(1);
    assertThat(result.count(StarCounters.EDGES_WRITTEN)).isEqualTo(4);
    assertThat(result.count(StarCounters.EDGES_CHANGED)).isEqualTo(2);
    assertThat(result.count(StarCounters.STAR_COLUMNS)).isEqualTo(5);
  }

  @Test
  void smallStarJoinsSmallerNeighboursAndTheColumnToTheSmallest() throws IOException {
    Result result = smallStar(List.of("2\t5", "3\t5", "5\t8", "5\t3", "4\t5"));
    assertThat(result.lines()).containsExactly("2\t5", "2\t3", "2\t4", "5\t8");
    assertThat(result.count(StarCounters.EDGES_READ)).isEqualTo(5);
    assertThat(result.count(StarCounters.EDGES_REPEATED)).isEqualTo(1);
    assertThat(result.count(StarCounters.EDGES_WRITTEN)).isEqualTo(4);
    assertThat(result.count(StarCounters.EDGES_CHANGED)).isEqualTo(2);
  }

  @Test
  void starsAroundTheirSmallestColumnsStayAsTheyAreAndNothingElseDoes() throws IOException {
    List<String> stars = List.of("0\t3", "0\t4", "1\t2");
    assertThat(largeStar(stars).count(StarCounters.EDGES_CHANGED)).isZero();
    assertThat(smallStar(stars).count(StarCounters.EDGES_CHANGED)).isZero();
    for (List<String> other :
        List.of(
            List.of("0\t1", "1\t2"), List.of("0\t2", "1\t2"), List.of("0\t1", "0\t2", "1\t2"))) {
      assertThat(
              largeStar(other).count(StarCounters.EDGES_CHANGED)
                  + smallStar(other).count(StarCounters.EDGES_CHANGED))
          .as("%s", other)
          .isPositive();
    }
  }

  @Test
  void labelsAreWrittenOnceAndTwoCentresAreAnError() throws IOException {
    Result result = label(List.of("0\t3", "0\t4", "1\t2"));
    assertThat(result.lines()).containsExactly("0\t0 0", "1\t1 1", "2\t1 1", "3\t0 0", "4\t0 0");
    assertThat(result.count(ClusterCounters.COLUMNS)).isEqualTo(5);
    assertThat(result.count(ClusterCounters.COMPONENTS)).isEqualTo(2);
    assertThat(result.count(StarCounters.EDGES_READ)).isZero();
    assertThatThrownBy(() -> label(List.of("0\t2", "1\t2")))
        .hasMessageContaining("column 2 belongs to 0 and to 1");
    assertThatThrownBy(() -> label(List.of("0\t1", "1\t2")))
        .hasMessageContaining("column 1 belongs to 0 and to 1");
  }
}
