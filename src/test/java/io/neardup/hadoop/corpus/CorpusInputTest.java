package io.neardup.hadoop.corpus;

import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The manifest, its splits, what reads them, and round trips of what travels between tasks. */
class CorpusInputTest {

  @TempDir private java.nio.file.Path folder;

  private Path writeManifest(List<CorpusRange> ranges) throws IOException {
    Path manifest = new Path(folder.resolve(CorpusManifest.FILE).toUri());
    try (CorpusManifest.Appender out = new CorpusManifest.Appender(Mr.conf(), manifest)) {
      for (CorpusRange range : ranges) {
        out.add(range);
      }
    }
    return manifest;
  }

  // Manifest

  private static final List<CorpusRange> AWKWARD =
      List.of(
          new CorpusRange("file:/a b/\"é\"\t\\\n日", "\"é\"\t\\\n日", 0, 1, 2, 3, 4, 5, 6, 7, "00ff"),
          new CorpusRange(
              "", "", Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, -1, 1L << 40, 0, 0, 0, ""));

  private static List<CorpusRange> read(Path manifest) throws IOException {
    List<CorpusRange> ranges = new ArrayList<>();
    try (CorpusManifest.Cursor cursor = new CorpusManifest.Cursor(new Configuration(), manifest)) {
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  @Test
  void aManifestSurvives() throws IOException {
    assertThat(read(writeManifest(AWKWARD))).isEqualTo(AWKWARD);
    assertThat(read(writeManifest(List.of()))).isEmpty();
  }

  @Test
  void aRangeIsOneLineOfItsFieldsInOrder() throws IOException {
    assertThat(CorpusManifest.line(new CorpusRange("file:/a", "a", 1, 2, 3, 4, 5, 6, 7, 8, "0c")))
        .isEqualTo("file:/a\ta\t1\t2\t3\t4\t5\t6\t7\t8\t0c");
    assertThat(CorpusManifest.line(AWKWARD.get(0))).hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a", "a\\x\ta\t0\t0\t0\t0\t0\t0\t0\t0\t", "a\ta\tx\t0\t0\t0\t0\t0\t0\t0\t"})
  void aBrokenManifestIsAnErrorThatNamesTheLine(String line) throws IOException {
    Path manifest = writeManifest(AWKWARD);
    java.nio.file.Path file = folder.resolve(CorpusManifest.FILE);
    Files.writeString(file, Files.readString(file) + line + "\n");
    Files.delete(folder.resolve("." + CorpusManifest.FILE + ".crc"));
    assertThrown(
        IOException.class, () -> read(manifest), CorpusManifest.FILE + ", byte ", "not a range");
  }

  // Splits

  private Job job(List<CorpusRange> ranges, String... entries) throws IOException {
    Job job = Job.getInstance(Mr.conf(entries));
    writeManifest(ranges);
    CorpusInput.configure(
        job.getConfiguration(),
        List.of(batch(0)),
        ranges.stream().mapToLong(CorpusRange::bytes).sum());
    return job;
  }

  private Corpus.Batch batch(long firstColumn) {
    Map<String, Long> none = Map.of();
    StageMetadata metadata =
        new StageMetadata(
            "", "", "", Map.of(), Map.of(), Map.of(), Map.of(), none, none, 0, Map.of());
    return new Corpus.Batch(new Path(folder.toUri()), metadata, firstColumn);
  }

  private static List<CorpusSplit> splits(Job job) throws IOException {
    return new SourceInputFormat()
        .getSplits(job).stream().map(split -> (CorpusSplit) split).toList();
  }

  /** Ranges of the given lengths of one file. */
  private List<CorpusRange> rangesOf(long... lengths) throws IOException {
    java.nio.file.Path file = folder.resolve("data");
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    List<CorpusRange> ranges = new ArrayList<>();
    long start = 0;
    for (long length : lengths) {
      ranges.add(
          CorpusRange.uncounted(
              file.toUri().toString(), "data", start, start + length, 1L << 40, ranges.size()));
      start += length;
    }
    return ranges;
  }

  /** The ranges that a split refers to. */
  private List<CorpusRange> rangesOf(CorpusSplit split) throws IOException {
    List<CorpusRange> ranges = new ArrayList<>();
    Path manifest = new Path(folder.resolve(CorpusManifest.FILE).toUri());
    try (CorpusManifest.Cursor cursor =
        new CorpusManifest.Cursor(new Configuration(), manifest, split.offset)) {
      for (long i = split.start; i < split.end; i++) {
        ranges.add(cursor.next());
      }
    }
    return ranges;
  }

  private static List<Integer> sizes(List<CorpusSplit> splits) {
    return splits.stream().map(split -> Math.toIntExact(split.end - split.start)).toList();
  }

  @Test
  void splitsHoldEachRangeOnceInOrderAndAreNoSmallerThanNeedBe() throws IOException {
    Random random = new Random(60);
    for (int round = 0; round < 30; round++) {
      List<CorpusRange> ranges = rangesOf(random.longs(random.nextInt(40), 0, 50).toArray());
      long target = 1L + random.nextInt(120);
      List<CorpusSplit> splits = splits(job(ranges, "neardup.document.split-bytes=" + target));
      List<CorpusRange> all = new ArrayList<>();
      for (int s = 0; s < splits.size(); s++) {
        CorpusSplit split = splits.get(s);
        assertThat(split.start).isEqualTo(all.size());
        assertThat(split.end).isGreaterThan(split.start);
        List<CorpusRange> ofSplit = rangesOf(split);
        if (split.end > split.start + 1) {
          assertThat(split.getLength()).isLessThanOrEqualTo(target);
        }
        if (s > 0) { // what begins this split did not fit the one before
          assertThat(splits.get(s - 1).getLength() + ofSplit.get(0).bytes()).isGreaterThan(target);
        }
        all.addAll(ofSplit);
      }
      assertThat(all).isEqualTo(ranges);
    }
  }

  /** The names of files say which batch they belong to. */
  @Test
  void noSplitHasRangesOfSeveralBatches() throws IOException {
    Job job = job(rangesOf(10, 10, 10), "neardup.document.split-bytes=40");
    List<Corpus.Batch> batches = new ArrayList<>();
    for (int batch = 0; batch < 3; batch++) {
      batches.add(batch(batch * 10L));
    }
    CorpusInput.configure(job.getConfiguration(), batches, 90);
    assertThat(splits(job))
        .map(split -> split.batch + ": " + (split.end - split.start))
        .containsExactly("0: 3", "1: 3", "2: 3");
  }

  @Test
  void tasksOfAClusterReadUpTo128MiB() throws IOException {
    long part = 64L << 20;
    Job job =
        job(
            rangesOf(part, part, part),
            "mapreduce.framework.name=yarn",
            "neardup-internal.cluster-places=3",
            "neardup.client.max-job-bytes=0");
    assertThat(sizes(splits(job))).containsExactly(2, 1);
  }

  @ParameterizedTest
  @CsvSource({
    // cores, bytes of the corpus; map tasks
    "2, 1000, 2",
    "2, 3000000, 2",
    "2, 50000000, 2",
    "2, 50000001, 2",
    "2, 100000000, 4",
    "2, 523000000, 8",
    "2, 1046000000, 8",
    "3, 99999999, 3",
    "8, 200000000, 8",
    "2, 9900000000, 74" // of 128 MiB
  })
  void embeddedTasksHaveLikeShares(int cores, long bytes, int tasks) throws Exception {
    String slots = "mapreduce.local.map.tasks.maximum=" + cores;
    long range = CorpusInput.rangeBytes(Mr.conf(slots), bytes);
    long[] lengths =
        LongStream.iterate(0, start -> start < bytes, start -> start + range)
            .map(start -> Math.min(range, bytes - start))
            .toArray();
    List<CorpusSplit> splits =
        splits(job(rangesOf(lengths), "mapreduce.framework.name=local", slots));
    assertThat(splits).hasSizeLessThanOrEqualTo(tasks);
    if (bytes > 16_000_000) {
      assertThat(splits).hasSize(tasks);
      assertThat(splits).allMatch(split -> split.getLength() > 0.7 * bytes / tasks);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // asked for, and of the input, in KiB; of a range
    "0, 0, 256",
    "0, 16384, 256",
    "0, 655360, 10240",
    "0, 1048576, 16384",
    "0, 1000000000, 16384",
    "3, 0, 3",
    "100000, 655360, 100000"
  })
  void rangesAreAsAskedForOrFollowTheSizeOfTheInput(long asked, long input, long range) {
    assertThat(
            CorpusInput.rangeBytes(
                Mr.conf("neardup.ingest.range-bytes=" + asked * 1024), input * 1024))
        .isEqualTo(range * 1024);
  }

  @Test
  void onePathOfEachFileSystemIsAskedForItsToken() {
    Map<String, Path> paths = new HashMap<>();
    for (String path :
        List.of(
            "hdfs://a/x",
            "hdfs://a/y",
            "hdfs://b/x",
            "other:/x",
            "hdfs://b:1/x",
            "other:/y/z:/x",
            "relative/x")) {
      SourceInputFormat.addFileSystem(path, paths);
    }
    assertThat(paths.values())
        .extracting(Path::toString)
        .containsExactlyInAnyOrder("hdfs://a/x", "hdfs://b/x", "other:/x", "hdfs://b:1/x");
  }

  // Writables

  @Test
  void documentsSurviveWhateverWasReadBefore() throws IOException {
    Random random = new Random(40);
    DocumentWritable read = new DocumentWritable();
    for (int round = 0; round < 300; round++) {
      String id = "é".repeat(random.nextInt(30));
      byte[] text = new byte[random.nextInt(9000)]; // any bytes
      random.nextBytes(text);
      DocumentWritable written = Docs.doc(id, "");
      written.setText(text, text.length / 3, text.length / 2);
      KeyContract.copy(written, read);
      assertThat(Docs.id(read)).isEqualTo(id);
      assertThat(Docs.text(read)).isEqualTo(Docs.text(written));
    }
  }

  @Test
  void splitsSurvive() throws Exception {
    CorpusSplit written = new CorpusSplit(1L << 40, new String[] {"host"});
    written.batch = 3;
    written.offset = 1L << 41;
    written.end = 1L << 42;
    written.bytes = 1L << 43;
    CorpusSplit read = new CorpusSplit(1, new String[] {"other"});
    KeyContract.copy(written, read);
    assertThat(read).usingRecursiveComparison().ignoringFields("hosts").isEqualTo(written);
    assertThat(written.getLocations()).containsExactly("host");
    assertThat(read.getLocations()).isEmpty();
  }
}
