package io.neardup.hadoop.report;

import io.neardup.config.Quantity;
import io.neardup.config.Stage;
import io.neardup.hadoop.report.page.Differences;
import io.neardup.hadoop.report.page.Document;
import io.neardup.hadoop.report.page.Hunk;
import io.neardup.hadoop.report.page.PairView;
import io.neardup.hadoop.report.page.Piece;
import io.neardup.hadoop.stage5cluster.removal.LeastSimilar;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Prints the removals whose documents are least similar to the kept ones, with the differences of
 * their texts.
 */
public final class LeastCertain {

  /** The most that can be printed: as many as stage 5 leaves. */
  public static final int MAX = LeastSimilar.COUNT;

  private final PrintStream out;

  private LeastCertain(PrintStream out) {
    this.out = out;
  }

  /**
   * Prints them, the least similar first.
   *
   * @param folder the output of a pipeline with verified pairs
   * @param most how many
   * @throws io.neardup.config.UsageException if the results are not complete
   */
  public static void print(Configuration conf, Path folder, int most, PrintStream out)
      throws IOException {
    Results results = new Results(conf, folder);
    List<ExamplePair> removals = Removals.weakest(conf, results.of(Stage.CLUSTER), most);
    DocumentTexts texts = new DocumentTexts();
    removals.forEach(pair -> pair.want(texts));
    texts.read(conf, results.batches());
    LeastCertain printer = new LeastCertain(out);
    out.println();
    out.println(
        removals.isEmpty()
            ? "No document is removed for one that it makes a pair with."
            : "The least certain removals by a pair ("
                + Quantity.of(removals.size(), "removal")
                + "), with the words that only one of both documents has, as [-removed-] and"
                + " {+kept+}:");
    removals.forEach(pair -> printer.print(pair.view(texts)));
  }

  private void print(PairView pair) {
    out.println();
    out.println("similarity " + pair.similarity() + ":");
    print(pair.left());
    print(pair.right());
    out.println("  " + pair.remark());
    Differences differences = pair.differences();
    if (differences == null) {
      out.println("  " + pair.missing());
      return;
    }
    for (Hunk hunk : differences.hunks()) {
      if (hunk.skipped() > 0) {
        out.println("  " + hunk.skippedInWords());
      }
      print(hunk.left(), "  - ", "[-", "-]");
      print(hunk.right(), "  + ", "{+", "+}");
    }
    out.println("  " + differences.rest());
  }

  private void print(Document document) {
    out.println("  " + document.role() + ": " + document.id() + " (" + document.place() + ")");
  }

  private void print(List<Piece> side, String start, String mark, String end) {
    StringBuilder line = new StringBuilder(start);
    for (Piece piece : side) {
      line.append(piece.different() ? mark + piece.text() + end : piece.text());
    }
    out.println(line);
  }
}
