package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.format.SourceRecords.document;
import static io.neardup.hadoop.format.SourceRecords.end;
import static io.neardup.hadoop.format.SourceRecords.skipped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.SourceRecords;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestJobTest {

  /** Two ranges of one file, then a file of its own. */
  private static final List<CorpusRange> PLAN =
      List.of(
          CorpusRange.uncounted("file:/in/a.tsv", "a.tsv", 0, 100, 150, 7),
          CorpusRange.uncounted("file:/in/a.tsv", "a.tsv", 100, 150, 150, 7),
          CorpusRange.uncounted("file:/in/b.tsv", "b.tsv", 0, 9, 9, 8));

  @TempDir private java.nio.file.Path folder;
  private Configuration conf;

  @BeforeEach
  void writePlan() throws IOException {
    java.nio.file.Path plan = folder.resolve("plan.jsonl");
    try (Writer out = Files.newBufferedWriter(plan, StandardCharsets.UTF_8)) {
      for (CorpusRange range : PLAN) {
        CorpusManifest.append(out, range);
      }
    }
    conf = SourceRecords.serializable(new Configuration());
    conf.set("neardup.ingest.max-bad-records", "1");
    setFormat(SourceFormat.TSV);
  }

  private void setFormat(SourceFormat format) throws IOException {
    Job job = Job.getInstance(conf);
    CorpusInput.configure(
        job.getConfiguration(),
        List.of(
            new CorpusBatch(
                folder.resolve("plan.jsonl").toString(), 0, 0, format, Map.of(), List.of())),
        1);
    conf = job.getConfiguration();
  }

  private IngestMapper mapper() {
    return new IngestMapper() {
      @Override
      Path folder(Context context) {
        return new Path(folder.toUri());
      }
    };
  }

  private static BytesWritable range(long ordinal) {
    BytesWritable key = new BytesWritable();
    IngestKey.setRange(key, ordinal);
    return key;
  }

  private static BytesWritable aside(long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    IngestKey.setRecord(key, IngestKey.SKIPPED, ordinal, position);
    return key;
  }

  private static BytesWritable id(String id) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    IngestKey.setId(key, bytes, bytes.length);
    return key;
  }

  private static Pair<BytesWritable, Text> out(BytesWritable key, String value) {
    return new Pair<>(key, new Text(value));
  }

  private static Pair<LongWritable, SourceRecord> in(long ordinal, SourceRecord record) {
    return new Pair<>(new LongWritable(ordinal), record);
  }

  private static final List<Pair<LongWritable, SourceRecord>> RECORDS =
      List.of(
          in(0, document(0, "a", "four")),
          in(0, of("file:/in/a.tsv", skipped(7, SkipReason.EMPTY_LINE, ""))),
          in(0, document(8, "bé", "é")),
          in(0, end(3)),
          in(1, end(0)),
          in(2, of("file:/in/b.tsv", skipped(0, SkipReason.NO_ID, "no tab in the line"))),
          in(2, document(5, "a", "")),
          in(2, end(2)));

  private static final String EMPTY_LINE = "file:/in/a.tsv\t7\tEMPTY_LINE\t";
  private static final String NO_ID = "file:/in/b.tsv\t0\tNO_ID\tno tab in the line";

  private static SourceRecord of(String file, SourceRecord record) {
    record.setOrigin("", file, 0);
    return record;
  }

  /** The checksum of a range, of the ids and texts of its documents in turn. */
  private static String checksum(String... idsAndTexts) {
    long checksum = 0;
    for (String part : idsAndTexts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      checksum = 31 * checksum + Hashing.xxh3_64().hashBytesToLong(bytes, 0, bytes.length);
    }
    return HexFormat.of().toHexDigits(checksum);
  }

  @Test
  void mapperCountsEachRangeAndPassesOnIdsAndWhatWasSetAside() throws IOException {
    MapDriver<LongWritable, SourceRecord, BytesWritable, Text> driver =
        MapDriver.newMapDriver(mapper());
    Mr.configure(driver, conf);
    driver.withAll(RECORDS);

    assertThat(driver.run())
        .containsExactly(
            out(id("a"), "0\t0"),
            out(aside(0, 2), EMPTY_LINE),
            out(id("bé"), "0\t8"),
            out(range(0), "2\t1\t3\t0\t3\t" + checksum("a", "four", "bé", "é") + "\t0\t6"),
            out(range(1), "0\t0\t0\t0\t0\t" + checksum() + "\t0\t0"),
            out(aside(2, 1), NO_ID),
            out(id("a"), "2\t5"),
            out(range(2), "1\t1\t2\t1\t2\t" + checksum("a", "") + "\t0\t0"));
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, IngestCounters.RECORDS)).isEqualTo(5);
    assertThat(Mr.count(counters, IngestCounters.DOCUMENTS)).isEqualTo(3);
    assertThat(Mr.count(counters, IngestCounters.SKIPPED)).isEqualTo(2);
    assertThat(Mr.count(counters, SkipReason.EMPTY_LINE)).isEqualTo(1);
    assertThat(Mr.count(counters, SkipReason.NO_ID)).isEqualTo(1);
    assertThat(Mr.count(counters, IngestCounters.TEXT_BYTES)).isEqualTo(4 + 2);
  }

  @Test
  void reducerWritesManifestThenSkippedThenRepeatedIds() throws IOException {
    ReduceDriver<BytesWritable, Text, Text, Text> driver =
        ReduceDriver.newReduceDriver(new IngestReducer());
    Mr.configure(driver, conf);
    driver
        .withInput(range(0), List.of(new Text("2\t1\t3\t0\t3\t00000000000000a0\t0\t20")))
        .withInput(range(1), List.of(new Text("4\t0\t4\t0\t4\t00000000000000a1\t0\t40")))
        .withInput(range(2), List.of(new Text("1\t1\t2\t1\t2\tffffffffffffffff\t2\t10")))
        .withInput(aside(0, 2), List.of(new Text(EMPTY_LINE)))
        .withInput(aside(2, 1), List.of(new Text(NO_ID)))
        .withInput(id("a"), List.of(new Text("0\t0"), new Text("2\t5")))
        .withInput(id("bé"), List.of(new Text("0\t8")))
        .withCounter(IngestCounters.RANGES, 3)
        .withCounter(IngestCounters.REPEATED_IDS, 1)
        .withOutput(
            IngestReducer.MANIFEST,
            manifestLine(PLAN.get(0).counted(0, 2, 1, 0, "00000000000000a0")))
        .withOutput(
            IngestReducer.MANIFEST,
            manifestLine(PLAN.get(1).counted(2, 4, 0, 3, "00000000000000a1")))
        .withOutput(
            IngestReducer.MANIFEST,
            manifestLine(PLAN.get(2).counted(6, 1, 1, 0, "ffffffffffffffff")))
        .withOutput(IngestReducer.PARTS, new Text("0\t6\t60\t0\t0"))
        .withOutput(IngestReducer.SKIPPED, new Text(EMPTY_LINE))
        .withOutput(IngestReducer.SKIPPED, new Text(NO_ID))
        .withOutput(IngestReducer.REPEATED, new Text("a\t2"))
        .withOutput(IngestReducer.PARTS, new Text("2\t1\t10\t6\t0"));
    driver.runTest(true);
  }

  private static Text manifestLine(CorpusRange range) {
    return new Text(CorpusManifest.line(range));
  }

  @Test
  void numbersOfLinesAreNoRepeatedIdsAndNotChecked() throws IOException {
    setFormat(SourceFormat.LINES);
    MapDriver<LongWritable, SourceRecord, BytesWritable, Text> driver =
        MapDriver.newMapDriver(mapper());
    Mr.configure(driver, conf);
    SourceRecord record = document(0, "a.txt:1", "four");
    record.setOrigin("a.txt", "file:/in/a.txt", 1);
    driver.addInput(in(0, record));
    driver.addInput(in(0, end(1)));

    assertThat(driver.run())
        .containsExactly(out(range(0), "1\t0\t1\t0\t1\t" + checksum("four") + "\t0\t4"));
  }

  @Test
  void filesWithMoreBadRecordsThanAllowedAreListed() throws IOException {
    conf.set("neardup.ingest.max-bad-records", "25%");
    ReduceDriver<BytesWritable, Text, Text, Text> driver =
        ReduceDriver.newReduceDriver(new IngestReducer());
    Mr.configure(driver, conf);
    driver
        .withInput(range(0), List.of(new Text("7\t1\t8\t1\t8\t0\t0\t0")))
        .withInput(range(1), List.of(new Text("2\t3\t5\t2\t5\t0\t0\t0"))) // 3 of 13; 3 are allowed
        .withInput(range(2), List.of(new Text("2\t2\t4\t2\t4\t0\t0\t0"))); // 2 of 4; 1 is allowed
    assertThat(driver.run())
        .filteredOn(pair -> pair.getFirst().equals(IngestReducer.BAD_FILES))
        .containsExactly(new Pair<>(IngestReducer.BAD_FILES, new Text("file:/in/b.tsv\t2\t4")));
  }

  @Test
  void aGapInTheRangesIsAnError() {
    for (List<Integer> ordinals : List.of(List.of(0, 2), List.of(1), List.of(0, 0))) {
      ReduceDriver<BytesWritable, Text, Text, Text> driver =
          ReduceDriver.newReduceDriver(new IngestReducer());
      Mr.configure(driver, conf);
      for (int ordinal : ordinals) {
        driver.withInput(range(ordinal), List.of(new Text("1\t0\t1\t0\t1\t0\t0\t0")));
      }
      assertThatThrownBy(driver::run)
          .as("ranges %s", ordinals)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was not read");
    }
  }

  @Test
  void chainNumbersTheColumnsInTheOrderOfTheRangesWhateverTheOrderOfTheTasks() throws IOException {
    List<Pair<Text, Text>> inOrder = chain(RECORDS);
    assertThat(inOrder)
        .containsExactly(
            new Pair<>(
                IngestReducer.MANIFEST,
                manifestLine(PLAN.get(0).counted(0, 2, 1, 0, checksum("a", "four", "bé", "é")))),
            new Pair<>(
                IngestReducer.MANIFEST, manifestLine(PLAN.get(1).counted(2, 0, 0, 3, checksum()))),
            new Pair<>(
                IngestReducer.MANIFEST,
                manifestLine(PLAN.get(2).counted(2, 1, 1, 0, checksum("a", "")))),
            new Pair<>(IngestReducer.SKIPPED, new Text(EMPTY_LINE)),
            new Pair<>(IngestReducer.SKIPPED, new Text(NO_ID)),
            new Pair<>(IngestReducer.REPEATED, new Text("a\t2")));

    List<Pair<LongWritable, SourceRecord>> lastRangeFirst =
        new ArrayList<>(RECORDS.subList(5, RECORDS.size()));
    lastRangeFirst.addAll(RECORDS.subList(0, 5));
    assertThat(chain(lastRangeFirst)).isEqualTo(inOrder);
  }

  private List<Pair<Text, Text>> chain(List<Pair<LongWritable, SourceRecord>> records)
      throws IOException {
    MapReduceDriver<LongWritable, SourceRecord, BytesWritable, Text, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(mapper(), new IngestReducer());
    Mr.configure(driver, conf);
    driver.setKeyOrderComparator(Mr.comparator(new BytesWritable.Comparator()));
    driver.setKeyGroupingComparator(Mr.comparator(new BytesWritable.Comparator()));
    driver.addAll(records);
    List<Pair<Text, Text>> output =
        driver.run().stream() // the part is named by its first range
            .filter(pair -> !pair.getFirst().equals(IngestReducer.PARTS))
            .toList();
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, IngestCounters.RECORDS))
        .isEqualTo(5)
        .isEqualTo(
            Mr.count(counters, IngestCounters.DOCUMENTS)
                + Mr.count(counters, IngestCounters.SKIPPED));
    assertThat(Mr.count(counters, IngestCounters.RANGES)).isEqualTo(PLAN.size());
    return output;
  }
}
