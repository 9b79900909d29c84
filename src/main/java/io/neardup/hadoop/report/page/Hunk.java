package io.neardup.hadoop.report.page;

import io.neardup.config.Quantity;
import java.util.List;

/**
 * A part of two texts, with differences and some words around them.
 *
 * @param skipped words before it that are equal and not shown
 * @param left of the first text
 * @param right of the second text
 */
public record Hunk(int skipped, List<Piece> left, List<Piece> right) {

  /** Returns how many equal words are left out before it. */
  public String skippedInWords() {
    return "… " + Quantity.of(skipped, "equal word") + " …";
  }
}
