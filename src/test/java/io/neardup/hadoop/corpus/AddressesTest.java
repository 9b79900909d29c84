package io.neardup.hadoop.corpus;

import static io.neardup.hadoop.stage0ingest.Ingests.context;
import static io.neardup.hadoop.stage0ingest.Ingests.documents;
import static io.neardup.hadoop.stage0ingest.Ingests.ingest;
import static io.neardup.hadoop.stage0ingest.Ingests.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {

  private static final String[] SMALL_RANGES = {
    "neardup.ingest.range-bytes=300", "neardup.document.split-bytes=400"
  };

  @TempDir private java.nio.file.Path folder;
  private java.nio.file.Path corpus;

  /** Documents of the columns, read by their addresses. */
  private List<String> only(SortedSet<Long> columns) throws Exception {
    java.nio.file.Path wanted = folder.resolve("wanted");
    Files.createDirectories(wanted);
    Files.writeString(
        wanted.resolve("part-r-00000"),
        columns.stream().map(column -> column + "\t\n").collect(Collectors.joining()));
    StageContext context = context(SMALL_RANGES);
    Configuration conf = context.conf();
    Corpus all = Corpus.open(context, path(corpus));
    Corpus some = all.only(conf, path(wanted));
    assertThat(some.bytes()).isLessThanOrEqualTo(all.bytes());
    Job job = Job.getInstance(conf);
    some.configure(job.getConfiguration());
    return Ingests.documents(job);
  }

  private List<CorpusRange> ranges(int batch) throws IOException {
    List<CorpusRange> ranges = new ArrayList<>();
    java.nio.file.Path manifest =
        corpus.resolve("batches/0000" + batch).resolve(CorpusManifest.FILE);
    try (CorpusManifest.Cursor in =
        new CorpusManifest.Cursor(new Configuration(), path(manifest))) {
      for (CorpusRange range = in.next(); range != null; range = in.next()) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  private static String line(String format, int i, Random random) {
    String text = "é".repeat(random.nextInt(60)) + " word " + i;
    String end = random.nextBoolean() ? "\n" : "\r\n";
    return switch (format) {
          case "tsv" -> "id" + i + "\t" + text;
          case "jsonl" -> "{\"id\": \"id" + i + "\", \"text\": \"" + text + "\"}";
          default -> text;
        }
        + end;
  }

  /** A file of lines, some of them bad if asked for. */
  private static String file(String format, int lines, boolean bad, Random random) {
    StringBuilder file = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
    for (int i = 0; i < lines; i++) {
      file.append(line(format, i, random));
      if (bad && random.nextInt(7) == 0) {
        file.append(format.equals("lines") ? "\n" : "bad\n");
      }
    }
    return file.toString();
  }

  @ParameterizedTest
  @CsvSource({
    "tsv, false",
    "tsv, true",
    "jsonl, false",
    "jsonl, true",
    "lines, false",
    "lines, true"
  })
  void documentsAreReadByTheirAddresses(String format, boolean bad) throws Exception {
    Random random = new Random(format.hashCode() + (bad ? 1 : 0));
    corpus = folder.resolve("corpus");
    for (int batch = 0; batch < 3; batch++) {
      java.nio.file.Path input = Files.createDirectory(folder.resolve("input" + batch));
      for (int file = 0; file < 2; file++) {
        Files.writeString(
            input.resolve("file" + file + "." + format), file(format, 40, bad, random));
      }
      try (OutputStream out =
          new GZIPOutputStream(Files.newOutputStream(input.resolve("z." + format + ".gz")))) {
        out.write(file(format, 5, bad, random).getBytes(StandardCharsets.UTF_8));
      }
      ingest(
          input,
          corpus,
          null,
          SMALL_RANGES[0],
          "neardup.ingest.format=" + format,
          "neardup.ingest.max-bad-records=50%");
    }
    for (CorpusRange range : ranges(1)) {
      boolean addressed = range.length() == range.bytes() || range.documents() == 0;
      addressed = !addressed && !(format.equals("lines") && range.skipped() > 0);
      assertThat(range.addressBytes() > 0).isEqualTo(addressed);
    }
    List<String> all = documents(corpus, SMALL_RANGES);
    assertThat(all).hasSize(3 * 85);
    for (int round = 0; round < 20; round++) {
      TreeSet<Long> columns = new TreeSet<>();
      int most = round < 10 ? 3 : 60;
      for (int i = 0; i <= random.nextInt(most); i++) {
        columns.add((long) random.nextInt(all.size()));
      }
      List<String> read = only(columns);
      List<String> wanted = columns.stream().map(c -> all.get(Math.toIntExact(c))).toList();
      assertThat(read).containsSubsequence(wanted);
      assertThat(all).containsSubsequence(read);
      if (!format.equals("lines") && columns.stream().allMatch(c -> c % 85 < 80)) {
        assertThat(read).isEqualTo(wanted); // all of them have addresses
      }
    }
    TreeSet<Long> none = new TreeSet<>();
    none.add((long) all.size());
    assertThat(only(none)).isEmpty();
  }

  /** Several blocks a file, of records of which some are set aside, short or too long. */
  @ParameterizedTest
  @ValueSource(strings = {"tsv", "jsonl", "lines", "csv"})
  void packedDocumentsAreReadByTheirAddresses(String format) throws Exception {
    Random random = new Random(format.hashCode());
    corpus = folder.resolve("corpus");
    int documents = 0;
    for (int batch = 0; batch < 2; batch++) {
      java.nio.file.Path input = Files.createDirectory(folder.resolve("input" + batch));
      for (int file = 0; file < 2; file++) {
        StringBuilder lines = new StringBuilder(format.equals("csv") ? "id,text\n" : "");
        for (int i = 0; i < 60; i++) {
          boolean tooLong = random.nextInt(10) == 0;
          documents += tooLong ? 0 : 1;
          String text = "word ".repeat(tooLong ? 60_000 : random.nextInt(2) * random.nextInt(8000));
          lines.append(
              switch (format) {
                case "tsv" -> "id" + i + "\t" + text + i + "\n";
                case "jsonl" -> "{\"id\": \"id" + i + "\", \"text\": \"" + text + i + "\"}\n";
                case "csv" -> "id" + i + ",\"" + text + "\n" + i + "\"\n";
                default -> text + i + "\n";
              });
        }
        try (OutputStream out =
            new GZIPOutputStream(
                Files.newOutputStream(input.resolve("f" + file + "." + format + ".gz")))) {
          out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
        }
      }
      ingest(
          input,
          corpus,
          null,
          "neardup.ingest.format=" + format,
          "neardup.ingest.pack=true",
          "neardup.ingest.range-bytes=1000",
          "neardup.document.max-bytes=200000");
    }
    boolean addressed = ranges(1).stream().anyMatch(range -> range.addressBytes() > 0);
    assertThat(addressed).isTrue();
    List<String> all = documents(corpus, SMALL_RANGES);
    assertThat(all).hasSize(documents);
    for (int round = 0; round < 20; round++) {
      TreeSet<Long> columns = new TreeSet<>();
      for (int i = 0; i <= random.nextInt(30); i++) {
        columns.add((long) random.nextInt(all.size()));
      }
      List<String> read = only(columns);
      List<String> wanted = columns.stream().map(c -> all.get(Math.toIntExact(c))).toList();
      if (format.equals("lines")) { // ranges where some are set aside have no addresses
        assertThat(read).containsSubsequence(wanted);
      } else {
        assertThat(read).isEqualTo(wanted);
      }
    }
  }

  @Test
  void aRangeOfVeryManyDocumentsHasNoAddresses() throws Exception {
    java.nio.file.Path input = folder.resolve("short.txt");
    Files.writeString(input, "a\n".repeat(1_100_000));
    corpus = folder.resolve("corpus");
    String[] lines = {"neardup.ingest.format=lines", "neardup.ingest.range-bytes=2200000"};
    ingest(input, corpus, null, lines);
    assertThat(ranges(0)).singleElement().extracting(CorpusRange::addressBytes).isEqualTo(0L);
    assertThat(corpus.resolve("batches/00000/" + Addresses.FILE)).doesNotExist();
  }

  @Test
  void whatIsNoDocumentAnyMoreIsAnError() throws Exception {
    java.nio.file.Path input = folder.resolve("a.tsv");
    Files.writeString(input, "a\ttext\nb\tmore\nc\tlast\n");
    FileTime modified = Files.getLastModifiedTime(input);
    corpus = folder.resolve("corpus");
    ingest(input, corpus, null, "neardup.ingest.format=tsv");
    TreeSet<Long> second = new TreeSet<>(List.of(1L));
    assertThat(only(second)).containsExactly("1 b=more");
    Files.writeString(input, "a\ttext\nb more\nc\tlast\n");
    Files.setLastModifiedTime(input, modified);
    assertThatThrownBy(() -> only(second))
        .isInstanceOf(CorpusChangedException.class)
        .hasMessageContaining("a.tsv, byte 7: there is no document any more");
  }
}
