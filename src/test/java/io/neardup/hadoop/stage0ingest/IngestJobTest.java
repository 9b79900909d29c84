package io.neardup.hadoop.stage0ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.hadoop.Mr;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.output.StageMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the ingest jobs count and list, and the manifest made of it. */
class IngestJobTest {

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
    CorpusRange range = CorpusManifest.file(file, file, 9, 0).counted(0, 1, 0, 0, "");
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
    assertThatThrownBy(() -> write(folder, new Configuration(), counts))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("was not read");
  }
}
