package io.neardup.hadoop.report.page;

import io.neardup.config.Quantity;
import java.util.Locale;

/**
 * A source in the account.
 *
 * @param name safe to show
 * @param share of its documents that are removed, 0 to 1
 * @param wipedOut whether nothing is left of it
 */
public record SourceRow(String name, long documents, long removed, double share, boolean wipedOut) {

  /** Returns the number of documents with a comma after each three digits. */
  public String documentsInWords() {
    return Quantity.number(documents);
  }

  /** Returns the number of removed documents with a comma after each three digits. */
  public String removedInWords() {
    return Quantity.number(removed);
  }

  /** Returns the share as a percentage. */
  public String percent() {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }
}
