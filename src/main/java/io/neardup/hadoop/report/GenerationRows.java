package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.hadoop.generation.GenerationHistory;
import io.neardup.hadoop.generation.GenerationHistory.Change;
import io.neardup.hadoop.generation.GenerationHistory.Example;
import io.neardup.hadoop.generation.GenerationHistory.Examples;
import io.neardup.hadoop.report.page.GenerationsView;
import io.neardup.hadoop.stage5cluster.removal.Removal;
import io.neardup.text.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the last generations of a collection have changed, in words. */
final class GenerationRows {

  private static final int NAME_BYTES = 100;
  private static final int NAMES = 3;
  private static final String UNKNOWN = "unknown";

  private GenerationRows() {}

  static GenerationsView of(GenerationHistory history) {
    List<GenerationsView.Row> rows = new ArrayList<>();
    history.generations().forEach(change -> rows.add(row(change)));
    Collections.reverse(rows);
    Examples examples = history.examples();
    boolean any = examples != null;
    return new GenerationsView(
        text(history),
        rows,
        any && !examples.changed().isEmpty()
            ? "Documents of earlier batches whose verdict generation "
                + examples.generation()
                + " has changed"
            : "",
        any ? examples.changed().stream().map(GenerationRows::example).toList() : List.of(),
        any && !examples.reassigned().isEmpty()
            ? "Documents that are removed for another one since generation " + examples.generation()
            : "",
        any ? examples.reassigned().stream().map(GenerationRows::example).toList() : List.of());
  }

  private static String text(GenerationHistory history) {
    int shown = history.generations().size();
    return "These are the results of generation "
        + history.generation()
        + " of the collection "
        + Printable.id(history.collection())
        + ". "
        + (shown == 1
            ? "What it has changed:"
            : "What it and the "
                + (shown == 2 ? "generation" : Quantity.of(shown - 1L, "generation"))
                + " before it have changed, the newest first:");
  }

  private static GenerationsView.Row row(Change change) {
    boolean compacts = change.verb().equals("compact");
    return new GenerationsView.Row(
        String.valueOf(change.number()),
        Printable.id(change.created().replace('T', ' ').replace("Z", "")),
        Printable.id(change.verb()),
        batches(change),
        change.added() == 0 && !change.verb().equals("add") ? "" : Quantity.number(change.added()),
        change.verb().equals("drop") ? number(change.dropped()) : "",
        Quantity.number(change.documents()),
        Quantity.number(change.kept()),
        compacts ? "" : number(change.nowRemoved()),
        compacts ? "" : number(change.nowKept()),
        compacts ? "" : number(change.reassigned()));
  }

  private static String batches(Change change) {
    List<String> names =
        change.batches().stream()
            .limit(NAMES)
            .map(name -> Printable.cut(name, NAME_BYTES))
            .toList();
    long more = change.batches().size() - names.size() + change.furtherBatches();
    return String.join(", ", names) + (more > 0 ? " and " + Quantity.number(more) + " more" : "");
  }

  private static String number(Long number) {
    return number == null ? UNKNOWN : Quantity.number(number);
  }

  private static GenerationsView.Example example(Example example) {
    return new GenerationsView.Example(
        Printable.id(example.id()),
        example.verdict(),
        example.keptId() == null ? "" : Printable.id(example.keptId()),
        example.similarity() == null ? "" : Removals.sixDecimals(example.similarity()),
        reason(example));
  }

  private static String reason(Example example) {
    List<String> parts = new ArrayList<>();
    if (Removal.LINK.equals(example.reason())) {
      parts.add(
          "by a chain of pairs, the first of them"
              + (example.linkSimilarity() == null
                  ? ""
                  : " of similarity " + Removals.sixDecimals(example.linkSimilarity()))
              + " with "
              + Printable.id(String.valueOf(example.linkId())));
    } else if (Removal.PAIR.equals(example.reason())) {
      parts.add("they make a pair");
    } else if (example.reason() != null) {
      parts.add("without shingles");
    }
    if (example.keptColumnBefore() != null) {
      parts.add(
          "before, it was removed for the document of column "
              + Quantity.number(example.keptColumnBefore()));
    }
    return String.join("; ", parts);
  }
}
