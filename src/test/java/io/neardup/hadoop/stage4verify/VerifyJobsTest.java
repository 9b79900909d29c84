package io.neardup.hadoop.stage4verify;

import static io.neardup.hadoop.Docs.doc;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.neardup.hadoop.Docs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.BlockTable;
import io.neardup.hadoop.stage4verify.compare.ComparedDocument;
import io.neardup.hadoop.stage4verify.compare.ComparisonMapper;
import io.neardup.hadoop.stage4verify.compare.ComparisonReducer;
import io.neardup.hadoop.stage4verify.compare.DocumentBlocks;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.hadoop.stage4verify.compare.VerifyCounters;
import io.neardup.hadoop.stage4verify.filter.ListedSignature;
import io.neardup.hadoop.stage4verify.filter.SignatureFilterMapper;
import io.neardup.hadoop.stage4verify.filter.SignatureFilterReducer;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.hadoop.table.SignatureInputFormat;
import io.neardup.lsh.AgreementBound;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mrunit.types.Pair;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerifyJobsTest {

  @TempDir private java.nio.file.Path folder;

  private int blockTables;

  /** A configuration for signatures of so many slots and folders below the test's own. */
  private Configuration conf(int slots, String... entries) {
    Configuration conf = Mr.conf(entries);
    SignatureInputFormat.setSlots(conf, slots);
    StageJob.setBeside(conf, "signatures-0", path("signatures"));
    StageJob.setBeside(conf, Verification.PLAUSIBLE, path("plausible"));
    return conf;
  }

  private Path path(String name) {
    return new Path(folder.resolve(name).toUri());
  }

  private void writePart(String name, int part, byte[] content) throws IOException {
    java.nio.file.Path file = folder.resolve(name).resolve(String.format("part-r-%05d", part));
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  private void writeLines(String name, String... lines) throws IOException {
    writePart(
        name,
        0,
        (String.join("\n", lines) + (lines.length > 0 ? "\n" : ""))
            .getBytes(StandardCharsets.UTF_8));
  }

  private void writeSignatures(int part, Map<Long, int[]> columns) throws IOException {
    ByteBuffer records = ByteBuffer.allocate(1 << 16);
    columns.forEach(
        (column, slots) -> {
          records.putLong(column);
          Arrays.stream(slots).forEach(records::putInt);
        });
    writePart("signatures", part, Arrays.copyOf(records.array(), records.position()));
  }

  private static BytesWritable slots(int... slots) {
    ByteBuffer buffer = ByteBuffer.allocate(4 * slots.length);
    Arrays.stream(slots).forEach(buffer::putInt);
    return new BytesWritable(buffer.array());
  }

  private static GroupedKey key(long first, long second) {
    return new GroupedKey().set(first, second);
  }

  /** A configuration for the signature filter in blocks of so many columns. */
  private Configuration signatureFilter(int slots, int block, String... entries) {
    Configuration conf = conf(slots, entries);
    ColumnPartition.setColumns(conf, 1L << 40);
    conf.setInt(Verification.BLOCK_SIZE, block);
    return conf;
  }

  private static ListedSignature listed(BytesWritable slots, int... offsets) {
    ListedSignature listed = new ListedSignature();
    listed.set(slots.getBytes(), 0, slots.getLength());
    Arrays.stream(offsets).forEach(listed.offsets()::add);
    return listed;
  }

  @Test
  void aCandidateWithoutSignatureIsAnError() throws IOException {
    writeSignatures(0, Map.of());
    var mapDriver = Mr.map(new SignatureFilterMapper(), signatureFilter(4, 4));
    mapDriver.withInput(new LongWritable(0), new Text("1\t2"));
    assertThatIOException()
        .isThrownBy(mapDriver::run)
        .withMessageContaining("column 1 is a candidate but has no signature");

    Configuration conf = signatureFilter(4, 4);
    var reduceDriver = Mr.reduce(new SignatureFilterReducer(), conf);
    reduceDriver.addInput(
        Mr.group(conf, List.of(new Pair<>(key(8, 0), listed(slots(1, 2, 3, 4), 0)))));
    assertThatIOException()
        .isThrownBy(reduceDriver::run)
        .withMessageContaining("column 8 is a candidate but has no signature");
  }

  /** Returns the lines of a name. */
  private static List<String> of(Text name, List<Pair<Text, Text>> lines) {
    return Mr.values(lines.stream().filter(line -> line.getFirst().equals(name)).toList());
  }

  @Test
  void minimumAgreementIsTheBoundForExactAndTheThresholdForSignatures() {
    Configuration exact = conf(100, "neardup.verify.max-miss-rate=0.001");
    assertThat(Verification.minimumAgreement(HadoopSettings.of(exact), 100))
        .isEqualTo(AgreementBound.minimumAgreement(100, 0.8, 0.001))
        .isBetween(1, 79);
    for (int n : new int[] {1, 3, 7, 10, 100}) {
      for (int k = 0; k <= n; k++) {
        Configuration signature =
            conf(n, "neardup.verify=signature", "neardup.similarity.threshold=" + (double) k / n);
        assertThat(Verification.minimumAgreement(HadoopSettings.of(signature), n)).isEqualTo(k);
      }
    }
  }

  @Test
  void aVeryLongListOfPlausiblePairsGoesOnInFurtherLines() throws IOException {
    writeSignatures(0, Map.of(1L << 39, new int[] {1}));
    Configuration conf = signatureFilter(1, 1, "neardup.verify=signature");
    List<Pair<GroupedKey, ListedSignature>> others = new ArrayList<>();
    long firstOther = 100_000_000_000L; // twelve digits: 15 bytes an entry with its blank
    int pairs = 40_000;
    for (int i = 0; i < pairs; i++) {
      others.add(new Pair<>(key(1L << 39, firstOther + i), listed(slots(1), 0)));
    }
    var driver = Mr.reduce(new SignatureFilterReducer(), conf);
    driver.addInput(Mr.group(conf, others));
    List<String> lines = of(SignatureFilterReducer.PLAUSIBLE, driver.run());
    assertThat(lines).hasSize(2).allMatch(line -> line.length() < (1 << 19) + 30);
    List<String> entries = new ArrayList<>();
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      assertThat(fields[0]).isEqualTo(String.valueOf(1L << 39));
      entries.addAll(Arrays.asList(fields[1].split(" ", -1)));
    }
    assertThat(entries).hasSize(pairs);
    for (int i = 0; i < pairs; i++) {
      assertThat(entries.get(i)).isEqualTo(firstOther + i + ":1");
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 9999", "3, 1", "16, 10", "16, 9999", "40, 7", "100, 9999"})
  void signatureFilterChainFindsTheAgreementOfEveryCandidatePair(int block, int pairsInMemory)
      throws IOException {
    int n = 8;
    Random random = new Random(4);
    TreeMap<Long, int[]> signatures = new TreeMap<>();
    for (long column = 0; column < 40; column++) {
      signatures.put(column, random.ints(n, 0, 2).toArray());
    }
    writeSignatures(0, signatures.headMap(13L));
    writeSignatures(1, signatures.tailMap(13L));
    Configuration conf =
        signatureFilter(n, block, "neardup.verify=signature", "neardup.similarity.threshold=0.5");
    SignatureFilterReducer reducer = new SignatureFilterReducer();
    reducer.pairsInMemory = pairsInMemory;
    var driver = Mr.chain(new SignatureFilterMapper(), reducer, conf);
    driver.setKeyOrderComparator(Mr.comparator(new GroupedKey.Order()));
    driver.setKeyGroupingComparator(Mr.comparator(new GroupedKey.Group()));
    Map<Integer, String> expected = new TreeMap<>();
    Set<String> marks = new HashSet<>();
    long plausible = 0;
    for (int i = 0; i < 40; i++) {
      StringBuilder list = new StringBuilder();
      for (int j = i + 1; j < 40; j++) {
        if (random.nextInt(3) > 0) {
          continue;
        }
        if (list.length() > 20) { // the list goes on in another record
          driver.addInput(new LongWritable(i), new Text(i + "\t" + list));
          list.setLength(0);
        }
        list.append(list.isEmpty() ? "" : " ").append(j);
        int agreement = 0;
        for (int s = 0; s < n; s++) {
          agreement += signatures.get((long) i)[s] == signatures.get((long) j)[s] ? 1 : 0;
        }
        if (2 * agreement >= n) {
          plausible++;
          marks.add(i + "\t" + i);
          if (!expected.containsKey(j)) { // i is the least
            marks.add(j + "\t" + i);
          }
          expected.merge(j, i + ":" + agreement, VerifyJobsTest::goingOn);
        }
      }
      if (!list.isEmpty()) {
        driver.addInput(new LongWritable(i), new Text(i + "\t" + list));
      }
    }
    Map<Integer, String> found = new TreeMap<>();
    List<Pair<Text, Text>> written = driver.run();
    assertThat(Set.copyOf(of(SignatureFilterReducer.MARKS, written))).isEqualTo(marks);
    for (String line : of(SignatureFilterReducer.PLAUSIBLE, written)) { // a list may go on
      String[] fields = line.split("\t", -1);
      found.merge(Integer.parseInt(fields[0]), fields[1], VerifyJobsTest::goingOn);
    }
    assertThat(found).isEqualTo(expected);
    Counters counters = driver.getCounters();
    assertThat(Mr.count(counters, VerifyCounters.PLAUSIBLE)).isEqualTo(plausible).isPositive();
    assertThat(Mr.count(counters, VerifyCounters.IMPLAUSIBLE)).isPositive();
    assertThat(Mr.count(counters, VerifyCounters.CANDIDATES))
        .isEqualTo(
            Mr.count(counters, VerifyCounters.PLAUSIBLE)
                + Mr.count(counters, VerifyCounters.IMPLAUSIBLE));
  }

  private static String render(Pair<GroupedKey, ComparedDocument> pair) {
    DocumentWritable document = pair.getSecond().document();
    StringBuilder partners = new StringBuilder();
    for (long partner : pair.getSecond().partners()) {
      partners.append(' ').append(ComparedDocument.column(partner));
      partners.append(':').append(ComparedDocument.agreement(partner));
    }
    GroupedKey key = pair.getFirst();
    return key.groupColumn()
        + (key.tag() == ComparisonMapper.MEMBER ? ",member " : ",visitor ")
        + key.column()
        + partners
        + " "
        + Docs.id(document)
        + "="
        + Docs.text(document);
  }

  /** A configuration for a comparison with these blocks of the columns from 0 on, 0 for none. */
  private Configuration comparison(int[] blocks, String... entries) throws IOException {
    Configuration conf = conf(10, entries);
    Path table = path("blocks-" + blockTables++);
    try (BlockTable.Writer out = new BlockTable.Writer(conf, table)) {
      for (int c = 0; c < blocks.length; c++) {
        if (blocks[c] != BlockTable.NONE) {
          out.write(c, blocks[c]);
        }
      }
    }
    StageJob.setBeside(conf, Verification.BLOCKS, table);
    return conf;
  }

  @Test
  void comparisonMapperSendsOnlyDocumentsOfPlausiblePairs() throws IOException {
    writeLines("plausible", "1\t0:6", "2\t0:9", "4\t0:7 1:3 2:8", "6\t1:1 2:2 5:4", "7\t6:3");
    var driver = Mr.map(new ComparisonMapper(), comparison(new int[] {1, 2, 1, 0, 0, 2, 3}));
    for (int c = 0; c < 9; c++) {
      driver.addInput(new LongWritable(c), doc("d" + c, "text " + c));
    }
    assertThat(driver.run().stream().map(VerifyJobsTest::render))
        .containsExactly(
            "1,member 0 d0=text 0",
            "1,visitor 1 0:6 d1=text 1",
            "2,member 1 d1=text 1",
            "1,member 2 0:9 d2=text 2", // itself, and its partner in the same block
            "1,visitor 4 0:7 2:8 d4=text 4",
            "2,visitor 4 1:3 d4=text 4",
            "2,member 5 d5=text 5",
            "1,visitor 6 2:2 d6=text 6",
            "2,visitor 6 1:1 5:4 d6=text 6",
            "3,member 6 d6=text 6",
            "3,visitor 7 6:3 d7=text 7");
    assertThat(Mr.count(driver.getCounters(), VerifyCounters.DOCUMENTS_SHUFFLED)).isEqualTo(11);
  }

  @Test
  void aPartnerWithoutBlockIsAnError() throws IOException {
    writeLines("plausible", "4\t3:7");
    var driver = Mr.map(new ComparisonMapper(), comparison(new int[] {1, 1}));
    driver.addInput(new LongWritable(4), doc("d4", "text"));
    assertThatIOException().isThrownBy(driver::run).withMessage("document 3 is missing");
  }

  /** More partners than are sorted at once: the document is sent again with the others. */
  @Test
  void veryManyPartnersAreSentInTurns() throws IOException {
    int partners = ComparisonMapper.MAX_PARTNERS + 2;
    int[] blocks = new int[partners + 1];
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < partners; i++) {
      blocks[i] = 1 + i % 2;
      line.append(line.isEmpty() ? partners + "\t" : " ").append(i).append(":1");
    }
    blocks[partners] = 2;
    writeLines("plausible", line.toString());
    var driver = Mr.map(new ComparisonMapper(), comparison(blocks));
    driver.addInput(new LongWritable(partners), doc("d", "text"));
    List<String> sent = new ArrayList<>();
    for (Pair<GroupedKey, ComparedDocument> pair : driver.run()) {
      GroupedKey key = pair.getFirst();
      LongArrayList list = pair.getSecond().partners();
      sent.add(
          key.groupColumn()
              + (key.tag() == ComparisonMapper.MEMBER ? " member " : " visitor ")
              + list.size()
              + " from "
              + ComparedDocument.column(list.getLong(0)));
    }
    assertThat(sent)
        .containsExactly(
            "1 visitor 32768 from 0",
            "2 member 32768 from 1",
            "1 visitor 1 from 65536",
            "2 visitor 1 from 65537");
  }

  @Test
  void comparisonMapperSendsIdsOnlyWhereSignaturesDecide() throws IOException {
    writeLines("plausible", "2\t0:9");
    var driver =
        Mr.map(new ComparisonMapper(), comparison(new int[] {1}, "neardup.verify=signature"));
    driver.addInput(new LongWritable(0), doc("d0", "text 0"));
    driver.addInput(new LongWritable(2), doc("d2", "text 2"));
    assertThat(driver.run().stream().map(VerifyJobsTest::render))
        .containsExactly("1,member 0 d0=", "1,visitor 2 0:9 d2=");
  }

  private static Pair<GroupedKey, ComparedDocument> member(
      long block, long column, String id, String text) {
    return compared(block, ComparisonMapper.MEMBER, column, id, text);
  }

  private static Pair<GroupedKey, ComparedDocument> visitor(
      long block, long column, String id, String text, int... partners) {
    return compared(block, ComparisonMapper.VISITOR, column, id, text, partners);
  }

  private static Pair<GroupedKey, ComparedDocument> compared(
      long block, int tag, long column, String id, String text, int... partners) {
    ComparedDocument value = new ComparedDocument();
    LongArrayList list = new LongArrayList();
    for (int p = 0; p < partners.length; p += 2) {
      list.add(ComparedDocument.partner(partners[p], partners[p + 1]));
    }
    value.set(doc(id, text), list);
    return new Pair<>(new GroupedKey().set(block, tag, column), value);
  }

  private static final String[] WORDS = {
    "neardup.shingle.unit=word", "neardup.shingle.size=1", "neardup.similarity.threshold=0.5"
  };

  @Test
  void comparisonReducerKeepsPairsOfTheThresholdWithTheirNumbers() throws IOException {
    Configuration conf = conf(10, WORDS);
    var driver = Mr.reduce(new ComparisonReducer(), conf);
    driver.addInput(
        Mr.group(
            conf,
            List.of(
                member(2, 2, "A", "a b c d"),
                member(2, 3, "B", "x y"),
                visitor(2, 5, "equal", "d c b a", 2, 9),
                visitor(2, 6, "half", "a b", 2, 5),
                visitor(2, 7, "below", "a b x y z", 2, 4, 3, 6),
                visitor(2, 8, "é", "a b c d e f", 2, 7),
                visitor(2, 9, "C", "x y z", 3, 10))));
    driver
        .withOutput(
            key(2, 5), new Text("1.000000\t4\t4\t4\tA\tequal\t0.900000\t1.000000\t4\t4\t4\t4"))
        .withOutput(
            key(2, 6), new Text("0.500000\t2\t4\t2\tA\thalf\t0.500000\t0.500000\t2\t4\t4\t2"))
        .withOutput(key(2, 8), new Text("0.666667\t4\t4\t6\tA\té\t0.700000\t0.666667\t4\t6\t4\t6"))
        .withOutput(key(3, 9), new Text("0.666667\t2\t2\t3\tB\tC\t1.000000\t0.666667\t2\t3\t2\t3"))
        .withCounter(VerifyCounters.PAIRS_KEPT, 4)
        .withCounter(VerifyCounters.BELOW_THRESHOLD, 2)
        .runTest(true);
  }

  @Test
  void comparisonReducerComparesADocumentWithMany() throws IOException {
    Configuration conf = conf(10, WORDS);
    List<Pair<GroupedKey, ComparedDocument>> documents = new ArrayList<>();
    int[] partners = new int[20];
    for (int column = 0; column < 10; column++) {
      documents.add(member(2, column, "no", "c" + column + " d e f g"));
      partners[2 * column] = column;
    }
    documents.set(7, member(2, 7, "yes", "a b c d e"));
    documents.add(visitor(2, 10, "A", "a b c d", partners));
    Mr.reduce(new ComparisonReducer(), conf)
        .withInput(Mr.group(conf, documents))
        .withOutput(
            key(7, 10), new Text("0.800000\t4\t5\t4\tyes\tA\t0.000000\t0.800000\t4\t5\t5\t4"))
        .withCounter(VerifyCounters.PAIRS_KEPT, 1)
        .withCounter(VerifyCounters.BELOW_THRESHOLD, 9)
        .runTest(true);
  }

  @ParameterizedTest
  @CsvSource({
    // columns, shingles, bytes in memory; the size
    "0, 0, 100000000, 65536",
    "100, 100000, 100000000, 8720",
    "1000000, 1000000000, 100000000, 8720",
    "1000000, 1000000000, 20000000, 1744",
    "2000000, 2000000, 100000000, 65536",
    "10, 800000000, 100000000, 1"
  })
  void blocksOfDocumentsFitTheMemory(long columns, long shingles, long bytesInMemory, int size) {
    assertThat(DocumentBlocks.maxColumns(columns, shingles, bytesInMemory)).isEqualTo(size);
  }

  @ParameterizedTest
  @CsvSource({
    // columns, slots, reducers; the size
    "0, 100, 1, 1",
    "1000, 100, 3, 334",
    "10000000, 100, 3, 65536",
    "10000000, 1000, 3, 8388",
    "10000000, 32767, 3, 256"
  })
  void blocksOfSignaturesFitTheMemoryAndTheTasks(long columns, int slots, int reducers, int size) {
    assertThat(VerifyStage.signatureBlockSize(columns, slots, reducers)).isEqualTo(size);
  }

  private static String goingOn(String list, String entry) {
    return list + " " + entry;
  }
}
