package io.neardup.hadoop.generation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.config.UsageException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {

  private static final Path FILE = new Path("hdfs://host/c/generations/0000002.json");
  private static final String W1 = "work/11111111-1111-1111-1111-111111111111";
  private static final String W2 = "work/22222222-2222-2222-2222-222222222222";
  private static final String W3 = "work/33333333-3333-3333-3333-333333333333";
  private static final String W4 = "work/44444444-4444-4444-4444-444444444444";

  private static final String GOLDEN =
      """
      {
        "format" : 2,
        "neardup" : "1.2",
        "number" : 2,
        "parent" : "00112233445566778899aabbccddeeff",
        "verb" : "add",
        "created" : "2024-05-06T07:08:09Z",
        "batches" : [ {
          "name" : "zürich",
          "folder" : "W1/corpus/batches/00000",
          "firstColumn" : 0,
          "columns" : 7
        }, {
          "name" : "basel",
          "folder" : "W2/corpus/batches/00001",
          "firstColumn" : 7,
          "columns" : 5000000000
        } ],
        "tombstones" : {
          "file" : "W3/tombstones",
          "columns" : 2
        },
        "settings" : {
          "neardup.a" : "1",
          "neardup.b" : "2"
        },
        "provenance" : {
          "unicode" : "15.0"
        },
        "index" : {
          "signatures" : [ "W1/s", "W2/s" ],
          "twins" : [ "W1/t" ],
          "bands" : [ "W2/b" ],
          "pairs" : [ "W1/p" ],
          "clusters" : "W4/clusters",
          "dedup" : null,
          "stopShingles" : "W1/stop-shingles"
        },
        "counts" : {
          "COLUMNS" : 5000000007,
          "PAIRS" : 3
        },
        "files" : [ {
          "file" : "W1/p/part-0",
          "length" : 5,
          "checksum" : "CRC32C:0badcafe"
        }, {
          "file" : "W1/s/part-0",
          "length" : 400,
          "checksum" : "MD5-of-0MD5-of-512CRC32C:00"
        } ]
      }
      """
          .replace("W1", W1)
          .replace("W2", W2)
          .replace("W3", W3)
          .replace("W4", W4);

  private static Generation example() {
    return new Generation(
        2,
        "1.2",
        2,
        "00112233445566778899aabbccddeeff",
        "add",
        "2024-05-06T07:08:09Z",
        List.of(
            new Generation.Batch("zürich", W1 + "/corpus/batches/00000", 0, 7),
            new Generation.Batch("basel", W2 + "/corpus/batches/00001", 7, 5_000_000_000L)),
        new Generation.Tombstones(W3 + "/tombstones", 2),
        new TreeMap<>(Map.of("neardup.b", "2", "neardup.a", "1")),
        new TreeMap<>(Map.of("unicode", "15.0")),
        new Generation.Index(
            List.of(W1 + "/s", W2 + "/s"),
            List.of(W1 + "/t"),
            List.of(W2 + "/b"),
            List.of(W1 + "/p"),
            W4 + "/clusters",
            null,
            W1 + "/stop-shingles"),
        new TreeMap<>(Map.of("PAIRS", 3L, "COLUMNS", 5_000_000_007L)),
        List.of( // unsorted
            new NamedFile(W1 + "/s/part-0", 400, "MD5-of-0MD5-of-512CRC32C:00"),
            new NamedFile(W1 + "/p/part-0", 5, "CRC32C:0badcafe")));
  }

  private static Generation parse(String json) throws IOException {
    return Generation.parse(FILE, json.getBytes(UTF_8));
  }

  private static void assertRefused(String json, String how) {
    assertThatThrownBy(() -> parse(json))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(FILE + " is damaged or truncated: ")
        .hasMessageContaining(how)
        .hasMessageContaining("Put the file back from a copy");
  }

  @Test
  void itIsWrittenAsDocumentedAndReadBack() throws IOException {
    assertThat(new String(example().toJson(), UTF_8)).isEqualTo(GOLDEN);
    assertThat(parse(GOLDEN)).isEqualTo(example());
  }

  @Test
  void itsWorkFoldersAreThoseOfAllThatItNames() {
    assertThat(example().workFolders()).containsExactly(W1, W2, W3, W4);
    assertThat(TestCollection.generation(1, null, "2024-05-06T07:08:09Z", List.of()).workFolders())
        .isEmpty();
    assertThat(
            TestCollection.generation(
                    1, null, "2024-05-06T07:08:09Z", List.of(new NamedFile(W3 + "/f", 1, "a:0")))
                .workFolders())
        .containsExactly(W3);
  }

  @Test
  void everyTruncatedFileIsRefusedByName() {
    byte[] whole = GOLDEN.strip().getBytes(UTF_8);
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> Generation.parse(FILE, part))
          .as("%s bytes", length)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(FILE + " is damaged or truncated: ");
    }
    assertRefused("", "it is empty");
  }

  @Test
  void everyMissingFieldIsRefusedByName() throws IOException {
    String fields =
        "neardup number verb created batches settings provenance index counts files signatures name"
            + " folder firstColumn columns length checksum";
    for (String field : fields.split(" ", -1)) {
      assertThatThrownBy(() -> parse(GOLDEN.replace("\"" + field + "\"", "\"other\"")))
          .as(field)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining(FILE + " is damaged or truncated: ")
          .hasMessageContaining(field.equals("folder") ? "work/UUID" : field);
    }
    assertRefused(GOLDEN.replace("\"format\"", "\"other\""), "it has no format");
  }

  @ParameterizedTest
  @CsvSource({
    "2024-05-06T07:08:09Z, yesterday, created is not an instant: yesterday",
    "\"number\" : 2, \"number\" : 1, number 1 does not fit with parent",
    "\"number\" : 2, \"number\" : 0, number 0 does not fit with parent",
    "\"PAIRS\" : 3, \"PAIRS\" : [], the value of counts.PAIRS is missing or wrong",
    "\"firstColumn\" : 7, \"firstColumn\" : [], the value of batches.firstColumn is missing or",
    "CRC32C:0badcafe, 0badcafe, checksum of",
    "\"length\" : 5, \"length\" : -5, length or checksum of",
  })
  void aValueThatCannotBeIsRefused(String value, String other, String how) {
    assertThat(GOLDEN).contains(value);
    assertRefused(GOLDEN.replace(value, other), how);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "part", "work/part", "W3/../../part", "work/U/part"})
  void aPathThatLeadsElsewhereIsRefused(String path) {
    String elsewhere = path.replace("W3", W3);
    assertRefused(
        GOLDEN.replace(W3 + "/tombstones", elsewhere), elsewhere + " is not a path below");
    assertRefused(GOLDEN.replace(W1 + "/p/part-0", elsewhere), elsewhere + " is not a path below");
    assertRefused(GOLDEN.replace(W4 + "/clusters", elsewhere), elsewhere + " is not a path below");
    assertRefused(
        GOLDEN.replace(W1 + "/t\"", elsewhere + "\""), elsewhere + " is not a path below");
  }

  @Test
  void textAfterTheEndIsRefused() {
    assertRefused(GOLDEN + "{}", "");
  }

  @Test
  void anotherFormatIsRefusedByNameWhateverElseItHolds() {
    assertThatThrownBy(() -> parse("{\"neardup\": \"9.0\", \"format\": 1, \"files\": {}}"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(FILE + " was made by another version of neardup, 9.0")
        .hasMessageContaining("it has format 1, and this version reads format 2");
  }

  @Test
  void unknownPropertiesAreIgnored() throws IOException {
    assertThat(
            parse(
                GOLDEN.replaceAll(
                    "(\"(number|length|name|file|stopShingles)\" :)", "\"new\" : [1], $1")))
        .isEqualTo(example());
  }
}
