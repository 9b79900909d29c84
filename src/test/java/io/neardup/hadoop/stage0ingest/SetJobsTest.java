package io.neardup.hadoop.stage0ingest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.table.GroupedKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sets of lines, and the keys and partitioners of the ingest jobs. */
class SetJobsTest {

  @TempDir private Path folder;

  private StageMetadata ingest(String files, String... settings) throws IOException {
    Ingests.write(folder.resolve("input"), files);
    String[] all = new String[settings.length + 1];
    System.arraycopy(settings, 0, all, 0, settings.length);
    all[settings.length] = "neardup.ingest.format=sets";
    return Ingests.ingest(folder.resolve("input"), folder.resolve("corpus"), null, all);
  }

  private Path listed(String name) {
    return folder.resolve("corpus/batches/00000").resolve(name);
  }

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
    ingest("c.tsv=", "mapreduce.job.reduces=3", "neardup.ingest.max-id-bytes=32767");
    assertThat(Ingests.documents(folder.resolve("corpus"))).isEqualTo(expected);
  }

  // Keys

  @Test
  void setsSpread() {
    SetJobs.IdPartitioner partitioner = new SetJobs.IdPartitioner();
    int[] sizes = new int[16];
    for (int i = 0; i < 16_000; i++) {
      byte[] id = ("set" + i).getBytes(UTF_8);
      GroupedKey key = new GroupedKey().start(id.length + 5).column(id.length).bytes(id);
      sizes[partitioner.getPartition(key, new BytesWritable(), 16)]++;
    }
    requireSpread(sizes);
  }

  /** Bin(16,000, 1/16) has mean 1000 and deviation 30.6; six of them in 16 parts: below 10⁻⁷. */
  private static void requireSpread(int[] sizes) {
    assertThat(java.util.Arrays.stream(sizes)).allMatch(size -> Math.abs(size - 1000) <= 184);
  }

  @Test
  void idsSortByHashAndGoToAllReducersInOrder() {
    BytesWritable key = new BytesWritable();
    IngestReducer.setKey(key, new byte[100], 100);
    IngestReducer.setKey(key, new byte[] {'x', 'y'}, 1); // the array is longer now
    assertThat(key.copyBytes()).hasSize(Long.BYTES + 1).endsWith('x');
    IngestReducer.HashRangePartitioner partitioner = new IngestReducer.HashRangePartitioner();
    List<BytesWritable> ids = new ArrayList<>();
    for (int i = 0; i < 16_000; i++) {
      byte[] id = ("document " + i).getBytes(UTF_8);
      ids.add(new BytesWritable());
      IngestReducer.setKey(ids.get(i), id, id.length);
      assertThat(ByteBuffer.wrap(ids.get(i).getBytes()).getLong())
          .isEqualTo(Hashing.xxh3_64().hashBytesToLong(id));
    }
    ids.sort(null);
    PartitionContract.checkMonotone(
        ids, (id, parts) -> partitioner.getPartition(id, NullWritable.get(), parts));
    int[] sizes = new int[16];
    ids.forEach(id -> sizes[partitioner.getPartition(id, NullWritable.get(), 16)]++);
    requireSpread(sizes);
  }
}
