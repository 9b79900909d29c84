package io.neardup.hadoop.stage3candidatelist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.ColumnPairKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateListJobTest {

  private static Tail tail(long... columns) {
    Tail tail = new Tail();
    tail.columns().addElements(0, columns);
    return tail;
  }

  private static Pair<ColumnPairKey, Tail> piece(long i, long... columns) {
    return new Pair<>(new ColumnPairKey().set(i, columns[0]), tail(columns));
  }

  private static MapDriver<LongWritable, Text, ColumnPairKey, Tail> map(String line) {
    MapDriver<LongWritable, Text, ColumnPairKey, Tail> driver =
        MapDriver.newMapDriver(new CandidateListMapper());
    return driver.withInput(new LongWritable(0), new Text(line));
  }

  @Test
  void aFullLineGivesEachHeadItsTail() throws IOException {
    map("3\t00000000000000ff\t3\t2 5 7 11")
        .withOutput(piece(2, 5, 7, 11))
        .withOutput(piece(5, 7, 11))
        .withOutput(piece(7, 11))
        .withCounter(CandidateListCounters.PAIRS_LISTED, 6)
        .runTest(true);
  }

  @Test
  void aPieceOfABucketGivesItsHeadsOnlyTheirTails() throws IOException {
    map("3\t00000000000000ff\t2\t2 5 7 11")
        .withOutput(piece(2, 5, 7, 11))
        .withOutput(piece(5, 7, 11))
        .withCounter(CandidateListCounters.PAIRS_LISTED, 5)
        .runTest(true);
  }

  @Test
  void aStarPairsItsHeadsWithLargerColumns() throws IOException {
    map("0\t00000000000000ff\t1\t7 10 50")
        .withOutput(piece(7, 10, 50))
        .withCounter(CandidateListCounters.PAIRS_LISTED, 2)
        .runTest(true);
    map("0\t00000000000000ff\t1\t0 1099511627775")
        .withOutput(piece(0, 1099511627775L))
        .withCounter(CandidateListCounters.PAIRS_LISTED, 1)
        .runTest(true);
  }

  @Test
  void aLongTailIsCutIntoPieces() throws IOException {
    int others = 2 * Tail.MAX_COLUMNS + 1;
    var driver =
        map(
            "0\t00000000000000ff\t1\t"
                + LongStream.rangeClosed(0, others)
                    .mapToObj(String::valueOf)
                    .collect(Collectors.joining(" ")));
    List<Pair<ColumnPairKey, Tail>> pieces = driver.run();
    assertThat(pieces)
        .extracting(pair -> pair.getSecond().columns().size())
        .containsExactly(Tail.MAX_COLUMNS, Tail.MAX_COLUMNS, 1);
    assertThat(pieces)
        .extracting(pair -> pair.getFirst().second())
        .containsExactly(1L, 1L + Tail.MAX_COLUMNS, 1L + 2 * Tail.MAX_COLUMNS);
    assertThat(pieces.stream().flatMapToLong(p -> p.getSecond().columns().longStream()).toArray())
        .isEqualTo(LongStream.rangeClosed(1, others).toArray());
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.PAIRS_LISTED))
        .isEqualTo(others);
  }

  @Test
  void theTailsOfSeveralLinesAreUnited() throws IOException {
    map("0\t00000000000000ff\t2\t2 5 9")
        .withInput(new LongWritable(1), new Text("1\t00000000000000ff\t2\t2 5 7"))
        .withInput(new LongWritable(2), new Text("2\t00000000000000ff\t1\t2 5"))
        .withOutput(piece(2, 5, 7, 9))
        .withOutput(piece(5, 7, 9))
        .withCounter(CandidateListCounters.PAIRS_LISTED, 7)
        .withCounter(CandidateListCounters.PAIRS_REPEATED, 2)
        .runTest(true);
  }

  /** More pairs than are gathered at once, short tails and long ones. */
  @Test
  void manyPairsAreSentAsTheyCome() throws IOException {
    int columns = 300;
    String line =
        "0\t00000000000000ff\t"
            + (columns - 1)
            + "\t"
            + LongStream.range(0, columns)
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" "));
    var driver = map(line);
    for (int more = 0; more < 17; more++) {
      driver.addInput(new LongWritable(1), new Text(line));
    }
    long expected = columns * (columns - 1L) / 2;
    TreeMap<Long, TreeSet<Long>> met = new TreeMap<>();
    List<Pair<ColumnPairKey, Tail>> pieces = driver.run();
    for (Pair<ColumnPairKey, Tail> piece : pieces) {
      assertThat(piece.getFirst().second()).isEqualTo(piece.getSecond().columns().getLong(0));
      long[] tail = piece.getSecond().columns().toLongArray();
      assertThat(LongStream.of(tail).distinct().sorted().toArray()).isEqualTo(tail);
      met.computeIfAbsent(piece.getFirst().first(), i -> new TreeSet<>())
          .addAll(piece.getSecond().columns());
    }
    assertThat(met.values().stream().mapToLong(TreeSet::size).sum()).isEqualTo(expected);
    long sent = pieces.stream().mapToLong(piece -> piece.getSecond().columns().size()).sum();
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, CandidateListCounters.PAIRS_LISTED)).isEqualTo(18 * expected);
    assertThat(Mr.count(counters, CandidateListCounters.PAIRS_REPEATED))
        .isEqualTo(18 * expected - sent);
    // 18 long tails of each of the first columns; the others' are gathered in two goes.
    assertThat(pieces).hasSize(18 * (columns - 1 - CandidateListMapper.SHORT) + 2 * 256);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 2 3",
        "0\tff\t1",
        "0\tff\t1\t5",
        "0\tff\t0\t5 6",
        "0\tff\t2\t5 6",
        "0\tff\t1\t5 6\t7",
        "0\tff\t1\t5 -6",
        "0\tff\t1\t5 x",
        "0\tff\t\t5 6"
      })
  void aLineThatIsNoBucketIsAnError(String line) {
    assertThatThrownBy(() -> map(line).run())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a bucket");
  }

  private static ReduceDriver<ColumnPairKey, Tail, ColumnPairKey, Tail> combine(
      List<Pair<ColumnPairKey, Tail>> pieces) {
    ReduceDriver<ColumnPairKey, Tail, ColumnPairKey, Tail> driver =
        ReduceDriver.newReduceDriver(new TailCombiner());
    driver.addInput(Mr.group(new Configuration(), pieces));
    return driver;
  }

  @Test
  void combinerUnitesTheTailsOfAColumn() throws IOException {
    combine(List.of(piece(1, 2, 3, 9), piece(1, 2, 5), piece(1, 4, 9, 12), piece(1, 20)))
        .withOutput(piece(1, 2, 3, 4, 5, 9, 12, 20))
        .withCounter(CandidateListCounters.PAIRS_REPEATED, 2)
        .runTest(true);
  }

  @Test
  void combinerCutsAUnionIntoPiecesAndStartsEachColumnAfresh() throws IOException {
    ReduceDriver<ColumnPairKey, Tail, ColumnPairKey, Tail> driver =
        combine(
            List.of(
                piece(1, LongStream.rangeClosed(2, Tail.MAX_COLUMNS + 1).toArray()),
                piece(1, Tail.MAX_COLUMNS + 1, Tail.MAX_COLUMNS + 5)));
    driver.addInput(Mr.group(new Configuration(), List.of(piece(2, 7))));
    driver
        .withOutput(piece(1, LongStream.rangeClosed(2, Tail.MAX_COLUMNS + 1).toArray()))
        .withOutput(piece(1, Tail.MAX_COLUMNS + 5))
        .withOutput(piece(2, 7))
        .withCounter(CandidateListCounters.PAIRS_REPEATED, 1)
        .runTest(true);
  }

  private static ReduceDriver<ColumnPairKey, Tail, NullWritable, Text> reduce(
      List<Pair<ColumnPairKey, Tail>> pieces) {
    ReduceDriver<ColumnPairKey, Tail, NullWritable, Text> driver =
        ReduceDriver.newReduceDriver(new CandidateListReducer());
    driver.addInput(Mr.group(new Configuration(), pieces));
    return driver;
  }

  @Test
  void reducerWritesTheUnionOfTheTails() throws IOException {
    var driver = reduce(List.of(piece(1, 2, 3, 9), piece(1, 2, 5), piece(1, 4, 9, 12)));
    driver.addInput(Mr.group(new Configuration(), List.of(piece(7, 8))));
    driver
        .withOutput(NullWritable.get(), new Text("1\t2 3 4 5 9 12"))
        .withOutput(NullWritable.get(), new Text("7\t8"))
        .withCounter(CandidateListCounters.LISTS, 2)
        .withCounter(CandidateListCounters.CANDIDATES, 7)
        .withCounter(CandidateListCounters.PAIRS_REPEATED, 2)
        .runTest(true);
  }

  @ParameterizedTest
  @ValueSource(ints = {65_535, 65_536, 65_537, 131_072, 131_073})
  void aLongListGoesOnInFurtherLinesOfTheSameColumn(int length) throws IOException {
    List<Pair<ColumnPairKey, Tail>> pieces = new ArrayList<>();
    for (int start = 0; start < length; start += Tail.MAX_COLUMNS) {
      pieces.add(
          piece(
              5,
              LongStream.range(start, Math.min(length, start + Tail.MAX_COLUMNS))
                  .map(n -> 10 + 2 * n)
                  .toArray()));
    }
    var driver = reduce(pieces);
    List<String> lines = Mr.values(driver.run());
    assertThat(lines).hasSize((length + 65_535) / 65_536).allMatch(line -> line.startsWith("5\t"));
    List<String> columns = new ArrayList<>();
    for (String line : lines) {
      List<String> ofLine = List.of(line.substring(2).split(" ", -1));
      assertThat(ofLine).hasSizeBetween(1, 65_536);
      columns.addAll(ofLine);
    }
    assertThat(columns)
        .isEqualTo(LongStream.range(0, length).mapToObj(n -> String.valueOf(10 + 2 * n)).toList());
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.LISTS)).isEqualTo(1);
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.CANDIDATES)).isEqualTo(length);
  }

  @Test
  void chainUnitesRandomBucketsWithAndWithoutCombiner() throws IOException {
    Random random = new Random(3);
    List<String> lines = new ArrayList<>();
    TreeMap<Long, TreeSet<Long>> expected = new TreeMap<>();
    long listed = 0;
    for (int bucket = 0; bucket < 80; bucket++) {
      long[] columns = random.longs(2 + random.nextInt(9), 0, 40).distinct().toArray();
      if (columns.length < 2) {
        continue;
      }
      boolean star = random.nextInt(3) == 0;
      Arrays.sort(columns);
      int heads = star ? 1 : columns.length - 1;
      lines.add(
          bucket % 4
              + "\t0123456789abcdef\t"
              + heads
              + "\t"
              + LongStream.of(columns).mapToObj(String::valueOf).collect(Collectors.joining(" ")));
      for (int i = 0; i < heads; i++) {
        for (int j = i + 1; j < columns.length; j++) {
          expected.computeIfAbsent(columns[i], column -> new TreeSet<>()).add(columns[j]);
          listed++;
        }
      }
    }
    List<String> expectedLines = new ArrayList<>();
    expected.forEach(
        (i, list) ->
            expectedLines.add(
                i + "\t" + list.stream().map(String::valueOf).collect(Collectors.joining(" "))));
    long candidates = expected.values().stream().mapToLong(TreeSet::size).sum();
    assertThat(candidates).isLessThan(listed);

    for (boolean combiner : new boolean[] {true, false}) {
      MapReduceDriver<LongWritable, Text, ColumnPairKey, Tail, NullWritable, Text> driver =
          MapReduceDriver.newMapReduceDriver(new CandidateListMapper(), new CandidateListReducer());
      if (combiner) {
        driver.setCombiner(new TailCombiner());
      }
      driver.setKeyOrderComparator(Mr.comparator(new ColumnPairKey.Order()));
      driver.setKeyGroupingComparator(Mr.comparator(new ColumnPairKey.First()));
      for (String line : lines) {
        driver.addInput(new LongWritable(0), new Text(line));
      }
      assertThat(Mr.values(driver.run())).isEqualTo(expectedLines);
      Counters counters = driver.getCounters();
      assertThat(Mr.count(counters, CandidateListCounters.PAIRS_LISTED)).isEqualTo(listed);
      assertThat(Mr.count(counters, CandidateListCounters.CANDIDATES)).isEqualTo(candidates);
      assertThat(Mr.count(counters, CandidateListCounters.PAIRS_REPEATED))
          .isEqualTo(listed - candidates);
      assertThat(Mr.count(counters, CandidateListCounters.LISTS)).isEqualTo(expected.size());
    }
  }
}
