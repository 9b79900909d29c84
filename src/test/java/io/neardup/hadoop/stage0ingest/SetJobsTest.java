package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusBatch;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.SourceRange;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceFormat;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mrunit.mapreduce.MapDriver;
import org.apache.hadoop.mrunit.mapreduce.MapReduceDriver;
import org.apache.hadoop.mrunit.mapreduce.ReduceDriver;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SetJobsTest {

  @TempDir private java.nio.file.Path folder;

  private static BytesWritable key(String id, long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
    SetJobs.setMember(key, bytes, bytes.length, ordinal, position);
    return key;
  }

  private static BytesWritable place(long ordinal, long position) {
    return new BytesWritable(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(ordinal).putLong(position).array());
  }

  private static BytesWritable bytes(String text) {
    return new BytesWritable(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes two files of lines and returns them as ranges. */
  private List<Pair<LongWritable, SourceRange>> ranges() throws IOException {
    return List.of(range(0, "S2\tx\nS1\tb\nnone\nS2\ty\n"), range(1, "S1\ta\n\nS1\tb\n"));
  }

  private Pair<LongWritable, SourceRange> range(long ordinal, String lines) throws IOException {
    java.nio.file.Path file = Files.writeString(folder.resolve("file" + ordinal), lines);
    CorpusRange range =
        CorpusRange.uncounted(
            file.toUri().toString(), "file", 0, lines.length(), lines.length(), 0);
    return new Pair<>(new LongWritable(ordinal), new SourceRange(0, range));
  }

  private Configuration conf() {
    Configuration conf = new Configuration();
    CorpusBatch.set(
        conf,
        List.of(
            new CorpusBatch(
                folder.toString(),
                folder.resolve("plan").toString(),
                0,
                0,
                SourceFormat.TSV,
                Map.of(),
                List.of())));
    return conf;
  }

  private void writePlan() throws IOException {
    try (Writer out = Files.newBufferedWriter(folder.resolve("plan"), StandardCharsets.UTF_8)) {
      for (Pair<LongWritable, SourceRange> range : ranges()) {
        CorpusManifest.append(out, range.getSecond().range());
      }
    }
  }

  private MemberMapper mapper() {
    return new MemberMapper() {
      @Override
      PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) {
        return new PartOutput(context, number, new Path(folder.toUri()));
      }
    };
  }

  private SetJobs.GroupReducer groupReducer() {
    return new SetJobs.GroupReducer() {
      @Override
      PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) {
        return new PartOutput(context, number, new Path(folder.toUri()));
      }
    };
  }

  @Test
  void mapperKeysMembersByTheirSetAndPlace() throws IOException {
    MapDriver<LongWritable, SourceRange, BytesWritable, BytesWritable> driver =
        MapDriver.newMapDriver(mapper());
    Mr.configure(driver, conf());
    driver
        .withAll(ranges())
        .withOutput(key("S2", 0, 0), bytes("x"))
        .withOutput(key("S1", 0, 5), bytes("b"))
        .withOutput(key("S2", 0, 15), bytes("y"))
        .withOutput(key("S1", 1, 0), bytes("a"))
        .withOutput(key("S1", 1, 6), bytes("b"))
        .withCounter(IngestCounters.SET_MEMBERS, 5)
        .withCounter(IngestCounters.SKIPPED, 2)
        .withCounter(SkipReason.NO_ID, 1)
        .withCounter(SkipReason.EMPTY_LINE, 1);
    driver.runTest(true);
    assertThat(folder.resolve("_skipped-0000000000000"))
        .content()
        .contains("file0\t10\tNO_ID\tno tab in the line\n")
        .endsWith("file1\t5\tEMPTY_LINE\t\n");
  }

  @Test
  void groupReducerMakesADocumentOfTheMembersAtThePlaceOfTheFirst() throws IOException {
    assertThat(
            grouped(
                Mr.conf(),
                List.of(
                    new Pair<>(key("S1", 0, 5), bytes("b")),
                    new Pair<>(key("S1", 1, 30), bytes("a")),
                    new Pair<>(key("S1", 1, 36), bytes("b")))))
        .containsExactly("0:5 [S1] b\na\nb");
  }

  @Test
  void aSetOfExactlyTheLimitIsADocumentAndAByteMoreIsSetAside() throws IOException {
    List<Pair<BytesWritable, BytesWritable>> members =
        List.of(
            new Pair<>(key("S", 0, 0), bytes("abc")), new Pair<>(key("S", 0, 9), bytes("defg")));
    Configuration eight = Mr.conf("neardup.document.max-bytes=8"); // abc, line break, defg
    Configuration seven = conf();
    seven.set("neardup.document.max-bytes", "7");
    writePlan();

    assertThat(grouped(eight, members)).containsExactly("0:0 [S] abc\ndefg");
    ReduceDriver<BytesWritable, BytesWritable, BytesWritable, DocumentWritable> driver =
        groupDriver(seven, members);
    assertThat(driver.run()).isEmpty();
    assertThat(folder.resolve("_skipped-1000000000000"))
        .content()
        .matches(".*file0\t0\tLONG_DOCUMENT\tset S, 8 bytes\n");
    assertThat(Mr.count(driver.getCounters(), IngestCounters.SKIPPED)).isEqualTo(1);
    assertThat(Mr.count(driver.getCounters(), SkipReason.LONG_DOCUMENT)).isEqualTo(1);
  }

  private ReduceDriver<BytesWritable, BytesWritable, BytesWritable, DocumentWritable> groupDriver(
      Configuration conf, List<Pair<BytesWritable, BytesWritable>> members) {
    ReduceDriver<BytesWritable, BytesWritable, BytesWritable, DocumentWritable> driver =
        ReduceDriver.newReduceDriver(groupReducer());
    Mr.configure(driver, conf);
    driver.addInput(Mr.group(conf, members));
    return driver;
  }

  private List<String> grouped(Configuration conf, List<Pair<BytesWritable, BytesWritable>> members)
      throws IOException {
    return render(groupDriver(conf, members).run());
  }

  private static List<String> render(List<Pair<BytesWritable, DocumentWritable>> output) {
    return output.stream()
        .map(
            pair ->
                ByteBuffer.wrap(pair.getFirst().getBytes()).getLong()
                    + ":"
                    + ByteBuffer.wrap(pair.getFirst().getBytes()).getLong(Long.BYTES)
                    + " ["
                    + Docs.id(pair.getSecond())
                    + "] "
                    + Docs.text(pair.getSecond()))
        .toList();
  }

  @Test
  void groupingChainKeepsTheOrderOfInputWithinASet() throws IOException {
    MapReduceDriver<
            LongWritable,
            SourceRange,
            BytesWritable,
            BytesWritable,
            BytesWritable,
            DocumentWritable>
        driver = MapReduceDriver.newMapReduceDriver(mapper(), groupReducer());
    Mr.configure(driver, conf());
    driver.setKeyOrderComparator(Mr.comparator(new BytesWritable.Comparator()));
    driver.setKeyGroupingComparator(Mr.comparator(new SetJobs.IdComparator()));
    // The second range first.
    driver.addInput(ranges().get(1));
    driver.addInput(ranges().get(0));

    assertThat(render(driver.run())).containsExactly("0:5 [S1] b\na\nb", "0:0 [S2] x\ny");
  }

  @Test
  void anEmptyElementKeepsItsLineWhereverItStands() throws IOException {
    List<Pair<BytesWritable, BytesWritable>> members =
        List.of(
            new Pair<>(key("S", 0, 0), new BytesWritable()),
            new Pair<>(key("S", 0, 3), new BytesWritable("b".getBytes(StandardCharsets.UTF_8))),
            new Pair<>(key("S", 0, 7), new BytesWritable()));

    assertThat(grouped(new Configuration(), members)).containsExactly("0:0 [S] \nb\n");
  }

  @Test
  void orderReducerWritesAPartOfSets() throws IOException {
    ReduceDriver<BytesWritable, DocumentWritable, NullWritable, NullWritable> driver =
        ReduceDriver.newReduceDriver(
            new SetJobs.OrderReducer() {
              @Override
              PartOutput newOutput(long number, TaskInputOutputContext<?, ?, ?, ?> context) {
                return new PartOutput(context, 3, new Path(folder.toUri()));
              }
            });
    Mr.configure(driver, conf());
    driver
        .withInput(place(0, 0), List.of(doc("S2", "x\ny")))
        .withInput(place(1, 4), List.of(doc("S1", "b")))
        .withCounter(IngestCounters.DOCUMENTS, 2)
        .withCounter(IngestCounters.TEXT_BYTES, 4);
    driver.runTest(true);

    assertThat(folder.resolve("ranges-0000000000003"))
        .content()
        .startsWith("3\t2\t0\t2\t0\t0\t")
        .endsWith("\t3\t4\n");
    assertThat(folder.resolve("texts/part-00003/data")).isNotEmptyFile();
    assertThat(folder.resolve("catalog/part-00003/data")).isNotEmptyFile();
  }
}
