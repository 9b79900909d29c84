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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A table of the page on figures that describes the paths of a JSON file. In a path, {@code {a,b}}
 * stands for several paths, and {@code *} at the end for those of the first table that begin so.
 */
public final class FiguresPage {

  private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:\\*([^*]+)\\*)?.*");

  private static final Pattern CHOICE = Pattern.compile("(.*)\\{(.*)\\}(.*)");

  private final List<Row> rows;

  /** A path, and what its values are: empty (integers), string, number, or a range. */
  private record Row(String path, String value) {

    String type() {
      return value.equals("string")
          ? value
          : value.equals("number") || value.equals("0 to 1") ? "number" : "integer";
    }

    double least() {
      return value.matches("[0-9].*") ? Double.parseDouble(value.split(" ", 2)[0]) : 0;
    }

    double greatest() {
      String[] range = value.split(" to ", -1);
      return range.length == 2 ? Double.parseDouble(range[1]) : Double.MAX_VALUE;
    }
  }

  private FiguresPage(List<Row> rows) {
    this.rows = rows;
  }

  /** Reads the table between two headings. */
  public static FiguresPage between(String heading, String next) throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/summary.md"));
    List<Row> first = rows(page, "## summary.json", "### Conditions", List.of());
    return new FiguresPage(rows(page, heading, next, first));
  }

  private static List<Row> rows(String page, String heading, String next, List<Row> first) {
    int from = page.indexOf("\n" + heading + "\n");
    return page.substring(from, page.indexOf("\n" + next + "\n", from))
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .flatMap(row -> rows(row.group(1), row.group(2) == null ? "" : row.group(2), first))
        .toList();
  }

  private static Stream<Row> rows(String path, String value, List<Row> first) {
    if (path.endsWith("*")) {
      String beginning = path.substring(0, path.length() - 1);
      return first.stream().filter(row -> row.path().startsWith(beginning));
    }
    Matcher choice = CHOICE.matcher(path);
    return (choice.matches()
            ? Stream.of(choice.group(2).split(",", -1))
                .map(name -> choice.group(1) + name + choice.group(3))
            : Stream.of(path))
        .map(each -> new Row(each, each.endsWith("share") ? "0 to 1" : value));
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
        if (!row.type().equals("string")) {
          assertThat(value.asDouble()).as(row.path()).isBetween(row.least(), row.greatest());
        }
      }
    }
  }
}
