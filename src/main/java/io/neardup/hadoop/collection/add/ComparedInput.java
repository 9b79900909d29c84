package io.neardup.hadoop.collection.add;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.generation.CollectionPath;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.Path;

/**
 * What the comparison of an input with a collection has found.
 *
 * @param collection the generation that the input was compared with
 * @param figures what {@code against.json} holds
 * @param output the folder of the results
 */
public record ComparedInput(CollectionPath collection, AgainstFigures figures, Path output) {

  /** Prints a summary. */
  public void print(PrintStream out) {
    out.println();
    out.println("compared with " + collection);
    out.println();
    row(out, "documents", figures.documents(), "of the input");
    row(out, "in the collection", figures.inCollection(), "make a pair with a document of it");
    if (figures.linkedToCollection() > 0) {
      row(out, "linked to it", figures.linkedToCollection(), "in a cluster with such a document");
    }
    row(out, "repeated", figures.removedForInput(), "removed for another document of the input");
    if (figures.removedWithoutShingles() > 0) {
      row(out, "without shingles", figures.removedWithoutShingles(), "removed");
    }
    row(out, "kept", figures.kept(), "new");
    if (figures.keptUnread() > 0) {
      row(out, "kept unread", figures.keptUnread(), "too long to be compared");
    }
    out.println();
    for (Stage stage : List.of(Stage.VERIFY, Stage.CLUSTER, Stage.DEDUP)) {
      out.println("  " + new Path(output, stage.folder()));
    }
  }

  private static void row(PrintStream out, String name, long number, String text) {
    out.println(
        String.format(Locale.ROOT, "  %-18s %12s  %s", name, Quantity.number(number), text));
  }
}
