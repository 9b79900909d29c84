package io.neardup.hadoop.report;

/**
 * A pair of documents to be shown side by side.
 *
 * @param similarity with six decimals; may be empty
 * @param remark what else is to be said of it
 */
public record ExamplePair(String similarity, String remark, Document left, Document right) {

  /**
   * One of them.
   *
   * @param role what it is in the comparison, such as {@code removed}
   */
  public record Document(String role, String id, long column) {}
}
