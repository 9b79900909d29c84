package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * Passages of stop shingles, which were left out.
 *
 * @param text what they are, or why they are not known
 * @param passages the longest first
 */
public record PassagesView(String text, List<Passage> passages) {

  /**
   * A passage.
   *
   * @param document the id of one that has it, safe to show
   * @param characters how many it has
   * @param text of it, cut if it is long
   */
  public record Passage(String document, String characters, String text) {}
}
