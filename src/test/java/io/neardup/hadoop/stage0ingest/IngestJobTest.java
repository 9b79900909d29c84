package io.neardup.hadoop.stage0ingest;

import static io.neardup.hadoop.Refusals.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the ingest jobs count and list, the manifest made of it, and sets of lines. */
class IngestJobTest {

  private static final String SETS = "neardup.ingest.format=sets";

  @TempDir private Path folder;

  private StageMetadata ingest(String files, String... settings) throws IOException {
    Ingests.write(folder.resolve("input"), files);
    return Ingests.ingest(folder.resolve("input"), folder.resolve("corpus"), null, settings);
  }

  private Path listed(String name) {
    return folder.resolve("corpus/batches/00000").resolve(name);
  }

  /** The checksum of a range, of the ids and texts of its documents in turn. */
  private static String hash(String... idsAndTexts) {
    CRC32C checksum = new CRC32C();
    for (int i = 0; i < idsAndTexts.length; i += 2) {
      byte[] id = idsAndTexts[i].getBytes(StandardCharsets.UTF_8);
      byte[] text = idsAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
      checksum.update(ByteBuffer.allocate(8).putInt(id.length).putInt(text.length).array());
      checksum.update(id);
      checksum.update(text);
    }
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }

  private String range(String name, int start, int end, String counts, String... documents)
      throws IOException {
    Path file = folder.resolve("input").resolve(name);
    return String.join(
        "\t",
        "file:" + file,
        name,
        "" + start,
        "" + end,
        "" + Files.size(file),
        "" + Files.getLastModifiedTime(file).toMillis(),
        counts.replace(' ', '\t'),
        hash(documents));
  }

  @ParameterizedTest
  @CsvSource({"1, 0 2 6 0 0/2 1 0 2 0", "1000, 0 3 6 0 0"})
  void recordsAreCountedListedAndGivenColumns(int splitBytes, String parts) throws IOException {
    StageMetadata metadata =
        ingest(
            "a.tsv=a\\tfour\\n\\nb\\303\\251\\t\\303\\251\\n & b.tsv=none\\na\\t\\n & c.tsv=",
            "neardup.ingest.range-bytes=9",
            "neardup.ingest.max-bad-records=1",
            "neardup.document.split-bytes=" + splitBytes);

    assertThat(listed(CorpusManifest.FILE))
        .hasContent(
            // columns, documents, set aside, line
            range("a.tsv", 0, 9, "0 2 1 0", "a", "four", "bé", "é")
                + "\n"
                + range("a.tsv", 9, 15, "2 0 0 3")
                + "\n"
                + range("b.tsv", 0, 8, "2 1 1 0", "a", "")
                + "\n"
                + range("c.tsv", 0, 0, "3 0 0 0"));
    assertThat(Files.readAllLines(listed(CorpusPart.LIST)))
        .map(line -> line.substring(line.indexOf('\t') + 1).replace('\t', ' '))
        .containsExactly(parts.split("/"));
    String input = "file:" + folder.resolve("input");
    assertThat(listed(IngestStage.SKIPPED))
        .hasContent(
            input + "/a.tsv\t7\tEMPTY_LINE\t\n" + input + "/b.tsv\t0\tNO_ID\tno tab in the line");
    assertThat(listed(IngestStage.MALFORMED)).isEmptyFile();
    assertThat(listed(IngestStage.REPEATED_IDS)).hasContent("a\t2");
    assertThat(metadata.count(IngestCounters.RECORDS)).isEqualTo(5);
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(3);
    assertThat(metadata.count(IngestCounters.SKIPPED)).isEqualTo(2);
    assertThat(metadata.count(SkipReason.EMPTY_LINE)).isEqualTo(1);
    assertThat(metadata.count(SkipReason.NO_ID)).isEqualTo(1);
    assertThat(metadata.count(IngestCounters.TEXT_BYTES)).isEqualTo(4 + 2);
    assertThat(metadata.count(IngestCounters.REPEATED_IDS)).isEqualTo(1);
  }

  @Test
  void numbersOfLinesAreNoRepeatedIdsAndNotChecked() throws IOException {
    ingest("a.txt=four\\nfour\\n");
    assertThat(listed(IngestStage.REPEATED_IDS)).isEmptyFile();
    assertThat(listed(CorpusManifest.FILE))
        .hasContent(range("a.txt", 0, 10, "0 2 0 0", "", "four", "", "four"));
  }

  // The manifest

  /** Returns the bad files that are found. */
  private static List<String> write(Path folder, Configuration conf, List<String> counts)
      throws IOException {
    Path counted = Files.write(folder.resolve("counted"), counts);
    ManifestWriter writer = new ManifestWriter(Ingests.context(conf));
    assertThat(writer.write(Ingests.path(counted), Ingests.path(folder), "documents"))
        .isEqualTo(counts.size());
    return writer.badFiles().stream().map(file -> String.join(" ", file)).toList();
  }

  /** Returns the line of a range: its position, records and bad records. */
  private static String counts(long ordinal, String file, long records, long bad) {
    CorpusRange range = CorpusRange.uncounted(file, file, 0, 9, 9, 0).counted(0, 1, 0, 0, "");
    return ordinal + "\t0\t0\t" + records + "\t" + bad + "\t" + CorpusManifest.line(range);
  }

  @Test
  void filesWithMoreBadRecordsThanAllowedAreListed() throws IOException {
    List<String> counts =
        List.of(
            counts(0, "a", 8, 1),
            counts(1, "a", 5, 2), // 3 of 13; 3 are allowed
            counts(2, "b", 4, 2)); // 2 of 4; 1 is allowed
    Configuration conf = Mr.conf("neardup.ingest.max-bad-records=25%");
    assertThat(write(folder, conf, counts)).containsExactly("b 2 4");
    conf.set("neardup.ingest.format", "files");
    assertThat(write(folder, conf, counts)).containsExactly("all files 5 17");
  }

  @ParameterizedTest
  @CsvSource({"0, 2", "1, 2", "0, 0"})
  void aGapInTheRangesIsAnError(int first, int second) {
    List<String> counts = List.of(counts(first, "a", 1, 0), counts(second, "a", 1, 0));
    assertThrown(
        IOException.class, () -> write(folder, new Configuration(), counts), "was not read");
  }

  // Sets

  /** Sets come by their first lines, elements in the order of the input, whatever the tasks. */
  @ParameterizedTest
  @CsvSource({"6, 1, 1", "6, 1, 3", "1000, 1000, 2"})
  void linesOfASetAreADocumentAtThePlaceOfTheFirst(int rangeBytes, int splitBytes, int reducers)
      throws Exception {
    StageMetadata metadata =
        ingest(
            "a.tsv=S2\\tx\\n"
                + "S1\\tb\\n"
                + "none\\n"
                + "S2\\ty\\n"
                + " & b.tsv=S1\\ta\\n"
                + "\\n"
                + "S1\\tb\\n"
                + "S1\\t\\n"
                + "S3\\t\\n",
            SETS,
            "neardup.ingest.range-bytes=" + rangeBytes,
            "neardup.document.split-bytes=" + splitBytes,
            "neardup.ingest.max-bad-records=1",
            "mapreduce.job.reduces=" + reducers);
    assertThat(Ingests.documents(folder.resolve("corpus")))
        .containsExactly("0 S2=x\ny", "1 S1=b\na\nb\n", "2 S3=");
    assertThat(metadata.count(IngestCounters.SET_MEMBERS)).isEqualTo(7);
    assertThat(metadata.count(IngestCounters.DOCUMENTS)).isEqualTo(3);
    assertThat(metadata.count(IngestCounters.TEXT_BYTES)).isEqualTo(3 + 6);
    assertThat(metadata.count(IngestCounters.SKIPPED)).isEqualTo(2);
    String input = "file:" + folder.resolve("input");
    assertThat(listed(IngestStage.SKIPPED))
        .hasContent(
            input + "/a.tsv\t10\tNO_ID\tno tab in the line\n" + input + "/b.tsv\t5\tEMPTY_LINE\t");
    assertThat(Files.readAllLines(listed(CorpusManifest.FILE)))
        .allMatch(
            line -> line.matches("documents-[^/]*/texts/part-0000\\d/data\tdocuments-r-\\d+\t0.*"));
  }

  @Test
  void aSetOfExactlyTheLimitIsADocumentAndAByteMoreIsSetAside() throws Exception {
    StageMetadata metadata =
        ingest(
            "a.tsv=S\\tabc\\nT\\tabc\\nS\\tdefg\\nT\\tdefgh\\n", // and a line break
            SETS,
            "neardup.document.max-bytes=8",
            "neardup.ingest.max-bad-records=1");
    assertThat(Ingests.documents(folder.resolve("corpus"))).containsExactly("0 S=abc\ndefg");
    assertThat(listed(IngestStage.SKIPPED))
        .hasContent("file:" + folder.resolve("input/a.tsv") + "\t6\tLONG_DOCUMENT\tset T, 9 bytes");
    assertThat(metadata.count(SkipReason.LONG_DOCUMENT)).isEqualTo(1);
  }

  /** Ids of which some begin others, with bytes over 127, and one of the greatest length. */
  @Test
  void setsOfLikeIdsStayApart() throws Exception {
    List<String> ids = List.of("a", "ab", "a ", "a  b", "b", "é", "日本", "日", "aaaaaaaaaaaaaa");
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (String element : List.of("x", "y", "z")) {
      ids.forEach(id -> lines.append(id).append('\t').append(element).append('\n'));
    }
    ids.forEach(id -> expected.add(expected.size() + " " + id + "=x\ny\nz"));
    Ingests.write(folder.resolve("input"), "a.tsv", lines.toString().getBytes(UTF_8));
    String idOfMaxLength = "i".repeat(32_767);
    Ingests.write(folder.resolve("input"), "b.tsv", (idOfMaxLength + "\tx\n").getBytes(UTF_8));
    expected.add(expected.size() + " " + idOfMaxLength + "=x");
    ingest("c.tsv=", SETS, "mapreduce.job.reduces=3", "neardup.ingest.max-id-bytes=32767");
    assertThat(Ingests.documents(folder.resolve("corpus"))).isEqualTo(expected);
  }

  // Keys

  /** Bin(16,000, 1/16) has mean 1000 and deviation 30.6; six of them in 16 parts: below 10⁻⁷. */
  private static void requireSpread(int[] sizes) {
    assertThat(Arrays.stream(sizes)).allMatch(size -> Math.abs(size - 1000) <= 184);
  }

  @Test
  void idsSortByHashAndGoToAllReducersInOrder() {
    GroupedKey key = new GroupedKey();
    IngestReducer.setKey(key, new byte[100], 100);
    IngestReducer.setKey(key, new byte[] {'x', 'y'}, 1); // the key is shorter now
    assertThat(key.from(0)).hasSize(Long.BYTES + 1).endsWith('x');
    FirstColumnPartitioner partitioner = new FirstColumnPartitioner();
    Configuration conf = new Configuration(false);
    ColumnPartition.setColumns(conf, ColumnPartition.MAX_COLUMNS);
    partitioner.setConf(conf);
    List<GroupedKey> ids = new ArrayList<>();
    for (int i = 0; i < 16_000; i++) {
      byte[] id = ("document " + i).getBytes(UTF_8);
      ids.add(new GroupedKey());
      IngestReducer.setKey(ids.get(i), id, id.length);
      assertThat(ByteBuffer.wrap(ids.get(i).from(0)).getLong())
          .isEqualTo(Hashing.xxh3_64().hashBytesToLong(id));
    }
    ids.sort(null);
    KeyContract.checkMonotone(
        ids, (id, parts) -> partitioner.getPartition(id, NullWritable.get(), parts));
    int[] sizes = new int[16];
    ids.forEach(id -> sizes[partitioner.getPartition(id, NullWritable.get(), 16)]++);
    requireSpread(sizes);
    int[] ofSets = new int[16];
    for (int i = 0; i < 16_000; i++) {
      byte[] id = ("set " + i).getBytes(UTF_8);
      SetJobs.setKey(key, id, id.length, i, 0);
      ofSets[partitioner.getPartition(key, NullWritable.get(), 16)]++;
    }
    requireSpread(ofSets);
  }

  // Many files

  private static final AtomicInteger ASKED = new AtomicInteger();

  /** Counts how often it is asked for the status of a file of the input. */
  public static final class Counting extends org.apache.hadoop.fs.LocalFileSystem {
    @Override
    public FileStatus getFileStatus(org.apache.hadoop.fs.Path path) throws IOException {
      if (path.getName().endsWith(".txt")) {
        ASKED.incrementAndGet();
      }
      return super.getFileStatus(path);
    }
  }

  @Test
  void theClientChecksSomeFilesAndTheTasksAll() throws Exception {
    Path input = Files.createDirectories(folder.resolve("input"));
    for (int i = 0; i < 1200; i++) {
      Files.writeString(input.resolve(String.format("%04d.txt", i)), "text " + i);
    }
    Path corpus = folder.resolve("corpus");
    Ingests.ingest(input, corpus, null);

    Configuration conf = Mr.conf();
    conf.setClass("fs.file.impl", Counting.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    ASKED.set(0);
    Corpus opened = Corpus.open(Ingests.context(conf), Ingests.path(corpus));
    assertThat(opened.columns()).isEqualTo(1200);
    assertThat(ASKED).hasValueLessThan(30);
    opened.requireSources(conf);
    assertThat(ASKED).hasValueBetween(1000, 1100);

    Files.delete(input.resolve("0100.txt"));
    assertThrown(
        UnsupportedSourceException.class,
        () -> opened.requireSources(conf),
        "0100.txt has been deleted since it was ingested");
    assertThat(Ingests.documents(corpus)).hasSize(1200);
  }
}
