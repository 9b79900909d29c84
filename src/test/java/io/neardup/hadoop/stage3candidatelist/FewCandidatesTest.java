package io.neardup.hadoop.stage3candidatelist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FewCandidatesTest {

  @TempDir private Path folder;

  private static String line(Random random, int columns) {
    TreeSet<Long> members = new TreeSet<>();
    int size = 2 + random.nextInt(8);
    while (members.size() < size) {
      members.add((long) random.nextInt(columns));
    }
    String old = random.nextInt(3) == 0 ? 1 + random.nextInt(size - 1) + "/" : "";
    return random.nextInt(20)
        + "\t00000000000000ff\t"
        + old
        + (1 + random.nextInt(size - 1))
        + "\t"
        + members.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static String line(long columns) {
    return "0\t00000000000000ff\t1\t"
        + LongStream.range(0, columns).mapToObj(String::valueOf).collect(Collectors.joining(" "));
  }

  private org.apache.hadoop.fs.Path path(String name) {
    return new org.apache.hadoop.fs.Path(folder.resolve(name).toString());
  }

  private boolean write(StageContext context, List<String> lines) throws Exception {
    Path buckets = Files.createDirectories(folder.resolve("buckets"));
    int middle = lines.size() / 2;
    Files.write(buckets.resolve("part-r-00000"), lines.subList(0, middle));
    Files.write(buckets.resolve("part-r-00001"), lines.subList(middle, lines.size()));
    return FewCandidates.write(context, path("buckets"), path("lists"));
  }

  private void requireSameAsTheJob(List<String> lines) throws Exception {
    MapReduceDriver<LongWritable, Text, ColumnPairKey, Tail, NullWritable, Text> job =
        MapReduceDriver.newMapReduceDriver(new CandidateListMapper(), new CandidateListReducer());
    job.setKeyOrderComparator(Mr.comparator(new ColumnPairKey.Order()));
    job.setKeyGroupingComparator(Mr.comparator(new ColumnPairKey.First()));
    for (String line : lines) {
      job.addInput(new LongWritable(0), new Text(line));
    }
    List<String> expected =
        job.run().stream().map(Pair::getSecond).map(Text::toString).collect(Collectors.toList());
    StageContext context = Ingests.context();
    assertThat(write(context, lines)).isTrue();
    assertThat(Files.readAllLines(folder.resolve("lists/part-r-00000"))).isEqualTo(expected);
    Counters counters = job.getCounters();
    for (CandidateListCounters counter : CandidateListCounters.values()) {
      assertThat(context.count(counter)).as(counter.name()).isEqualTo(Mr.count(counters, counter));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theListsAreThoseOfTheJob(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> lines = new ArrayList<>();
    for (int line = 1 + random.nextInt(60); line > 0; line--) {
      lines.add(line(random, 10 + random.nextInt(100)));
    }
    requireSameAsTheJob(lines);
  }

  @Test
  void aLongListGoesOnInFurtherLines() throws Exception {
    requireSameAsTheJob(List.of(line(2L * CandidateLines.MAX_COLUMNS + 2), line(3)));
    assertThat(Files.readAllLines(folder.resolve("lists/part-r-00000"))).hasSize(3);
  }

  @Test
  void noBucketsGiveNoLists() throws Exception {
    assertThat(write(Ingests.context(), List.of())).isTrue();
    assertThat(folder.resolve("lists/part-r-00000")).isEmptyFile();
  }

  @Test
  void morePairsThanFitAreNotWritten() throws Exception {
    StageContext context = Ingests.context();
    assertThat(write(context, List.of(line(GatheredPairs.MAX_PAIRS + 2)))).isFalse();
    assertThat(folder.resolve("lists")).doesNotExist();
    assertThat(context.count(CandidateListCounters.PAIRS_LISTED)).isZero();
    assertThat(write(context, List.of(line(GatheredPairs.MAX_PAIRS + 1)))).isTrue();
  }

  @Test
  void aBrokenLineIsRefused() {
    assertThatThrownBy(() -> write(Ingests.context(), List.of("0\tff\t2\t5 4")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a bucket");
  }
}
