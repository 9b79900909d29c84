package io.neardup.hadoop.stage3candidatelist;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.table.AscendingNumbers;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CandidateListJobTest {

  /** Columns of one window of the tail of column i. */
  private record Piece(long i, List<Long> columns) {

    static Piece of(long i, long... columns) {
      return new Piece(i, LongStream.of(columns).boxed().toList());
    }

    @Override
    public String toString() {
      return i + ": " + columns.stream().map(String::valueOf).collect(joining(" "));
    }
  }

  /** Returns what is sent of pieces of one range. */
  private static Pair<LongWritable, BytesWritable> record(long range, List<Piece> pieces)
      throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    AscendingNumbers numbers = new AscendingNumbers();
    for (Piece piece : pieces) {
      long window = CandidateListReducer.Buckets.window(piece.columns.get(0));
      out.writeLong(piece.i << 24 | window);
      numbers.set(new LongArrayList(piece.columns));
      numbers.write(out);
    }
    return new Pair<>(
        new LongWritable(range), new BytesWritable(Arrays.copyOf(out.getData(), out.getLength())));
  }

  private static List<Piece> pieces(List<Pair<LongWritable, BytesWritable>> sent)
      throws IOException {
    List<Piece> pieces = new ArrayList<>();
    AscendingNumbers numbers = new AscendingNumbers();
    for (Pair<LongWritable, BytesWritable> pair : sent) {
      DataInputBuffer in = new DataInputBuffer();
      in.reset(pair.getSecond().getBytes(), pair.getSecond().getLength());
      while (in.getPosition() < in.getLength()) {
        long place = in.readLong();
        numbers.readFields(in);
        pieces.add(new Piece(place >>> 24, List.copyOf(numbers.list())));
        assertThat(numbers.list().longStream().map(CandidateListReducer.Buckets::window))
            .containsOnly(place & 0xffffff);
      }
    }
    return pieces;
  }

  private static MapDriver<LongWritable, Text, LongWritable, BytesWritable> map(String line) {
    return Mr.map(new CandidateListReducer.Buckets(), Mr.conf())
        .withInput(new LongWritable(0), new Text(line));
  }

  /** Checks what a driver sends, {@code i: j j …}, and how many pairs it counts. */
  private static void check(
      MapDriver<LongWritable, Text, LongWritable, BytesWritable> driver,
      int pairs,
      String... pieces)
      throws IOException {
    assertThat(pieces(driver.run())).extracting(Piece::toString).containsExactly(pieces);
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.PAIRS_LISTED)).isEqualTo(pairs);
  }

  @ParameterizedTest
  @CsvSource({
    "2\t2 5 7 11, 5, 2: 5 7 11;5: 7 11",
    "1\t7 10 50, 2, 7: 10 50",
    "2/2\t1 2 5, 2, 1: 5;2: 5",
    "1\t0 1099511627775, 1, 0: 1099511627775",
    "3\t0- 5 7- 11-, 3, 0: 5;5: 7 11",
    "1/1\t0- 5 7-, 1, 0: 5"
  })
  void theHeadsOfABucketGetTheirTails(String bucket, int pairs, String pieces) throws IOException {
    check(map("3\t00000000000000ff\t" + bucket), pairs, pieces.split(";", -1));
  }

  @Test
  void aLongTailIsCutIntoPieces() throws IOException {
    int others = 2 * CandidateListReducer.Buckets.MAX_PIECE + 1;
    var driver =
        map(
            "0\t00000000000000ff\t1\t"
                + LongStream.rangeClosed(0, others)
                    .mapToObj(String::valueOf)
                    .collect(joining(" ")));
    List<Piece> pieces = pieces(driver.run());
    assertThat(pieces)
        .extracting(piece -> piece.columns.size())
        .containsExactly(
            CandidateListReducer.Buckets.MAX_PIECE, CandidateListReducer.Buckets.MAX_PIECE, 1);
    assertThat(pieces.stream().flatMap(piece -> piece.columns.stream()))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, others).boxed().toList());
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.PAIRS_LISTED))
        .isEqualTo(others);
  }

  @Test
  void theTailsOfSeveralLinesAreUnited() throws IOException {
    var driver =
        map("0\t00000000000000ff\t2\t2 5 9")
            .withInput(new LongWritable(1), new Text("1\t00000000000000ff\t2\t2 5 7"))
            .withInput(new LongWritable(2), new Text("2\t00000000000000ff\t1\t2 5"));
    check(driver, 7, "2: 5 7 9", "5: 7 9");
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.PAIRS_REPEATED)).isEqualTo(2);
  }

  @Test
  void aTailIsCutAtTheBoundsOfWindows() throws IOException {
    long end = 3L * CandidateListReducer.WINDOW;
    check(
        map("0\t00000000000000ff\t1\t7 9 " + (end - 1) + " " + end + " " + (end + 5)),
        4,
        "7: 9",
        "7: " + (end - 1),
        "7: " + end + " " + (end + 5));
  }

  /** More pairs than are gathered at once. */
  @Test
  void manyPairsAreSentAsTheyCome() throws IOException {
    int columns = 300;
    String line =
        "0\t00000000000000ff\t"
            + (columns - 1)
            + "\t"
            + LongStream.range(0, columns).mapToObj(String::valueOf).collect(joining(" "));
    int lines = 18;
    var driver = map(line);
    for (int more = 1; more < lines; more++) {
      driver.addInput(new LongWritable(1), new Text(line));
    }
    List<Pair<LongWritable, BytesWritable>> records = driver.run();
    assertThat(records)
        .extracting(record -> record.getSecond().getLength())
        .allMatch(n -> n < 100_000);
    long expected = columns * (columns - 1L) / 2;
    Set<List<Long>> met = new HashSet<>();
    long sent = 0;
    for (Piece piece : pieces(records)) {
      assertThat(piece.columns).isEqualTo(piece.columns.stream().distinct().sorted().toList());
      sent += piece.columns.size();
      for (long j : piece.columns) {
        met.add(List.of(piece.i, j));
      }
    }
    assertThat(met).hasSize((int) expected);
    assertThat(sent).isBetween(expected + 1, 2 * expected);
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, CandidateListCounters.PAIRS_LISTED)).isEqualTo(lines * expected);
    assertThat(Mr.count(counters, CandidateListCounters.PAIRS_REPEATED))
        .isEqualTo(lines * expected - sent);
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
    assertThatIOException().isThrownBy(() -> map(line).run()).withMessageContaining("not a bucket");
  }

  /** Pairs with an owner, of enough buckets or of equal sets, against counts of all. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void containmentNeedsSeveralBuckets(long seed) throws IOException {
    int least = 5;
    Random random = new Random(seed);
    var driver =
        Mr.chain(
            new CandidateListReducer.Buckets(),
            new CandidateListReducer(),
            Mr.conf("neardup.candidate.measure=containment"));
    Map<List<Integer>, Integer> counts = new HashMap<>();
    for (int line = 0; line < 400; line++) {
      int band = random.nextInt(40) == 0 ? 0 : 1;
      int[] columns = random.ints(2 + random.nextInt(12), 0, 60).distinct().sorted().toArray();
      if (columns.length < 2) {
        continue;
      }
      boolean[] owners = new boolean[columns.length];
      int heads = 1 + random.nextInt(columns.length - 1);
      int old = random.nextInt(columns.length);
      StringBuilder text = new StringBuilder(band + "\tff\t" + (old > 0 ? old + "/" : "") + heads);
      for (int j = 0; j < columns.length; j++) {
        owners[j] = band == 0 || random.nextInt(3) == 0;
        text.append(j == 0 ? '\t' : ' ').append(columns[j]).append(owners[j] ? "" : "-");
        for (int i = 0; i < Math.min(heads, j); i++) {
          if (j >= old && (owners[i] || owners[j])) {
            counts.merge(List.of(columns[i], columns[j]), band == 0 ? least : 1, Integer::sum);
          }
        }
      }
      driver.addInput(new LongWritable(line), new Text(text.toString()));
    }
    Set<String> found = new HashSet<>();
    for (String list : Mr.values(driver.run())) {
      for (String j : list.substring(list.indexOf('\t') + 1).split(" ", -1)) {
        assertThat(found.add(list.substring(0, list.indexOf('\t')) + " " + j)).isTrue();
      }
    }
    int few = counts.values().stream().filter(count -> count < least).mapToInt(c -> c).sum();
    int listed = counts.values().stream().mapToInt(c -> c).sum();
    counts.values().removeIf(count -> count < least);
    assertThat(found)
        .hasSizeGreaterThan(20)
        .isEqualTo(counts.keySet().stream().map(p -> p.get(0) + " " + p.get(1)).collect(toSet()));
    assertThat(
            Stream.of(CandidateListCounters.values())
                .limit(4)
                .map(counter -> Mr.count(driver.getCounters(), counter)))
        .as("listed, repeated, in few buckets, candidates")
        .containsExactly(
            (long) listed, (long) listed - few - found.size(), (long) few, (long) found.size());
  }

  @Test
  void columnsAreCountedUpToABound() {
    Random random = new Random(4);
    for (int round = 0; round < 1_000; round++) {
      int most = 1 + random.nextInt(7);
      LongArrayList list = new LongArrayList();
      int range = random.nextBoolean() ? 30 : 20_000; // sorted by bits, and not
      random.longs(random.nextInt(200), 0, 1 + random.nextInt(range)).forEach(list::add);
      Map<Long, Integer> counts = new TreeMap<>();
      list.forEach((long column) -> counts.merge(column, 1, Integer::sum));
      int removed = Tails.removeRepeats(list, most);
      assertThat(removed)
          .isEqualTo(counts.values().stream().mapToInt(c -> Math.max(0, c - most)).sum());
      List<Long> expected = new ArrayList<>();
      counts.forEach((c, n) -> expected.addAll(Collections.nCopies(Math.min(n, most), c)));
      assertThat(List.copyOf(list)).isEqualTo(expected);
      counts.values().removeIf(n -> n < most);
      Tails.removeRare(list, most);
      assertThat(List.copyOf(list)).isEqualTo(List.copyOf(counts.keySet()));
    }
  }

  private static ReduceDriver<LongWritable, BytesWritable, NullWritable, Text> reduce(
      List<Pair<LongWritable, BytesWritable>> records) {
    var driver = Mr.reduce(new CandidateListReducer(), Mr.conf());
    driver.addInput(Mr.group(new Configuration(), records));
    return driver;
  }

  @Test
  void reducerWritesTheUnionOfTheTails() throws IOException {
    var driver =
        reduce(
            List.of(
                record(0, List.of(Piece.of(1, 2, 3, 9), Piece.of(2, 5))),
                record(0, List.of(Piece.of(1, 2, 5))),
                record(0, List.of(Piece.of(0, 4), Piece.of(1, 4, 9, 12)))));
    driver.addInput(Mr.group(new Configuration(), List.of(record(7, List.of(Piece.of(7, 8))))));
    driver
        .withOutput(NullWritable.get(), new Text("0\t4"))
        .withOutput(NullWritable.get(), new Text("1\t2 3 4 5 9 12"))
        .withOutput(NullWritable.get(), new Text("2\t5"))
        .withOutput(NullWritable.get(), new Text("7\t8"))
        .withCounter(CandidateListCounters.LISTS, 4)
        .withCounter(CandidateListCounters.CANDIDATES, 9)
        .withCounter(CandidateListCounters.PAIRS_REPEATED, 2)
        .runTest(true);
  }

  /** The windows of a column come one after the other, those of the next column after them. */
  @Test
  void aListGoesOverTheBoundsOfWindows() throws IOException {
    long next = CandidateListReducer.WINDOW;
    long last = (1L << 40) - 1;
    var driver =
        reduce(
            List.of(
                record(5, List.of(Piece.of(5, next + 3, next + 4), Piece.of(6, 7))),
                record(5, List.of(Piece.of(5, 9), Piece.of(5, last), Piece.of(6, next)))));
    assertThat(Mr.values(driver.run()))
        .containsExactly("5\t9 " + (next + 3) + " " + (next + 4) + " " + last, "6\t7 " + next);
  }

  /** Returns the pieces of a list of so many columns of column 5. */
  private static List<Pair<LongWritable, BytesWritable>> records(
      int length, LongUnaryOperator column) throws IOException {
    List<Pair<LongWritable, BytesWritable>> records = new ArrayList<>();
    for (int from = 0; from < length; from += CandidateListReducer.Buckets.MAX_PIECE) {
      int to = Math.min(length, from + CandidateListReducer.Buckets.MAX_PIECE);
      long[] columns = LongStream.range(from, to).map(column).toArray();
      records.add(record(5, List.of(Piece.of(5, columns))));
    }
    return records;
  }

  /** A column that all tasks and bands list comes again and again, and memory stays bounded. */
  @Test
  void repeatsAreRemovedBeforeTheyFillMemory() throws IOException {
    List<Pair<LongWritable, BytesWritable>> records = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      records.addAll(records(CandidateListReducer.WINDOW, n -> n + 6));
    }
    var driver = reduce(records);
    assertThat(driver.run())
        .hasSize(CandidateListReducer.WINDOW / CandidateListReducer.MAX_COLUMNS);
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.CANDIDATES))
        .isEqualTo(CandidateListReducer.WINDOW);
    assertThat(Mr.count(driver.getCounters(), CandidateListCounters.PAIRS_REPEATED))
        .isEqualTo(2L * CandidateListReducer.WINDOW);
  }

  @ParameterizedTest
  @ValueSource(ints = {65_535, 65_536, 65_537, 131_072, 131_073})
  void aLongListGoesOnInFurtherLinesOfTheSameColumn(int length) throws IOException {
    var driver = reduce(records(length, n -> 10 + 2 * n));
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
}
