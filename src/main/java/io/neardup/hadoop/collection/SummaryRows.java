package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import java.io.PrintStream;
import java.util.Locale;

/** The rows of the summary of a verb that has changed a collection, or read it. */
public final class SummaryRows {

  private final PrintStream out;
  private final int width; // of the names

  /** Prints rows whose names have a width of 21 characters. */
  public SummaryRows(PrintStream out) {
    this(out, 21);
  }

  public SummaryRows(PrintStream out, int width) {
    this.out = out;
    this.width = width;
  }

  /** Prints what the rows are about. */
  public void title(String text) {
    out.println();
    out.println(text);
    out.println();
  }

  /** Prints a row. */
  public void add(String name, long number, String text) {
    String format = "  %-" + width + "s %,12d  %s";
    out.println(String.format(Locale.ROOT, format, name, number, text));
  }

  /** Prints what has changed for documents that were there before. */
  public void changes(AdditionFigures.Changes changes) {
    add("now removed", changes.nowRemoved(), "of earlier batches, kept before");
    add("now kept", changes.nowKept(), "of earlier batches, removed before");
    add("reassigned", changes.reassigned(), "of earlier batches, removed for another document now");
  }

  /** Prints how many documents the collection has, and how many of them are kept. */
  public void collection(long documents, long kept) {
    add(
        "collection",
        documents,
        Quantity.noun(documents, "document") + ", " + Quantity.number(kept) + " kept");
  }
}
