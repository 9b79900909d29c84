package io.neardup.hadoop.export;

import static io.neardup.hadoop.Refusals.assertFails;
import static io.neardup.hadoop.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.pipeline.Pipelines;
import io.neardup.hadoop.stage0ingest.Ingests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.io.FileUtils;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables, read back by other means, against the text that they are made from. */
class ExportTest {

  @TempDir private static Path shared;
  @TempDir private Path folder;

  @BeforeAll
  static void makeResults() throws IOException {
    Pipelines.run(documents(shared), shared.resolve("results"), "mapreduce.job.reduces=3");
  }

  /** Returns a copy of results of all stages. */
  private Path results() throws IOException {
    Path copy = folder.resolve("results");
    FileUtils.copyDirectory(shared.resolve("results").toFile(), copy.toFile());
    return copy;
  }

  /** Chains of texts that change from one to the next, copies, and texts without shingles. */
  private static Path documents(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    List<String> ids =
        List.of("a b", "é😀", "\"q\",", "\\N", "null", "0", "#x|y", "a,b", "שלום, عربي");
    for (int text = 0; text < 12; text++) {
      StringBuilder words = new StringBuilder();
      for (int word = 0; word < 60; word++) {
        words.append("word").append(text * 7919 + word * 31).append(' ');
      }
      for (int step = 0; step < 4; step++) {
        lines.add(ids.get((text + step) % ids.size()) + " " + text + "\t" + words);
        for (int word = 0; word < 7; word++) {
          words.append("more").append(text * 104729 + step * 611 + word * 17).append(' ');
        }
      }
    }
    lines.add(3, "empty\t");
    lines.add("empty too\t \t ");
    return Files.write(folder.resolve("a%b [1].tsv"), lines);
  }

  private void export(Path results, Path output, boolean overwrite, String... settings)
      throws IOException {
    export(TableFormat.PARQUET, results, output, overwrite, settings);
  }

  private void export(
      TableFormat format, Path results, Path output, boolean overwrite, String... settings)
      throws IOException {
    try (StageContext context =
        new StageContext(Pipelines.conf(settings), Pipelines.NOWHERE, "export:", overwrite)) {
      Export.write(context, format, Ingests.path(results), Ingests.path(output));
    }
  }

  /** Returns the rows of a table of a format, as {@link #rows(Path, Table)} does. */
  private static List<String> rows(TableFormat format, Path output, Table table)
      throws IOException {
    List<String> rows = new ArrayList<>();
    List<Path> files = Pipelines.files(output.resolve(table.folder()), "part-");
    assertThat(files).isNotEmpty();
    for (Path file : files) {
      switch (format) {
        case PARQUET -> rows.addAll(parquetRows(file));
        case CSV -> {
          try (CSVParser parser =
              CSVParser.parse(file, StandardCharsets.UTF_8, CSVFormat.RFC4180)) {
            addNamed(parser.stream().map(CSVRecord::values).toList(), rows);
          }
        }
        case TSV ->
            addNamed(
                Files.readAllLines(file).stream().map(line -> line.split("\t", -1)).toList(), rows);
      }
    }
    return rows;
  }

  /** Adds all rows but the first, which names their columns, with these names. */
  private static void addNamed(List<String[]> lines, List<String> rows) {
    String[] names = lines.get(0);
    for (String[] values : lines.subList(1, lines.size())) {
      assertThat(values).hasSameSizeAs(names);
      rows.add(
          IntStream.range(0, names.length)
              .mapToObj(i -> names[i] + "=" + values[i])
              .collect(Collectors.joining("\t")));
    }
  }

  /** Returns the rows of a table, each value as its type prints it, null as nothing. */
  private static List<String> rows(Path output, Table table) throws IOException {
    return rows(TableFormat.PARQUET, output, table);
  }

  private static List<String> parquetRows(Path file) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), Ingests.path(file)).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        List<String> values = new ArrayList<>();
        for (Type type : row.getType().getFields()) {
          boolean isNull = row.getFieldRepetitionCount(type.getName()) == 0;
          values.add(type.getName() + "=" + (isNull ? "" : value(row, type)));
        }
        rows.add(String.join("\t", values));
      }
    }
    return rows;
  }

  private static String value(Group row, Type type) {
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case INT64 -> Long.toString(row.getLong(type.getName(), 0));
      case DOUBLE -> String.format(Locale.ROOT, "%.6f", row.getDouble(type.getName(), 0));
      case BINARY -> row.getBinary(type.getName(), 0).toStringUsingUTF8();
      default -> throw new AssertionError(type);
    };
  }

  /**
   * Returns a row.
   *
   * @param layout the name of each column and the position of its field, such as {@code id_a:6}
   */
  private static String row(String layout, String... fields) {
    return Arrays.stream(layout.split(" "))
        .map(column -> column.split(":"))
        .map(column -> column[0] + "=" + fields[Integer.parseInt(column[1])])
        .collect(Collectors.joining("\t"));
  }

  private static List<String> expectedPairs(Path results) throws IOException {
    List<String> lines = Pipelines.lines(results.resolve("4-pairs"), "part-");
    List<String> columns = Pipelines.lines(results.resolve("4-pairs"), "columns-");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      rows.add(
          row(
              "column_a:8 column_b:9 id_a:0 id_b:1 signature_similarity:2 jaccard:3"
                  + " intersection_size:4 union_size:5 size_a:6 size_b:7",
              (lines.get(i) + "\t" + columns.get(i)).split("\t", -1)));
    }
    return rows;
  }

  private static List<String> expectedClusters(Path results) throws IOException {
    List<long[]> columns = new ArrayList<>();
    for (String line : Pipelines.lines(results.resolve("5-clusters/columns"), "part-")) {
      columns.add(Arrays.stream(line.split("[\t ]")).mapToLong(Long::parseLong).toArray());
    }
    columns.sort(Comparator.comparingLong((long[] c) -> c[2]).thenComparingLong(c -> c[0]));
    List<String> lines = Pipelines.lines(results.resolve("5-clusters"), "part-");
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      long[] c = columns.get(i);
      rows.add(
          row(
              "cluster_column:5 cluster_id:0 document_column:3 document_id:1 verdict:2"
                  + " kept_column:4",
              (lines.get(i) + "\t" + c[0] + "\t" + c[1] + "\t" + c[2]).split("\t", -1)));
    }
    return rows;
  }

  private static List<String> expectedRemovals(Path removedBy) throws IOException {
    List<String> rows = new ArrayList<>();
    for (String line : Files.readAllLines(removedBy)) {
      String[] fields = line.split("\t", -1);
      assertThat(fields).hasSize(Table.REMOVALS.fields);
      rows.add(
          row(
              "removed_column:4 removed_id:0 removed_file:5 removed_position:6 reason:3"
                  + " kept_column:7 kept_id:1 kept_file:8 kept_position:9 similarity:2"
                  + " link_column:11 link_id:10 link_similarity:12",
              fields));
    }
    return rows;
  }

  /** Returns the bytes of all files of a folder by their names, except marks with times. */
  private static Map<String, String> bytes(Path output) throws IOException {
    Map<String, String> bytes = new TreeMap<>();
    for (Table table : Table.values()) {
      for (Path file : Pipelines.files(output.resolve(table.folder()), "part-")) {
        bytes.put(
            table.folder() + "/" + file.getFileName(), Arrays.toString(Files.readAllBytes(file)));
      }
    }
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mapreduce.job.reduces=3 neardup.cluster.keep=longest neardup.cluster.linking=components",
        "mapreduce.job.reduces=2 neardup.cluster.linking=direct",
        "neardup.dedup.documents-without-shingles=remove neardup.verify=signature",
        "neardup.similarity.threshold=1"
      })
  void theTablesAreTheText(String settings) throws Exception {
    Path results = folder.resolve("results");
    Path output = folder.resolve("some tables");
    Pipelines.run(documents(folder), results, settings.split(" "));

    export(results, output, false);

    assertThat(rows(output, Table.PAIRS)).isEqualTo(expectedPairs(results));
    assertThat(rows(output, Table.CLUSTERS)).isEqualTo(expectedClusters(results));
    assertThat(rows(output, Table.REMOVALS))
        .isEqualTo(expectedRemovals(results.resolve("6-dedup/removed-by.tsv")));
    assertThat(output.resolve("_SUCCESS")).exists();
    if (!settings.contains("threshold=1")) {
      assertThat(rows(output, Table.PAIRS)).hasSizeGreaterThan(20);
      assertThat(rows(output, Table.REMOVALS)).hasSizeGreaterThan(11);
    }
    if (settings.contains("without-shingles")) {
      assertThat(rows(output, Table.REMOVALS)).anyMatch(row -> row.contains("reason=no-shingles"));
    }
    if (settings.contains("longest")) {
      assertThat(rows(output, Table.REMOVALS))
          .anyMatch(
              row -> row.matches(".*reason=link.*link_id=[^\t]+\tlink_similarity=0\\.\\d{6}"));
    }
  }

  /** The tables of text, of several part files, with all that an id may hold. */
  @ParameterizedTest
  @EnumSource(names = {"CSV", "TSV"})
  void theTablesOfTextAreTheText(TableFormat format) throws Exception {
    Path output = folder.resolve("tables");

    export(format, shared.resolve("results"), output, false);

    assertThat(rows(format, output, Table.PAIRS))
        .isEqualTo(expectedPairs(shared.resolve("results")))
        .anyMatch(row -> row.contains("\tid_a=\"q\", 9\t"))
        .anyMatch(row -> row.contains("\tid_a=\\N 10\t"))
        .anyMatch(row -> row.contains("\tid_a=שלום, عربي 6\t"));
    assertThat(rows(format, output, Table.CLUSTERS))
        .isEqualTo(expectedClusters(shared.resolve("results")));
    assertThat(rows(format, output, Table.REMOVALS))
        .isEqualTo(expectedRemovals(shared.resolve("results/6-dedup/removed-by.tsv")));
    assertThat(Pipelines.files(output.resolve("pairs"), "part-"))
        .hasSize(3)
        .allMatch(file -> file.toString().endsWith("." + format.name().toLowerCase(Locale.ROOT)));
    assertRefused(() -> export(format, shared.resolve("results"), output, false), "exists");
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyTableHasTheNamesOfItsColumns(TableFormat format) throws Exception {
    Path results = folder.resolve("results");
    Path output = folder.resolve("tables");
    Pipelines.run(Files.writeString(folder.resolve("one.tsv"), "a\tthe only document\n"), results);

    export(format, results, output, false);

    for (Table table : Table.values()) {
      assertThat(rows(format, output, table)).isEmpty();
      for (Path file : Pipelines.files(output.resolve(table.folder()), "part-")) {
        String columns =
            table.schema().getFields().stream()
                .map(Type::getName)
                .collect(Collectors.joining(format == TableFormat.TSV ? "\t" : ","));
        if (format == TableFormat.PARQUET) {
          try (ParquetFileReader reader =
              ParquetFileReader.open(
                  HadoopInputFile.fromPath(Ingests.path(file), Pipelines.conf()))) {
            assertThat(reader.getFileMetaData().getSchema()).isEqualTo(table.schema());
          }
        } else {
          assertThat(file).hasContent(columns + "\n");
        }
      }
    }
  }

  @Test
  void setsHaveNoPlaces() throws Exception {
    List<String> members = new ArrayList<>();
    for (int set = 0; set < 6; set++) {
      for (int element = 0; element < 20; element++) {
        members.add("set " + set + "\telement " + (set / 2 * 100 + element));
      }
    }
    Path results = folder.resolve("results");
    Pipelines.run(
        Files.write(folder.resolve("sets.tsv"), members), results, "neardup.ingest.format=sets");

    export(results, folder.resolve("tables"), false);

    assertThat(rows(folder.resolve("tables"), Table.REMOVALS))
        .hasSize(3)
        .isEqualTo(expectedRemovals(results.resolve("6-dedup/removed-by.tsv")))
        .allMatch(row -> row.contains("removed_file=\tremoved_position=\t"));
  }

  @Test
  void withoutTheLastStageTheRemovalsAreThoseOfTheClusters() throws Exception {
    Path results = results();
    FileUtils.deleteDirectory(results.resolve("6-dedup").toFile());

    export(results, folder.resolve("tables"), false);

    assertThat(rows(folder.resolve("tables"), Table.REMOVALS))
        .isEqualTo(expectedRemovals(results.resolve("5-clusters/removed-by.tsv")));
  }

  @Test
  void theSameResultsGiveTheSameBytes() throws Exception {
    Path results = results();
    export(results, folder.resolve("one"), false);
    export(
        results,
        folder.resolve("other"),
        false,
        "mapreduce.local.map.tasks.maximum=1",
        "mapreduce.job.reduces=7",
        "mapreduce.input.fileinputformat.split.maxsize=100");

    assertThat(bytes(folder.resolve("one")))
        .hasSize(7)
        .isEqualTo(bytes(folder.resolve("other")))
        .containsKeys("pairs/part-00002.parquet", "removals/part-00000.parquet");
  }

  @Test
  void onlyItsOwnOutputIsReplaced() throws Exception {
    Path results = results();
    Path output = folder.resolve("tables");
    export(results, output, false);

    assertRefused(() -> export(results, output, false), "exists; --overwrite replaces it");
    Path other = Files.writeString(output.resolve("pairs/part-99999.parquet"), "of others");
    assertRefused(() -> export(results, output, true), other + " was not made by neardup");
    Files.delete(other);
    export(results, output, true);
  }

  @Test
  void aFolderInTheResultsWillDo() throws Exception {
    Path results = results();
    export(results, results.resolve("tables"), false);
    assertThat(rows(results.resolve("tables"), Table.PAIRS)).isEqualTo(expectedPairs(results));
  }

  /** Clusters are joined with their columns by position: a line that is not of its column shows. */
  @Test
  void aClusterThatDoesNotAgreeWithItsColumnsIsRefused() throws Exception {
    Path results = results();
    Path part = results.resolve("5-clusters/part-r-00000");
    List<String> lines = new ArrayList<>(Files.readAllLines(part));
    lines.add(lines.remove(0)); // of the same length together
    Files.write(part, lines);
    Files.delete(part.resolveSibling("." + part.getFileName() + ".crc"));

    assertFails(
        () -> export(results, folder.resolve("tables"), false),
        "does not agree with the columns of its clusters at column");
    assertThat(folder.resolve("tables")).doesNotExist();
  }

  @Test
  void partsThatHaveChangedAreRefused() throws Exception {
    Path results = results();
    Path part = results.resolve("4-pairs/columns-r-00000");
    List<String> lines = Files.readAllLines(part);
    Files.write(part, lines.subList(1, lines.size()));

    assertRefused(
        () -> export(results, folder.resolve("tables"), false), "has changed since it was written");
  }

  /** The statements for Hive on the page of outputs have the columns of the schemas. */
  @Test
  void thePageHasTheSchemas() throws Exception {
    String page = Files.readString(Path.of("src/site/markdown/outputs.md"), StandardCharsets.UTF_8);
    for (Table table : Table.values()) {
      String columns =
          table.schema().getFields().stream()
              .map(
                  column ->
                      "  "
                          + column.getName()
                          + switch (column.asPrimitiveType().getPrimitiveTypeName()) {
                            case INT64 -> " BIGINT";
                            case DOUBLE -> " DOUBLE";
                            default -> " STRING";
                          })
              .collect(Collectors.joining(",\n", "", "\n"));
      assertThat(page)
          .contains(
              "CREATE EXTERNAL TABLE "
                  + table.folder()
                  + " (\n"
                  + columns
                  + ") STORED AS PARQUET LOCATION ");
    }
  }
}
