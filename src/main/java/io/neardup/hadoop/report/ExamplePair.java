package io.neardup.hadoop.report;

import io.neardup.hadoop.report.page.Differences;
import io.neardup.hadoop.report.page.PairView;

/**
 * A pair of documents to be shown.
 *
 * @param similarity with six decimals; may be empty
 * @param remark what else is to be said of it
 */
record ExamplePair(
    String similarity,
    String remark,
    String leftRole,
    String leftId,
    long left,
    String rightRole,
    String rightId,
    long right) {

  /** Asks for the texts. */
  void want(DocumentTexts texts) {
    texts.want(left);
    texts.want(right);
  }

  /** Returns the pair as it is shown. */
  PairView view(DocumentTexts texts) {
    boolean known = texts.has(left) && texts.has(right);
    return new PairView(
        similarity,
        remark,
        texts.view(leftRole, leftId, left),
        texts.view(rightRole, rightId, right),
        known
            ? Differences.of(
                texts.text(left), texts.text(right), texts.isWhole(left) && texts.isWhole(right))
            : null,
        known ? "" : texts.missing());
  }
}
