package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * What the last generations of a collection have changed.
 *
 * @param text which generations of which collection they are
 * @param rows the newest first
 * @param changedText what the examples of changed verdicts are
 * @param changed examples of changed verdicts
 * @param reassignedText what the examples of reassigned documents are
 * @param reassigned examples of documents that are removed for another one than before
 */
public record GenerationsView(
    String text,
    List<Row> rows,
    String changedText,
    List<Example> changed,
    String reassignedText,
    List<Example> reassigned) {

  /** A generation, with its figures in words; empty ones do not apply. */
  public record Row(
      String number,
      String created,
      String verb,
      String batches,
      String added,
      String dropped,
      String documents,
      String kept,
      String nowRemoved,
      String nowKept,
      String reassigned) {}

  /**
   * A document of an earlier batch.
   *
   * @param id of the document, safe to show
   * @param verdict on it
   * @param keptId the id of the document that is kept in its place, safe to show; may be empty
   * @param similarity of the two with six decimals, or empty if there is none
   * @param reason in words, safe to show
   */
  public record Example(
      String id, String verdict, String keptId, String similarity, String reason) {}
}
