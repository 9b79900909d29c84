package io.neardup.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.hadoop.FiguresPage;
import io.neardup.hadoop.collection.AdditionFigures;
import io.neardup.hadoop.collection.Compaction;
import io.neardup.hadoop.collection.Drop;
import io.neardup.hadoop.collection.DroppedDocuments;
import io.neardup.hadoop.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileUtil;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report on an export of a collection says what the last generations have changed. */
class CollectionReportTest {

  @TempDir private Path folder;

  private RandomCollection collection;

  private Document report(Path results) throws IOException {
    Report.write(
        collection.configuration(""), RandomCollection.hadoop(results), RandomCollection.nowhere());
    return Jsoup.parse(Files.readString(results.resolve("report.html")));
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns the cells of the table of generations, without those of the time. */
  private static List<List<String>> rows(Document page) {
    return page.select("#generations ~ .scroll").first().select("tbody tr").stream()
        .map(row -> row.select("th, td").stream().map(Element::text).collect(Collectors.toList()))
        .map(
            cells -> {
              assertThat(cells.remove(1)).matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d");
              return List.<String>copyOf(cells);
            })
        .toList();
  }

  @Test
  void theReportSaysWhatEachGenerationHasChanged() throws Exception {
    collection = new RandomCollection(folder, 1, "reducers=2 cluster.keep=longest");
    List<List<String>> expected = new ArrayList<>();
    int number = 0;
    for (int batch = 0; batch < 3; batch++) {
      AdditionFigures figures = collection.add(batch).figures();
      number++;
      expected.add(
          0,
          List.of(
              "" + number,
              "add",
              "b" + batch,
              number(figures.documents().in()),
              "",
              number(figures.collection().documents()),
              number(figures.collection().kept()),
              number(figures.changes().nowRemoved()),
              number(figures.changes().nowKept()),
              number(figures.changes().reassigned())));
    }
    Compaction.run(
        collection.configuration(""),
        RandomCollection.nowhere(),
        collection.collection(),
        Optional.empty());
    if (collection.newest().number() > number) { // else it had one run already
      number++;
      List<String> last = expected.get(0);
      expected.add(
          0, List.of("" + number, "compact", "", "", "", last.get(5), last.get(6), "", "", ""));
    }
    DroppedDocuments dropped =
        Drop.batch(
            collection.configuration(""),
            RandomCollection.nowhere(),
            collection.collection(),
            "b0");
    number++;
    Path exported = collection.export("export");
    JsonNode json = new ObjectMapper().readTree(exported.resolve("generations.json").toFile());
    expected.add(
        0,
        List.of(
            "" + number,
            "drop",
            "b0",
            "",
            number(dropped.dropped()),
            number(dropped.generation().counts().get("DOCUMENTS")),
            number(json.at("/generations").get(number - 1).get("kept").asLong()),
            number(dropped.nowRemoved()),
            number(dropped.nowKept()),
            number(dropped.reassigned())));
    assertThat(
            FiguresPage.values(json).keySet().stream()
                .map(path -> path.replace("reassigned[].", "changed[]."))
                .filter(
                    path ->
                        !path.equals("examples.changed[]") && !path.equals("examples.reassigned[]"))
                .distinct())
        .containsExactlyInAnyOrderElementsOf(
            FiguresPage.between("## generations.json of export", "## against.json").paths());
    assertThat(
            new ObjectMapper()
                .readTree(exported.resolve("summary.json").toFile())
                .at("/documents/kept")
                .asLong())
        .isEqualTo(json.at("/generations").get(number - 1).get("kept").asLong());

    FileUtil.fullyDelete(folder.resolve("collection/generations").toFile());
    Document page = report(exported); // needs nothing of the collection but its documents

    assertThat(rows(page)).isEqualTo(expected);
    assertThat(page.select("nav a[href=#generations]")).hasSize(1);
    assertThat(page.select("#generations ~ p").first().text())
        .startsWith(
            "These are the results of generation "
                + number
                + " of the collection file:"
                + folder.resolve("collection"));
    assertThat(expected).anyMatch(row -> !row.get(7).equals("0") || !row.get(9).equals("0"));
    assertThat(page.select("caption").eachText())
        .anyMatch(text -> text.matches("Documents .* generation \\d.*"));
  }

  @Test
  void otherResultsHaveNoGenerations() throws Exception {
    collection = new RandomCollection(folder, 1, "reducers=2");
    collection.add(0);
    Path scratch = collection.fromScratch("scratch");
    assertThat(scratch.resolve("generations.json")).doesNotExist();
    assertThat(report(scratch).select("#generations, nav a[href=#generations]")).isEmpty();
  }
}
