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
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.SourceRecords;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
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

  private static Pair<BytesWritable, NullWritable> id(String id) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    IngestReducer.setKey(key, bytes, bytes.length);
    return new Pair<>(key, NullWritable.get());
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

  private MapDriver<LongWritable, SourceRecord, BytesWritable, NullWritable> driver() {
    MapDriver<LongWritable, SourceRecord, BytesWritable, NullWritable> driver =
        MapDriver.newMapDriver(mapper());
    Mr.configure(driver, conf);
    return driver;
  }

  @Test
  void mapperPassesOnIdsAndListsWhatItCountedAndSetAside() throws IOException {
    MapDriver<LongWritable, SourceRecord, BytesWritable, NullWritable> driver = driver();
    driver.withAll(RECORDS);

    assertThat(driver.run()).containsExactly(id("a"), id("bé"), id("a"));
    assertThat(folder.resolve("skipped-0000000000000")).hasContent(EMPTY_LINE + "\n" + NO_ID);
    assertThat(folder.resolve("malformed-0000000000000")).doesNotExist();
    assertThat(folder.resolve("ranges-0000000000000"))
        .hasContent(
            "0\t2\t1\t3\t0\t3\t"
                + checksum("a", "four", "bé", "é")
                + "\t0\t6\n1\t0\t0\t0\t0\t0\t"
                + checksum()
                + "\t0\t0\n2\t1\t1\t2\t1\t2\t"
                + checksum("a", "")
                + "\t0\t0\n");
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, IngestCounters.RECORDS)).isEqualTo(5);
    assertThat(Mr.count(counters, IngestCounters.DOCUMENTS)).isEqualTo(3);
    assertThat(Mr.count(counters, IngestCounters.SKIPPED)).isEqualTo(2);
    assertThat(Mr.count(counters, SkipReason.EMPTY_LINE)).isEqualTo(1);
    assertThat(Mr.count(counters, SkipReason.NO_ID)).isEqualTo(1);
    assertThat(Mr.count(counters, IngestCounters.TEXT_BYTES)).isEqualTo(4 + 2);
  }

  @Test
  void numbersOfLinesAreNoRepeatedIdsAndNotChecked() throws IOException {
    setFormat(SourceFormat.LINES);
    SourceRecord record = document(0, "a.txt:1", "four");
    record.setOrigin("a.txt", "file:/in/a.txt", 1);

    assertThat(driver().withAll(List.of(in(0, record), in(0, end(1)))).run()).isEmpty();
    assertThat(folder.resolve("ranges-0000000000000"))
        .hasContent("0\t1\t0\t1\t0\t1\t" + checksum("four") + "\t0\t4");
  }

  @Test
  void reducerListsRepeatedIds() throws IOException {
    ReduceDriver<BytesWritable, NullWritable, NullWritable, Text> driver =
        ReduceDriver.newReduceDriver(new IngestReducer());
    Mr.configure(driver, conf);
    driver
        .withInput(id("a").getFirst(), List.of(NullWritable.get(), NullWritable.get()))
        .withInput(id("bé").getFirst(), List.of(NullWritable.get()))
        .withCounter(IngestCounters.REPEATED_IDS, 1)
        .withOutput(NullWritable.get(), new Text("a\t2"));
    driver.runTest(true);
  }

  // The manifest

  /** Returns the bad files that are found. */
  private List<String> write(String... counts) throws IOException {
    java.nio.file.Path counted = Files.write(folder.resolve("counted"), List.of(counts));
    ManifestWriter writer = new ManifestWriter(Ingests.context(conf));
    InputList plan = new InputList(Ingests.path(folder.resolve("plan.jsonl")), 3, 159);
    assertThat(writer.write(plan, Ingests.path(counted), Ingests.path(folder)))
        .isEqualTo(counts.length);
    return writer.badFiles().stream().map(file -> String.join(" ", file)).toList();
  }

  @Test
  void theManifestHasTheColumnsInTheOrderOfTheRanges() throws IOException {
    assertThat(
            write(
                "0\t2\t1\t3\t0\t3\t00000000000000a0\t0\t20",
                "1\t4\t0\t4\t0\t4\t00000000000000a1\t0\t40",
                "2\t1\t1\t2\t1\t2\tffffffffffffffff\t2\t10"))
        .isEmpty();
    assertThat(Files.readAllLines(folder.resolve(CorpusManifest.FILE)))
        .containsExactly(
            CorpusManifest.line(PLAN.get(0).counted(0, 2, 1, 0, "00000000000000a0")),
            CorpusManifest.line(PLAN.get(1).counted(2, 4, 0, 3, "00000000000000a1")),
            CorpusManifest.line(PLAN.get(2).counted(6, 1, 1, 0, "ffffffffffffffff")));
    assertThat(folder.resolve(CorpusPart.LIST)).hasContent("0\t6\t60\t0\t0\n2\t1\t10\t6\t0\n");
  }

  @Test
  void filesWithMoreBadRecordsThanAllowedAreListed() throws IOException {
    String[] counts = {
      "0\t7\t1\t8\t1\t8\t0\t0\t0",
      "1\t2\t3\t5\t2\t5\t0\t0\t0", // 3 of 13; 3 are allowed
      "2\t2\t2\t4\t2\t4\t0\t0\t0" // 2 of 4; 1 is allowed
    };
    conf.set("neardup.ingest.max-bad-records", "25%");
    assertThat(write(counts)).containsExactly("file:/in/b.tsv 2 4");
    conf.set("neardup.ingest.format", "files");
    assertThat(write(counts)).containsExactly("all files 5 17");
  }

  @Test
  void aGapInTheRangesIsAnError() {
    for (List<Integer> ordinals : List.of(List.of(0, 2), List.of(1), List.of(0, 0))) {
      String[] counts =
          ordinals.stream().map(o -> o + "\t1\t0\t1\t0\t1\t0\t0\t0").toArray(String[]::new);
      assertThatThrownBy(() -> write(counts))
          .as("ranges %s", ordinals)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was not read");
    }
  }
}
