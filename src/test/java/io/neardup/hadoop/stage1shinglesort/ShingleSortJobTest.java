package io.neardup.hadoop.stage1shinglesort;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.config.Settings;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.RowHasher;
import io.neardup.minhash.SignatureColumn;
import io.neardup.minhash.SignatureScheme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mappers, reducers and chains of both plans of stage 1. */
class ShingleSortJobTest {

  private static final int SLOTS = 12;

  /** Documents of many lengths, some shorter than a shingle and some without any token. */
  private static final List<String> TEXTS = texts();

  private static List<String> texts() {
    Random random = new Random(1);
    List<String> texts = new ArrayList<>(List.of("", "short", " \t ", "nine char"));
    for (int d = 0; d < 10; d++) {
      StringBuilder text = new StringBuilder();
      for (int w = random.nextInt(60); w >= 0; w--) {
        text.append((char) ('a' + random.nextInt(26))).append(random.nextInt(100)).append(' ');
      }
      texts.add(text.toString());
    }
    texts.add("   ");
    texts.add("the last one repeats the last one repeats the last one repeats");
    return texts;
  }

  /** A pair as it stands in a run. */
  private record RunPair(long block, long shingle, int column, int round) {}

  private static List<RunPair> pairs(List<Pair<LongWritable, BytesWritable>> runs) {
    List<RunPair> pairs = new ArrayList<>();
    for (Pair<LongWritable, BytesWritable> run : runs) {
      ByteBuffer bytes = ByteBuffer.wrap(run.getSecond().copyBytes());
      for (int at = 0; at < bytes.limit(); at += PairBatch.PAIR_BYTES) {
        int column = bytes.getInt(at + 7) & 0xFFFFFF;
        int round = bytes.getShort(at + 11) & 0xFFFF;
        pairs.add(new RunPair(run.getFirst().get(), bytes.getLong(at), column, round));
      }
    }
    return pairs;
  }

  /** A batch gives the pairs of its runs by shingle. */
  @Test
  void aBatchIsDrainedByShingle() throws Exception {
    Random random = new Random(9);
    PairBatch batch = new PairBatch();
    for (int round = 0; round < 2; round++) { // it is used again
      List<RunPair> all = new ArrayList<>();
      for (int run = 0; run < 5; run++) {
        byte[] bytes = new byte[100 * PairBatch.PAIR_BYTES];
        for (int at = 0; at < bytes.length; at += PairBatch.PAIR_BYTES) {
          long shingle = random.nextInt(4) == 0 ? random.nextInt(9) - 4 : random.nextLong();
          RunPair pair = new RunPair(0, shingle, random.nextInt(1 << 24), random.nextInt(1 << 16));
          PairBatch.put(bytes, at, shingle, pair.column(), pair.round());
          all.add(pair);
        }
        batch.addRun(bytes, bytes.length);
      }
      all.sort(
          Comparator.comparingLong(RunPair::shingle)
              .thenComparingInt(RunPair::column)
              .thenComparingInt(RunPair::round));
      List<RunPair> drained = new ArrayList<>();
      batch.drain((shingle, column, last) -> drained.add(new RunPair(0, shingle, column, last)));
      assertThat(drained).isEqualTo(all);
    }
  }

  private static Configuration conf(String scheme, boolean pruning, long columns, int blockSize) {
    Configuration conf =
        Mr.conf(
            "neardup.banding.bands=4",
            "neardup.banding.rows=3",
            "neardup.signature.scheme=" + scheme,
            "neardup.signature.pruning=" + pruning);
    SignatureInputFormat.setSlots(conf, SLOTS);
    ColumnPartition.setColumns(conf, columns);
    conf.setInt(ShingleSortMapper.BLOCK_SIZE, blockSize);
    return conf;
  }

  /** The distinct shingles of a text, ascending. */
  private static long[] shingles(Configuration conf, String text) throws IOException {
    DocumentWritable document = doc("", text);
    return Shinglers.of(conf, HadoopSettings.of(conf))
        .elements(document.textBytes(), document.textOffset(), document.textLength())
        .longStream()
        .distinct()
        .sorted()
        .toArray();
  }

  private static SignatureScheme scheme(Configuration conf) {
    return HadoopSettings.scheme(HadoopSettings.of(conf), SLOTS);
  }

  private static List<String> expectedRecords(Configuration conf) throws IOException {
    List<String> records = new ArrayList<>();
    for (int column = 0; column < TEXTS.size(); column++) {
      if (!TEXTS.get(column).isBlank()) {
        records.add(record(conf, column, shingles(conf, TEXTS.get(column))));
      }
    }
    return records;
  }

  @ParameterizedTest
  @ValueSource(strings = {"fast", "universal"})
  void prunedPairsMakeTheSignatureAndNoneOfThemCouldBeLeftOut(String scheme) throws Exception {
    Configuration conf = conf(scheme, true, 100, 10);
    for (String text : TEXTS.subList(4, 14)) {
      List<RunPair> pairs =
          pairs(
              Mr.map(new ShingleSortMapper(), conf)
                  .withInput(new LongWritable(57), doc("x", text))
                  .run());

      assertThat(pairs).hasSizeBetween(1, SLOTS).doesNotHaveDuplicates();
      assertThat(pairs)
          .allSatisfy(
              pair -> {
                assertThat(pair.block()).isEqualTo(50);
                assertThat(pair.column()).isEqualTo(7);
              });
      ColumnSketcher whole = scheme(conf).newColumnSketcher();
      long[] shingles = shingles(conf, text);
      whole.sketch(shingles, shingles.length);
      assertThat(signature(conf, pairs)).isEqualTo(whole.slots());
      for (int without = 0; without < pairs.size(); without++) {
        List<RunPair> fewer = new ArrayList<>(pairs);
        fewer.remove(without);
        assertThat(signature(conf, fewer)).isNotEqualTo(whole.slots());
      }
    }
  }

  /** The slots that follow from pairs, row by row. */
  private static long[] signature(Configuration conf, List<RunPair> pairs) {
    RowHasher hasher = scheme(conf).newRowHasher();
    long[] slots = new long[SLOTS];
    Arrays.fill(slots, SignatureScheme.EMPTY);
    for (RunPair pair : pairs) {
      hasher.startRow(pair.shingle());
      hasher.updateMinima(pair.round(), slots, 0);
    }
    return slots;
  }

  @Test
  void theDocumentsOfABlockShareTheirRuns() throws Exception {
    Configuration conf = conf("fast", true, TEXTS.size(), 6);
    var driver = Mr.map(new ShingleSortMapper(), conf);
    for (int column = 0; column < TEXTS.size(); column++) {
      driver.addInput(new LongWritable(column), doc("d" + column, TEXTS.get(column)));
    }
    List<Pair<LongWritable, BytesWritable>> runs = driver.run();
    assertThat(runs).extracting(run -> run.getFirst().get()).containsExactly(0L, 6L, 12L);
    assertThat(pairs(runs))
        .hasSize((int) Mr.count(driver.getCounters(), ShingleSortCounters.PAIRS_SORTED))
        .doesNotHaveDuplicates()
        .hasSizeGreaterThan(100);
  }

  @Test
  void aRunThatIsFullIsSent() throws Exception {
    Configuration conf = conf("fast", false, 2, 2);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append(i * 7919L).append(' ');
    }
    var driver =
        Mr.map(new ShingleSortMapper(), conf)
            .withInput(new LongWritable(1), doc("x", text.toString()));
    List<Pair<LongWritable, BytesWritable>> runs = driver.run();
    int distinct = shingles(conf, text.toString()).length;
    assertThat(runs).hasSize((distinct + 4095) / 4096).hasSizeGreaterThan(9);
    assertThat(pairs(runs)).hasSize(distinct).doesNotHaveDuplicates();
  }

  @Test
  void occurrencesCountRepeatsAndPairsDoNot() throws IOException {
    // 20 characters: 12 places of 9-character shingles, with period 4: 4 distinct ones.
    var driver =
        Mr.map(new ShingleSortMapper(), conf("fast", false, 3, 3))
            .withInput(new LongWritable(0), doc("a", "abcdabcdabcdabcdabcd"));
    assertThat(driver.run().stream().mapToInt(run -> run.getSecond().getLength()).sum())
        .isEqualTo(4 * PairBatch.PAIR_BYTES);
    assertThat(Mr.count(driver.getCounters(), ShingleSortCounters.SHINGLE_OCCURRENCES))
        .isEqualTo(12);
    assertThat(Mr.count(driver.getCounters(), ShingleSortCounters.PAIRS_SORTED)).isEqualTo(4);
  }

  /** A run of pairs, each a shingle and a column. */
  private static Pair<LongWritable, BytesWritable> run(long firstColumn, long... pairs) {
    byte[] bytes = new byte[pairs.length / 2 * PairBatch.PAIR_BYTES];
    for (int p = 0; p < pairs.length; p += 2) {
      int at = p / 2 * PairBatch.PAIR_BYTES;
      PairBatch.put(bytes, at, pairs[p], (int) pairs[p + 1], 2 * SLOTS - 1);
    }
    return new Pair<>(new LongWritable(firstColumn), new BytesWritable(bytes));
  }

  @Test
  void aBlockOfVeryManyPairsIsReadInBatches() throws IOException {
    Configuration conf = conf("fast", true, 1, 1);
    var driver = Mr.reduce(new ShingleSortReducer(), conf);
    int pairs = PairBatch.MAX_PAIRS + 1000;
    long[] elements = new Random(3).longs(pairs).map(shingle -> shingle >>> 3).toArray();
    List<Pair<LongWritable, BytesWritable>> runs = new ArrayList<>();
    for (int from = 0; from < pairs; from += 1000) {
      long[] shinglesAndColumns = new long[2 * Math.min(1000, pairs - from)];
      for (int p = 0; p < shinglesAndColumns.length; p += 2) {
        shinglesAndColumns[p] = elements[from + p / 2];
      }
      runs.add(run(0, shinglesAndColumns));
    }
    driver.addInput(Mr.group(conf, runs));

    assertThat(Mr.hex(driver.run())).containsExactly(record(conf, 0, elements));
    assertThat(Mr.count(driver.getCounters(), ShingleSortCounters.PAIRS_REDUCED)).isEqualTo(pairs);
  }

  private static String record(Configuration conf, long column, long... elements) {
    ColumnSketcher sketcher = scheme(conf).newColumnSketcher();
    sketcher.sketch(elements, elements.length);
    byte[] record = new byte[SignatureColumn.length(SLOTS)];
    SignatureColumn.encode(column, sketcher.slots(), 0, SLOTS, record);
    return HexFormat.of().formatHex(record);
  }

  @ParameterizedTest
  @CsvSource({
    "sort, fast, true, 1",
    "sort, fast, true, 3",
    "sort, fast, true, 16",
    "sort, fast, true, 1000",
    "sort, fast, false, 3",
    "sort, universal, true, 5",
    "sort, universal, false, 16",
    "local, fast, true, 1",
    "local, universal, true, 1"
  })
  void chainsOfBothPlansWriteTheSignatures(
      String plan, String scheme, boolean pruning, int blockSize) throws IOException {
    Configuration conf = conf(scheme, pruning, TEXTS.size(), blockSize);
    var driver =
        plan.equals("sort")
            ? Mr.chain(new ShingleSortMapper(), new ShingleSortReducer(), conf)
            : Mr.chain(new LocalSignatures.Columns(), new LocalSignatures.Writer(), conf);
    for (int column = TEXTS.size() - 1; column >= 0; column--) { // tasks in any order
      driver.addInput(new LongWritable(column), doc("d" + column, TEXTS.get(column)));
    }

    assertThat(Mr.hex(driver.run())).isEqualTo(expectedRecords(conf));
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, ShingleSortCounters.DOCUMENTS))
        .isEqualTo(TEXTS.size())
        .isEqualTo(
            Mr.count(counters, ShingleSortCounters.SIGNATURES)
                + Mr.count(counters, ShingleSortCounters.DOCUMENTS_WITHOUT_SHINGLES));
    long pairs = Mr.count(counters, ShingleSortCounters.PAIRS_SORTED);
    assertThat(Mr.count(counters, ShingleSortCounters.PAIRS_REDUCED)).isEqualTo(pairs);
    long rows = Mr.count(counters, ShingleSortCounters.ROWS);
    if (plan.equals("local")) {
      assertThat(pairs + rows).isZero();
      return;
    }
    assertThat(rows).isBetween(1L, pairs);
    if (pruning) {
      assertThat(pairs)
          .isLessThanOrEqualTo(SLOTS * Mr.count(counters, ShingleSortCounters.SIGNATURES));
    } else {
      long distinct = 0;
      Set<List<Long>> rowsOfBlocks = new HashSet<>();
      for (int column = 0; column < TEXTS.size(); column++) {
        long block = column / blockSize;
        long[] shingles = shingles(conf, TEXTS.get(column));
        distinct += shingles.length;
        Arrays.stream(shingles).forEach(shingle -> rowsOfBlocks.add(List.of(block, shingle)));
      }
      assertThat(pairs).isEqualTo(distinct);
      assertThat(rows).isEqualTo(rowsOfBlocks.size());
    }
  }

  @Test
  void twoSignaturesOfOneColumnAreAnError() {
    var driver = Mr.reduce(new LocalSignatures.Writer(), Mr.conf());
    driver.withInput(
        new LongWritable(3),
        List.of(new BytesWritable(new byte[] {1}), new BytesWritable(new byte[] {1})));
    assertThatIOException()
        .isThrownBy(driver::run)
        .withMessageContaining("column 3 has 2 signatures");
  }

  @Test
  void blocksFitMemoryAndGiveEachReducerOne() {
    Settings settings = HadoopSettings.of(new Configuration());
    assertThat(ShingleSortMapper.blockSize(settings, 1_000_000, 10, 1)).isEqualTo(6_536);
    assertThat(ShingleSortMapper.blockSize(settings, 1_000_000, 100, 1)).isEqualTo(655);
    // 512 KiB of slots of 8 bytes; 256 columns, up to 64 MiB, where n is large.
    for (int slots : new int[] {1, 100, 1000, 32_767}) {
      assertThat(8L * slots * ShingleSortMapper.blockSize(settings, 1L << 40, slots, 1))
          .isLessThanOrEqualTo(Math.max(512 << 10, 2048L * slots));
    }
    // Reducers have as many blocks each.
    assertThat(ShingleSortMapper.blockSize(settings, 10, 100, 4)).isEqualTo(3);
    assertThat(ShingleSortMapper.blockSize(settings, 100_000, 100, 2)).isEqualTo(650);
    assertThat(ShingleSortMapper.blockSize(settings, 100_000, 100, 3)).isEqualTo(654);
    assertThat(ShingleSortMapper.blockSize(settings, 3, 100, 50)).isEqualTo(1);
    assertThat(ShingleSortMapper.blockSize(settings, 0, 100, 4)).isEqualTo(1);
  }
}
