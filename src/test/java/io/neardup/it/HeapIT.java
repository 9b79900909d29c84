package io.neardup.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole pipeline, client and tasks in one process, lives in a heap of 512 MiB. */
@Order(4)
class HeapIT {

  private static final String HEAP = "512m";
  private static final int MAX_DOCUMENT = 8 << 20;

  @TempDir private Path folder;

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<Path> files(Path folder, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  private static long parts(Path output) throws IOException {
    return lines(output, "part-");
  }

  private static long lines(Path output, String prefix) throws IOException {
    long lines = 0;
    for (Path file : files(output, prefix)) {
      try (Stream<String> all = Files.lines(file)) {
        lines += all.count();
      }
    }
    return lines;
  }

  private static byte[] randomText(int length, long seed) {
    Random random = new Random(seed);
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) "abcdefghijklmnopqrstuvwxyz 123".charAt(random.nextInt(30));
    }
    return text;
  }

  /** Runs the pipeline; returns where its results are. */
  private Path pipeline(Path input, String... options) throws Exception {
    Path output = folder.resolve("output");
    List<String> arguments = new ArrayList<>(List.of("pipeline"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of(input.toString(), output.toString()));
    Commands.embedded(HEAP, arguments.toArray(new String[0])).assertSucceeded();
    return output;
  }

  @Test
  @Tag("long")
  void aHundredThousandCopiesOfAShortDocument() throws Exception {
    int copies = 100_000;
    Path input = folder.resolve("copies.tsv");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(input))) {
      for (int i = 0; i < copies; i++) {
        out.write(ascii("copy " + i + "\tthe same short document, again and again\n"));
      }
    }

    Path output = pipeline(input);

    // The first hundred make a pair with each other, and the first of all with each later one.
    long listed = 100L * 99 / 2 + (copies - 100);
    assertThat(parts(output.resolve("4-pairs"))).isEqualTo(listed);
    assertThat(Files.readString(output.resolve("2-buckets/_neardup.json")))
        .contains("\"TWIN_GROUPS_COLLAPSED\" : 1,")
        .contains("\"TWIN_PAIRS_IMPLIED\" : " + ((long) copies * (copies - 1) / 2 - listed));
  }

  @Test
  @Tag("large")
  void theLongestDocumentsAndALineLongerThanTheHeap() throws Exception {
    long lineEnd = 600L << 20;
    Path input = folder.resolve("input");
    Files.createDirectories(input);
    byte[] longest = randomText(MAX_DOCUMENT, 1);
    try (OutputStream out =
        new BufferedOutputStream(Files.newOutputStream(input.resolve("a.tsv")))) {
      for (int i = 0; i < 1000; i++) {
        out.write(ascii("small " + i + "\t"));
        out.write(randomText(500, i / 2));
        out.write('\n');
      }
      out.write(ascii("longest\t"));
      out.write(longest);
      longest[longest.length / 2]++;
      out.write(ascii("\nnearly the same\t"));
      out.write(longest);
      out.write(ascii("\none byte too long\t"));
      out.write(longest);
      out.write(ascii("x\n"));
    }
    try (RandomAccessFile line = new RandomAccessFile(input.resolve("b.tsv").toFile(), "rw")) {
      line.write(ascii("before\tsome words before the long line\nlong\t"));
      line.write(ascii("words ".repeat(1 << 16))); // else it is not text
      line.setLength(lineEnd); // the rest of the line: zero bytes
      line.seek(lineEnd / 2);
      line.write(ascii("a word in its midst"));
      line.seek(lineEnd);
      line.write(ascii("\nafter\tsome words after the long line\n"));
    }

    Path output = pipeline(input, "-Dneardup.dedup.part-bytes=0");

    Path batch = output.resolve("corpus/batches/00000");
    assertThat(Files.readString(batch.resolve("_neardup.json")))
        .contains("\"DOCUMENTS\" : 1004,", "\"LONG_DOCUMENT\" : 2,", "\"SKIPPED\" : 2,");
    assertThat(Files.readAllLines(batch.resolve("skipped.tsv")))
        .satisfiesExactly(
            line -> assertThat(line).matches(".*/a\\.tsv\t\\d+\tLONG_DOCUMENT\t8,388,609 bytes"),
            line ->
                assertThat(line).matches(".*/b\\.tsv\t39\tLONG_DOCUMENT\ta line over the limit"));
    assertThat(parts(output.resolve("4-pairs"))).isEqualTo(500 + 1);
    // One of each pair of small documents goes, and one of the two longest; no other.
    assertThat(output.resolve("6-dedup/kept/b.tsv")).hasSameBinaryContentAs(input.resolve("b.tsv"));
    assertThat(output.resolve("6-dedup/removed/b.tsv")).doesNotExist();
    assertThat(lines(output.resolve("6-dedup/kept"), "a.tsv")).isEqualTo(500 + 2);
    assertThat(lines(output.resolve("6-dedup/removed"), "a.tsv")).isEqualTo(500 + 1);
  }

  /**
   * Of which a task that makes buckets holds 524,288 columns, twice: in its range, and its bucket.
   */
  @Test
  @Tag("large")
  void aFamilyLargerThanWhatATaskHolds() throws Exception {
    int documents = 900_000;
    byte[] common = randomText(250, 3);
    Path input = folder.resolve("family.tsv");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(input))) {
      for (int i = 0; i < documents; i++) {
        out.write(ascii(i + "\t"));
        out.write(common);
        out.write(ascii(Integer.toString(i * 7, 36) + "\n"));
      }
    }

    Path output = pipeline(input, "-Dneardup.verify=none");

    // The largest bucket: band, hash, columns, the first of them, pairs that are not listed. Band 0
    // lists twins, too.
    String[] largest =
        Files.readAllLines(output.resolve("2-buckets/_large-buckets.tsv")).stream()
            .filter(line -> !line.startsWith("0\t"))
            .findFirst()
            .orElseThrow()
            .split("\t", -1);
    BitSet ordinary = new BitSet();
    for (Path part : files(output.resolve("2-buckets"), "part-")) {
      try (Stream<String> lines = Files.lines(part)) {
        lines
            .filter(line -> line.startsWith(largest[0] + "\t" + largest[1] + "\t"))
            .flatMap(line -> Stream.of(line.substring(line.lastIndexOf('\t') + 1).split(" ", -1)))
            .forEach(column -> ordinary.set(Integer.parseInt(column)));
      }
    }
    long columns = ordinary.cardinality();
    assertThat(columns).isGreaterThan(1 << 19);
    assertThat(Long.parseLong(largest[4]))
        .isEqualTo(columns * (columns - 1) / 2 - 2500 * 2499 / 2 - 4 * (columns - 2500));
  }

  @Test
  void threeThousandSmallFilesPacked() throws Exception {
    assertSmallFiles(3_000);
  }

  @Test
  @Tag("large")
  void twentyThousandSmallFiles() throws Exception {
    assertSmallFiles(20_000);
  }

  private void assertSmallFiles(int files) throws Exception {
    Path input = folder.resolve("files");
    for (int i = 0; i < files; i++) {
      Path folderOfFile = input.resolve("folder-" + i / 1000);
      if (i % 1000 == 0) {
        Files.createDirectories(folderOfFile);
      }
      Files.write(folderOfFile.resolve("file-" + i + ".txt"), randomText(200, i / 2));
    }

    // Not as far as dedup: on the local disk Hadoop starts two processes for each new file.
    Path output = pipeline(input, "-Dneardup.ingest.format=files", "-Dneardup.verify=none");

    assertThat(Files.readString(output.resolve("corpus/batches/00000/_neardup.json")))
        .contains("\"DOCUMENTS\" : " + files + ",");
    assertThat(parts(output.resolve("3-candidates"))).isEqualTo(files / 2);
  }
}
