package io.neardup.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.hadoop.format.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A table of the page on formats that describes the paths of a JSON file of figures. */
public final class FiguresPage {

  private final List<Row> rows;

  /** A row of the table. */
  private record Row(String path, String type, String range) {}

  private FiguresPage(List<Row> rows) {
    this.rows = rows;
  }

  /** Reads the table between two headings. */
  public static FiguresPage between(String heading, String next) throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/formats.md"));
    int from = page.indexOf("\n" + heading + "\n");
    return new FiguresPage(
        page.substring(from, page.indexOf("\n" + next + "\n", from))
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.split("\\|", -1))
            .map(
                cells ->
                    new Row(cells[1].strip().replace("`", ""), cells[2].strip(), cells[4].strip()))
            .toList());
  }

  /** Returns the paths, in their order. */
  public List<String> paths() {
    return rows.stream().map(Row::path).toList();
  }

  /** Returns the names of the figures that conditions may use, in their order. */
  public List<String> figures() {
    return rows.stream()
        .filter(row -> !row.type().equals("string") && !row.path().contains("[]"))
        .flatMap(
            row ->
                row.path().endsWith(".REASON")
                    ? Arrays.stream(SkipReason.values())
                        .map(reason -> row.path().replace("REASON", reason.name()))
                    : Stream.of(row.path()))
        .toList();
  }

  /** Returns the values at each path, in which names that depend on the run are generic. */
  public static Map<String, List<JsonNode>> values(JsonNode tree) {
    Map<String, List<JsonNode>> values = new TreeMap<>();
    addValues("", tree, values);
    return values;
  }

  private static void addValues(String path, JsonNode node, Map<String, List<JsonNode>> values) {
    if (node.isArray()) {
      node.forEach(element -> addValues(path + "[]", element, values));
    } else if (node.isObject()) {
      node.fields()
          .forEachRemaining(
              field -> {
                String name =
                    path.endsWith("byReason")
                        ? "REASON"
                        : path.equals("settings") ? "KEY" : field.getKey();
                addValues(path.isEmpty() ? name : path + "." + name, field.getValue(), values);
              });
    } else {
      values.computeIfAbsent(path, p -> new ArrayList<>()).add(node);
    }
  }

  /** Makes sure that a file has just these paths, and values of their types and ranges. */
  public void requireDescribed(JsonNode tree) {
    Map<String, List<JsonNode>> values = values(tree);
    assertThat(paths()).doesNotHaveDuplicates();
    assertThat(paths()).containsExactlyInAnyOrderElementsOf(values.keySet());
    for (Row row : rows) {
      for (JsonNode value : values.get(row.path())) {
        assertThat(value.isTextual() ? "string" : value.isIntegralNumber() ? "integer" : "number")
            .as(row.path())
            .isEqualTo(row.type());
        if (!row.range().isEmpty()) {
          String[] range = row.range().split(" to | or more", -1);
          assertThat(value.asDouble())
              .as(row.path())
              .isBetween(
                  Double.valueOf(range[0]),
                  range[1].isEmpty() ? Double.MAX_VALUE : Double.parseDouble(range[1]));
        }
      }
    }
  }
}
