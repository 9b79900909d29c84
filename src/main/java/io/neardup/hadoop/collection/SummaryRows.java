package io.neardup.hadoop.collection;

import io.neardup.config.Quantity;
import java.io.PrintStream;

/**
 * The rows of the summary of a verb that has changed a collection, or read it.
 *
 * @param width of the names
 */
public record SummaryRows(PrintStream out, int width) {

  /** Prints rows whose names have a width of 21 characters. */
  public SummaryRows(PrintStream out) {
    this(out, 21);
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
    out.println(Quantity.format(format, name, number, text));
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
