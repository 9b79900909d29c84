package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.io.SourceRecords.document;
import static io.neardup.hadoop.io.SourceRecords.end;
import static io.neardup.hadoop.io.SourceRecords.skipped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.io.CorpusManifest;
import io.neardup.hadoop.io.CorpusRange;
import io.neardup.hadoop.io.SkipReason;
import io.neardup.hadoop.io.SourceRecord;
import io.neardup.hadoop.io.SourceRecords;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
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
    IngestReducer.setPlan(conf, new Path(plan.toUri()));
  }

  private static BytesWritable range(long ordinal) {
    BytesWritable key = new BytesWritable();
    IngestKey.setRange(key, ordinal);
    return key;
  }

  private static BytesWritable aside(long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    IngestKey.setSkipped(key, ordinal, position);
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
          in(0, skipped(7, SkipReason.EMPTY_LINE, "")),
          in(0, document(8, "bé", "é")),
          in(0, end(3)),
          in(1, end(0)),
          in(2, skipped(0, SkipReason.NO_ID, "no tab in the line")),
          in(2, document(5, "a", "")),
          in(2, end(2)));

  @Test
  void mapperCountsEachRangeAndPassesOnIdsAndWhatWasSetAside() throws IOException {
    MapDriver<LongWritable, SourceRecord, BytesWritable, Text> driver =
        MapDriver.newMapDriver(new IngestMapper());
    Mr.configure(driver, conf);
    driver.withAll(RECORDS);

    assertThat(driver.run())
        .containsExactly(
            out(id("a"), "0\t0"),
            out(aside(0, 7), "EMPTY_LINE\t"),
            out(id("bé"), "0\t8"),
            out(range(0), "2\t1\t3"),
            out(range(1), "0\t0\t0"),
            out(aside(2, 0), "NO_ID\tno tab in the line"),
            out(id("a"), "2\t5"),
            out(range(2), "1\t1\t2"));
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
        .withInput(range(0), List.of(new Text("2\t1\t3")))
        .withInput(range(1), List.of(new Text("4\t0\t4")))
        .withInput(range(2), List.of(new Text("1\t1\t2")))
        .withInput(aside(0, 7), List.of(new Text("EMPTY_LINE\t")))
        .withInput(aside(2, 0), List.of(new Text("NO_ID\tno tab in the line")))
        .withInput(id("a"), List.of(new Text("0\t0"), new Text("2\t5")))
        .withInput(id("bé"), List.of(new Text("0\t8")))
        .withCounter(IngestCounters.RANGES, 3)
        .withCounter(IngestCounters.REPEATED_IDS, 1)
        .withOutput(IngestReducer.MANIFEST, manifestLine(PLAN.get(0).counted(0, 2, 1, 0)))
        .withOutput(IngestReducer.MANIFEST, manifestLine(PLAN.get(1).counted(2, 4, 0, 3)))
        .withOutput(IngestReducer.MANIFEST, manifestLine(PLAN.get(2).counted(6, 1, 1, 0)))
        .withOutput(IngestReducer.SKIPPED, new Text("file:/in/a.tsv\t7\tEMPTY_LINE\t"))
        .withOutput(IngestReducer.SKIPPED, new Text("file:/in/b.tsv\t0\tNO_ID\tno tab in the line"))
        .withOutput(IngestReducer.REPEATED, new Text("a\t2"));
    driver.runTest(true);
  }

  private static Text manifestLine(CorpusRange range) {
    return new Text(CorpusManifest.line(range));
  }

  @Test
  void aGapInTheRangesIsAnError() {
    for (List<Integer> ordinals : List.of(List.of(0, 2), List.of(1), List.of(0, 0))) {
      ReduceDriver<BytesWritable, Text, Text, Text> driver =
          ReduceDriver.newReduceDriver(new IngestReducer());
      Mr.configure(driver, conf);
      for (int ordinal : ordinals) {
        driver.withInput(range(ordinal), List.of(new Text("1\t0\t1")));
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
            new Pair<>(IngestReducer.MANIFEST, manifestLine(PLAN.get(0).counted(0, 2, 1, 0))),
            new Pair<>(IngestReducer.MANIFEST, manifestLine(PLAN.get(1).counted(2, 0, 0, 3))),
            new Pair<>(IngestReducer.MANIFEST, manifestLine(PLAN.get(2).counted(2, 1, 1, 0))),
            new Pair<>(IngestReducer.SKIPPED, new Text("file:/in/a.tsv\t7\tEMPTY_LINE\t")),
            new Pair<>(
                IngestReducer.SKIPPED, new Text("file:/in/b.tsv\t0\tNO_ID\tno tab in the line")),
            new Pair<>(IngestReducer.REPEATED, new Text("a\t2")));

    List<Pair<LongWritable, SourceRecord>> lastRangeFirst =
        new ArrayList<>(RECORDS.subList(5, RECORDS.size()));
    lastRangeFirst.addAll(RECORDS.subList(0, 5));
    assertThat(chain(lastRangeFirst)).isEqualTo(inOrder);
  }

  private List<Pair<Text, Text>> chain(List<Pair<LongWritable, SourceRecord>> records)
      throws IOException {
    MapReduceDriver<LongWritable, SourceRecord, BytesWritable, Text, Text, Text> driver =
        MapReduceDriver.newMapReduceDriver(new IngestMapper(), new IngestReducer());
    Mr.configure(driver, conf);
    driver.setKeyOrderComparator(Mr.comparator(new BytesWritable.Comparator()));
    driver.setKeyGroupingComparator(Mr.comparator(new BytesWritable.Comparator()));
    driver.addAll(records);
    List<Pair<Text, Text>> output = driver.run();
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
