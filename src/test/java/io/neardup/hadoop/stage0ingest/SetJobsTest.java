package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.KeyContract;
import io.neardup.hadoop.PartitionContract;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.StageMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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

  // Keys

  private static final List<Long> PLACES =
      List.of(0L, 1L, 127L, 128L, 255L, 256L, 1L << 31, 1L << 32, 1L << 62, Long.MAX_VALUE);

  private static BytesWritable place(long ordinal, long position) {
    return new BytesWritable(
        ByteBuffer.allocate(2 * Long.BYTES).putLong(ordinal).putLong(position).array());
  }

  @Test
  void placesArePartitionedInOrder() {
    List<BytesWritable> ascending = new ArrayList<>();
    for (long ordinal : new long[] {0, 1, 2, 9, 500, 999, 1000, 1L << 40}) {
      ascending.add(place(ordinal, 0));
      ascending.add(place(ordinal, Long.MAX_VALUE));
    }
    for (long ranges : new long[] {0, 1, 10, 1000}) {
      SetJobs.PlacePartitioner partitioner = placePartitioner(ranges);
      PartitionContract.checkMonotone(
          ascending, (key, parts) -> partitioner.getPartition(key, new DocumentWritable(), parts));
    }
    SetJobs.PlacePartitioner partitioner = placePartitioner(10_000);
    PartitionContract.checkEven(
        10_000,
        (ordinal, parts) ->
            partitioner.getPartition(place(ordinal, -ordinal), new DocumentWritable(), parts));
  }

  private static SetJobs.PlacePartitioner placePartitioner(long ranges) {
    Configuration conf = new Configuration(false);
    conf.setLong("neardup-internal.ranges", ranges);
    SetJobs.PlacePartitioner partitioner = new SetJobs.PlacePartitioner();
    partitioner.setConf(conf);
    return partitioner;
  }

  private static BytesWritable member(String id, long ordinal, long position) {
    BytesWritable key = new BytesWritable();
    byte[] bytes = (id + "behind").getBytes(StandardCharsets.UTF_8);
    SetJobs.setMember(key, bytes, bytes.length - "behind".length(), ordinal, position);
    return key;
  }

  /** Ids of which some begin others, with bytes over 127, and none at all. */
  private static final List<String> IDS =
      List.of(
          "", "a", "ab", "a\u0001", "b", "\u0001", "é", "\u007f", "日本", "日", "aaaaaaaaaaaaaaaa");

  /** The lines of a set form a group, in the order of their places. */
  @Test
  void membersSortBySetThenPlace() throws IOException {
    BytesWritable.Comparator order = new BytesWritable.Comparator();
    SetJobs.IdComparator sets = new SetJobs.IdComparator();
    for (String id : IDS) {
      for (String other : IDS) {
        int between = KeyContract.raw(sets, member(id, 0, 0), member(other, 0, 0));
        assertThat(between == 0).isEqualTo(id.equals(other));
        for (long a : PLACES) {
          for (long b : PLACES) {
            BytesWritable one = member(id, a, b);
            BytesWritable two = member(other, b, a);
            assertThat(KeyContract.raw(sets, one, two)).isEqualTo(between);
            assertThat(KeyContract.raw(order, one, two))
                .isEqualTo(between != 0 ? between : Long.compare(a, b));
          }
        }
      }
    }
  }

  @Test
  void membersOfASetStayTogetherAndSetsSpread() {
    SetJobs.IdPartitioner partitioner = new SetJobs.IdPartitioner();
    int[] sizes = new int[16];
    for (int i = 0; i < 16_000; i++) {
      int part = partitioner.getPartition(member("set" + i, 0, 0), new BytesWritable(), 16);
      BytesWritable other = member("set" + i, Long.MAX_VALUE, i);
      assertThat(partitioner.getPartition(other, new BytesWritable(new byte[9]), 16))
          .isEqualTo(part);
      assertThat(partitioner.getPartition(other, new BytesWritable(), 1)).isZero();
      sizes[part]++;
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
      byte[] id = ("document " + i).getBytes(StandardCharsets.UTF_8);
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
