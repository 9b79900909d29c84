package io.neardup.hadoop.corpus;

import static io.neardup.hadoop.Refusals.assertRefused;
import static io.neardup.hadoop.Refusals.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.Keys;
import io.neardup.hadoop.Docs;
import io.neardup.hadoop.Mr;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.stage0ingest.Ingests;
import io.neardup.hadoop.stage1shinglesort.ShingleSortCounters;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalog and the texts of a corpus: as they are written, divided and read. */
class CorpusPartsTest {

  @TempDir private Path folder;

  private Path input;
  private Path corpus;

  @BeforeEach
  void folders() throws IOException {
    input = Files.createDirectories(folder.resolve("input"));
    corpus = folder.resolve("corpus");
  }

  private void write(String name, String content) throws IOException {
    Files.writeString(input.resolve(name), content);
  }

  private Corpus open() throws IOException {
    return Corpus.open(Ingests.context(), Ingests.path(corpus));
  }

  private Job job(Corpus read, String... entries) throws IOException {
    Job job = Job.getInstance(Mr.conf(entries));
    read.configure(job.getConfiguration());
    return job;
  }

  private static List<CorpusSplit> splits(Job job) throws IOException {
    return new CorpusInputFormat()
        .getSplits(job).stream().map(split -> (CorpusSplit) split).toList();
  }

  /** Lines of files that are cut into several ranges and parts, with empty ones between them. */
  private List<String> ingestLines() throws IOException {
    List<String> expected = new ArrayList<>();
    Random random = new Random(1);
    for (int file = 0; file < 4; file++) {
      StringBuilder lines = new StringBuilder();
      for (int line = 1; line <= 60 + file; line++) {
        boolean empty = random.nextInt(5) == 0;
        String text = empty ? "" : "text " + "x".repeat(random.nextInt(40));
        lines.append(text).append('\n');
        if (!empty) {
          expected.add(expected.size() + " " + file + ".txt:" + line + "=" + text);
        }
      }
      write(file + ".txt", lines.toString());
    }
    Ingests.ingest(
        input,
        corpus,
        null,
        "neardup.ingest.format=lines",
        "neardup.ingest.range-bytes=100",
        "neardup.document.split-bytes=250");
    return expected;
  }

  private void checkSplits(List<String> expected) throws Exception {
    for (int bytes : new int[] {1, 100, 777, 1_000_000}) {
      assertThat(Ingests.documents(corpus, "neardup.document.split-bytes=" + bytes))
          .as("splits of %d bytes", bytes)
          .isEqualTo(expected);
    }
  }

  @Test
  void documentsComeInOrderWhateverThePartsAndSplits() throws Exception {
    List<String> expected = ingestLines();
    assertThat(partsOf(CorpusPart.TEXTS)).hasSizeGreaterThan(20);
    checkSplits(expected);
    corpus = folder.resolve("one part");
    Ingests.ingest(input, corpus, null, "neardup.ingest.format=lines");
    assertThat(partsOf(CorpusPart.TEXTS)).hasSize(1);
    checkSplits(expected);
  }

  private List<Path> partsOf(String name) throws IOException {
    try (Stream<Path> parts =
        Files.list(Ingests.documentsFolder(corpus.resolve("batches/00000")).resolve(name))) {
      return parts.sorted().toList();
    }
  }

  @Test
  void splitsAreEvenAndMayHaveDocumentsOfSeveralBatches() throws Exception {
    for (int batch = 0; batch < 3; batch++) {
      Path file = folder.resolve(batch + ".tsv");
      Files.write(file, IntStream.range(0, 100).mapToObj(i -> "id" + i + "\t0123456789").toList());
      Ingests.ingest(file, corpus, null);
    }
    Corpus read = open();
    assertThat(read.bytes()).isEqualTo(3000);
    List<CorpusSplit> splits = splits(job(read, "neardup.document.split-bytes=1001"));
    assertThat(splits).map(split -> split.end - split.start).containsExactly(100L, 100L, 100L);
    splits = splits(job(read, "neardup.document.split-bytes=1999"));
    assertThat(splits).map(split -> split.end - split.start).containsExactly(150L, 150L);
    assertThat(splits(job(read, "neardup.document.split-bytes=10"))).hasSize(300);
  }

  /** The catalog of a text of any length has about as many bytes. */
  @Test
  void theCatalogIsDividedByItsOwnLengthUnlessTheUserSaysHow() throws Exception {
    Path file = folder.resolve("long.tsv");
    Files.write(file, IntStream.range(0, 300).mapToObj(i -> "id\t" + "x".repeat(1000)).toList());
    Ingests.ingest(file, corpus, null);
    Corpus read = open();
    Configuration conf = Mr.conf();
    read.configureCatalog(conf);
    assertThat(CorpusInputFormat.splits(conf, CorpusInput.batches(conf), null, 25_600))
        .map(split -> split.end - split.start + " of " + split.getLength())
        .containsExactly("100 of 25600", "100 of 25600", "100 of 25600");
    assertThat(CorpusInput.evenBytes(conf)).isEqualTo(300 * 256);

    Job job = Job.getInstance(Mr.conf("neardup.document.split-bytes=150000"));
    read.configureCatalog(job.getConfiguration());
    assertThat(splits(job)).map(split -> split.end - split.start).containsExactly(150L, 150L);
  }

  @Test
  void onlyTheColumnsAskedForAreRead() throws Exception {
    List<String> all = ingestLines();
    Path more = Files.writeString(folder.resolve("more.txt"), "one\n\ntwo\nthree\n");
    Ingests.ingest(more, corpus, "more");
    for (String document : List.of("1=one", "3=two", "4=three")) {
      all.add(all.size() + " more/more.txt:" + document);
    }
    Path columns = Files.createDirectories(folder.resolve("columns"));
    Random random = new Random(2);
    for (int count : new int[] {0, 1, 2, 20, 150}) {
      TreeSet<Integer> wanted = new TreeSet<>();
      for (int i = 0; i < count; i++) {
        wanted.add(random.nextInt(all.size()));
      }
      StringBuilder lines = new StringBuilder();
      wanted.forEach(column -> lines.append(column).append("\t\n"));
      Files.writeString(columns.resolve("part-r-00000"), lines);
      Corpus some = open().only(new Configuration(), Ingests.path(columns));
      for (int splitBytes : new int[] {1, 300, 1_000_000}) {
        Job job = job(some, "neardup.document.split-bytes=" + splitBytes);
        assertThat(Ingests.documents(job)).isEqualTo(wanted.stream().map(all::get).toList());
      }
      assertThat(some.bytes()).isBetween(5L * wanted.size(), 50L * wanted.size());
    }
  }

  @Test
  void theCatalogHasAllButTheTextsAndTheTextsNothingElse() throws Exception {
    write(
        "a.jsonl",
        """
        {"id":"a","text":"é","site":"s","weight":2}
        {"id":"b","text":"yy"}
        """);
    Ingests.ingest(
        input,
        corpus,
        null,
        "neardup.cluster.source-field=site",
        "neardup.cluster.keep=priority",
        "neardup.cluster.priority-field=weight");
    Job job = job(open());
    String file = Ingests.path(input.resolve("a.jsonl")).toString();
    BiFunction<LongWritable, DocumentWritable, String> catalog =
        (column, d) -> {
          String place = d.fileName() + " " + d.filePath() + " " + d.position();
          String fields = d.field("weight") + " " + d.field("site");
          return column + " " + Docs.id(d) + " " + place + " " + d.textLength() + " " + fields;
        };
    assertThat(Ingests.documents(job, new CorpusInputFormat.Catalog(), catalog))
        .containsExactly(
            "0 a a.jsonl " + file + " 0 2 2 s", "1 b a.jsonl " + file + " 45 2 null null");
    assertThat(
            Ingests.documents(
                job,
                new CorpusInputFormat.Texts(),
                (column, d) -> column + " " + Docs.id(d) + Docs.text(d)))
        .containsExactly("0 é", "1 yy");
  }

  @Test
  void aFieldThatWasNotIngestedIsNamedWithWhatToDo() throws Exception {
    write("a.jsonl", "{\"id\":\"a\",\"text\":\"x\",\"site\":\"s\"}\n");
    Ingests.ingest(input, corpus, null);
    RequestedField site =
        new RequestedField(Keys.SOURCE_FIELD, "a value", ShingleSortCounters.SIGNATURES);
    assertRefused(
        () -> site.requireIngested(Ingests.context("neardup.cluster.source-field=site"), open()),
        "was ingested without the field site; ingest again with"
            + " -Dneardup.cluster.source-field=site");
  }

  /** A corpus that grows keeps the fields of its first batch. */
  @Test
  void furtherBatchesHaveTheFieldsOfTheFirst() throws Exception {
    write("a.jsonl", "{\"id\":\"a\",\"text\":\"x\",\"site\":\"s\"}\n");
    Ingests.ingest(input, corpus, null, "neardup.cluster.source-field=site");
    Path more = folder.resolve("b.jsonl");
    Files.writeString(more, "{\"id\":\"b\",\"text\":\"y\",\"site\":\"t\"}\n");
    Ingests.ingest(more, corpus, null);
    Job job = job(open());
    assertThat(
            Ingests.documents(job, new CorpusInputFormat.Catalog(), (column, d) -> d.field("site")))
        .containsExactly("s", "t");
  }

  /** A file system that counts how often a reader of data goes back. */
  public static final class Counting extends RawLocalFileSystem {
    static final AtomicInteger BACK = new AtomicInteger();

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize)
        throws IOException {
      return new FSDataInputStream(super.open(file, bufferSize)) {
        @Override
        public void seek(long position) throws IOException {
          if (position < getPos() && file.getName().equals("data")) {
            BACK.incrementAndGet();
          }
          super.seek(position);
        }
      };
    }
  }

  /** In stores, each step back is a request. */
  @Test
  void documentsAreReadWithoutGoingBack() throws Exception {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2_000; i++) { // about 60 in a block
      lines.append("id").append(i).append('\t');
      random.ints(2_000, 'a', 'z').forEach(letter -> lines.append((char) letter));
      lines.append('\n');
    }
    write("a.tsv", lines.toString());
    Ingests.ingest(input, corpus, null);
    Configuration conf = Mr.conf();
    conf.setClass("fs.file.impl", Counting.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    for (int step : new int[] {1, 3, 20, 50}) {
      Counting.BACK.set(0);
      try (CorpusReader in = new CorpusReader(conf, open().batches(), CorpusReader.Content.ALL)) {
        for (int column = 0; column < 2_000; column += step) {
          DocumentWritable document = new DocumentWritable();
          in.read(column, document);
          assertThat(Docs.id(document)).isEqualTo("id" + column);
        }
      }
      assertThat(Counting.BACK.get()).as("each %d", step).isLessThan(5);
    }
  }

  // Damage

  @Test
  void aMissingPartIsNamedWhateverIsReadOfIt() throws Exception {
    write("a.tsv", "a\t1\n");
    Ingests.ingest(input, corpus, null);
    for (String name : List.of(CorpusPart.CATALOG, CorpusPart.TEXTS)) {
      Path data = partsOf(name).get(0).resolve("data");
      byte[] whole = Files.readAllBytes(data);
      Files.delete(data);
      boolean texts = name.equals(CorpusPart.TEXTS);
      for (CorpusReader.Content content : CorpusReader.Content.values()) {
        try (CorpusReader in = new CorpusReader(Mr.conf(), open().batches(), content)) {
          if (content == (texts ? CorpusReader.Content.CATALOG : CorpusReader.Content.TEXT)) {
            in.read(0, new DocumentWritable());
          } else {
            assertThrown(
                FileNotFoundException.class,
                () -> in.read(0, new DocumentWritable()),
                name + "/part-00000");
          }
        }
      }
      replace(data, whole);
    }
  }

  /** A file system that cannot read the data of a part. */
  public static final class Failing extends RawLocalFileSystem {
    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize)
        throws IOException {
      if (file.getName().equals("data")) {
        throw new IOException("the disk fails");
      }
      return super.open(file, bufferSize);
    }
  }

  @Test
  void aFailureOfTheStorageIsNoDamage() throws Exception {
    write("a.tsv", "a\t1\n");
    Ingests.ingest(input, corpus, null);
    Configuration conf = Mr.conf();
    conf.setClass("fs.file.impl", Failing.class, org.apache.hadoop.fs.FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    try (CorpusReader in = new CorpusReader(conf, open().batches(), CorpusReader.Content.ALL)) {
      assertThrown(
          StorageException.class, () -> in.read(0, new DocumentWritable()), "the disk fails");
    }
  }

  @Test
  @Tag("long")
  void damagedPartsAreFound() throws Exception {
    List<String> expected = ingestLines();
    assertThat(problems()).isEmpty();
    Random random = new Random(3);
    int found = 0;
    for (String name : List.of(CorpusPart.TEXTS, CorpusPart.CATALOG)) {
      Path data = partsOf(name).get(3).resolve("data");
      byte[] whole = Files.readAllBytes(data);
      for (int i = 0; i < 40; i++) {
        byte[] changed = whole.clone();
        int place = whole.length / 2 + random.nextInt(whole.length / 2);
        changed[place] = (byte) (changed[place] ^ (1 << random.nextInt(8)));
        replace(data, changed);
        if (problems().isEmpty()) { // some bits of a header mean nothing
          assertThat(Ingests.documents(corpus)).isEqualTo(expected);
        } else {
          assertThat(problems()).singleElement().asString().contains(name + "/part-");
          found++;
        }
      }
      replace(data, Arrays.copyOf(whole, whole.length / 2));
      assertThat(problems()).singleElement().asString().contains(name + "/part-");
      assertThrown(IOException.class, () -> Ingests.documents(corpus), name + "/part-");
      replace(data, whole);
    }
    assertThat(found).isGreaterThan(70);
  }

  /** Replaces a file and its checksum, as another file system might without one. */
  private static void replace(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
  }

  private List<String> problems() throws IOException {
    List<String> problems = new ArrayList<>();
    for (Corpus.Batch batch : Corpus.batches(new Configuration(), Ingests.path(corpus))) {
      CorpusReader.verify(new Configuration(), batch, problems::add);
    }
    return problems;
  }

  @Test
  void aDamagedListOfPartsIsNamed() throws Exception {
    ingestLines();
    Path parts = corpus.resolve("batches/00000").resolve(CorpusPart.LIST);
    for (String list : List.of("", "0\t1\n", "x\n", "0\t9\t9\t9\t0\n", "0\t1\t1\t0\t0\n")) {
      replace(parts, list.getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> Ingests.documents(corpus))
          .as(list)
          .hasMessageContaining(CorpusPart.LIST + " is damaged; ingest again");
      assertThat(problems()).as(list).isNotEmpty();
    }
  }

  @Test
  void documentsOfAnyLengthSurvive() throws Exception {
    StringBuilder lines = new StringBuilder();
    List<String> expected = new ArrayList<>();
    Random random = new Random(4);
    for (int length : new int[] {1, 100, 128 << 10, 300_000, 8 << 20}) {
      StringBuilder text = new StringBuilder();
      random.ints(length, 'a', 'z' + 1).forEach(text::appendCodePoint);
      lines.append("id").append(length).append('\t').append(text).append('\n');
      expected.add(expected.size() + " id" + length + "=" + text);
    }
    write("a.tsv", lines.toString());
    Ingests.ingest(input, corpus, null);
    assertThat(Ingests.documents(corpus)).isEqualTo(expected);
  }
}
