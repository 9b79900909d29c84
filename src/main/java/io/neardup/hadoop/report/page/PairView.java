package io.neardup.hadoop.report.page;

/**
 * Two documents side by side.
 *
 * @param similarity with six decimals, or empty if it is unknown
 * @param remark what else is to be said of the pair; may be empty
 * @param differences of their texts; null if these cannot be shown
 * @param missing why they cannot be shown
 */
public record PairView(
    String similarity,
    String remark,
    Document left,
    Document right,
    Differences differences,
    String missing) {}
