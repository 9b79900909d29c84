package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.corpus.SourceRange;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
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
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IngestJobTest {

  @TempDir private java.nio.file.Path folder;
  private final List<CorpusRange> plan = new ArrayList<>();
  private String fileA;
  private String fileB;
  private Configuration conf;

  /** Plans two ranges of one file, then a file of its own. */
  @BeforeEach
  void writePlan() throws IOException {
    fileA = write("a.tsv", "a\tfour\n\nbé\té\n");
    fileB = write("b.tsv", "none\na\t\n");
    plan.add(CorpusRange.uncounted(fileA, "a.tsv", 0, 9, 15, 7));
    plan.add(CorpusRange.uncounted(fileA, "a.tsv", 9, 15, 15, 7));
    plan.add(CorpusRange.uncounted(fileB, "b.tsv", 0, 8, 8, 8));
    try (Writer out = Files.newBufferedWriter(folder.resolve("plan"), StandardCharsets.UTF_8)) {
      for (CorpusRange range : plan) {
        CorpusManifest.append(out, range);
      }
    }
    conf = new Configuration();
    conf.set("neardup.ingest.max-bad-records", "1");
    setFormat(SourceFormat.TSV);
  }

  private String write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content).toUri().toString();
  }

  private void setFormat(SourceFormat format) throws IOException {
    Job job = Job.getInstance(conf);
    String manifest = folder.resolve("plan").toString();
    CorpusInput.configure(
        job.getConfiguration(),
        List.of(new CorpusBatch(folder.toString(), manifest, 0, 0, format, Map.of(), List.of())),
        1);
    conf = job.getConfiguration();
  }

  private IngestMapper mapper() {
    return new IngestMapper() {
      @Override
      PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) {
        return new PartOutput(context, number, new Path(folder.toUri()));
      }
    };
  }

  private static Pair<BytesWritable, NullWritable> id(String id) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    IngestReducer.setKey(key, bytes, bytes.length);
    return new Pair<>(key, NullWritable.get());
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

  private MapDriver<LongWritable, SourceRange, BytesWritable, NullWritable> driver(
      List<CorpusRange> ranges) {
    MapDriver<LongWritable, SourceRange, BytesWritable, NullWritable> driver =
        MapDriver.newMapDriver(mapper());
    Mr.configure(driver, conf);
    for (int i = 0; i < ranges.size(); i++) {
      driver.addInput(new LongWritable(i), new SourceRange(0, ranges.get(i)));
    }
    return driver;
  }

  @Test
  void mapperPassesOnIdsAndListsWhatItCountedAndSetAside() throws IOException {
    MapDriver<LongWritable, SourceRange, BytesWritable, NullWritable> driver = driver(plan);

    assertThat(driver.run()).containsExactly(id("a"), id("bé"), id("a"));
    assertThat(folder.resolve("_skipped-0000000000000"))
        .hasContent(fileA + "\t7\tEMPTY_LINE\t\n" + fileB + "\t0\tNO_ID\tno tab in the line");
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
    String file = write("a.txt", "four\n");

    assertThat(driver(List.of(CorpusRange.uncounted(file, "a.txt", 0, 5, 5, 7))).run()).isEmpty();
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
    InputList planned = new InputList(Ingests.path(folder.resolve("plan")), 3, 23);
    assertThat(writer.write(planned, Ingests.path(counted), Ingests.path(folder), "documents"))
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
            CorpusManifest.line(plan.get(0).counted(0, 2, 1, 0, "00000000000000a0")),
            CorpusManifest.line(plan.get(1).counted(2, 4, 0, 3, "00000000000000a1")),
            CorpusManifest.line(plan.get(2).counted(6, 1, 1, 0, "ffffffffffffffff")));
    assertThat(folder.resolve(CorpusPart.LIST))
        .hasContent("documents\t0\t6\t60\t0\t0\ndocuments\t2\t1\t10\t6\t0\n");
  }

  @Test
  void filesWithMoreBadRecordsThanAllowedAreListed() throws IOException {
    String[] counts = {
      "0\t7\t1\t8\t1\t8\t0\t0\t0",
      "1\t2\t3\t5\t2\t5\t0\t0\t0", // 3 of 13; 3 are allowed
      "2\t2\t2\t4\t2\t4\t0\t0\t0" // 2 of 4; 1 is allowed
    };
    conf.set("neardup.ingest.max-bad-records", "25%");
    assertThat(write(counts)).containsExactly(fileB + " 2 4");
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
