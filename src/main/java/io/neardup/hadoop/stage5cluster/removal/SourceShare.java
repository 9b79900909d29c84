package io.neardup.hadoop.stage5cluster.removal;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.neardup.config.Quantity;
import io.neardup.hadoop.table.TopNotes;
import io.neardup.hadoop.table.TsvEscapes;
import io.neardup.text.Printable;
import java.util.Comparator;

/**
 * How many documents of a source are removed.
 *
 * @param name of the source
 * @param documents how many it has, at least 1
 * @param removed how many of them are removed
 * @param share of them that is removed, 0 to 1
 */
public record SourceShare(String name, long documents, long removed, double share) {

  /** How many of the worst sources are kept. */
  static final int COUNT = 10;

  /**
   * Returns an empty list of the sources that lose the greatest share of their documents. If shares
   * are equal, those with the most documents come first, then those added first.
   */
  public static TopNotes<SourceShare> worst() {
    return new TopNotes<>(
        "worst-sources",
        COUNT,
        Comparator.comparingDouble(SourceShare::share)
            .thenComparingLong(SourceShare::documents)
            .reversed(),
        SourceShare::line,
        SourceShare::parse);
  }

  /** Computes the share. */
  public SourceShare(String name, long documents, long removed) {
    this(name, documents, removed, (double) removed / documents);
  }

  /** Returns whether nothing is left. */
  @JsonIgnore
  public boolean isWipedOut() {
    return removed == documents;
  }

  /**
   * Returns the line {@code name<TAB>documents<TAB>removed<TAB>share}, the name with {@link
   * TsvEscapes}, without line break.
   */
  String line() {
    return Quantity.format("%s\t%d\t%d\t%.6f", TsvEscapes.escape(name), documents, removed, share);
  }

  /**
   * Returns the share and the counts in words, such as {@code a.tsv, 40.0% (4 of 10 documents)}.
   */
  public String inWords() {
    return Quantity.format(
        "%s, %.1f%% (%,d of %s)",
        Printable.of(name), 100 * share, removed, Quantity.of(documents, "document"));
  }

  /** Parses a line of {@link #line}. */
  public static SourceShare parse(String line) {
    String[] fields = line.split("\t", -1);
    return new SourceShare(
        TsvEscapes.unescape(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
  }
}
