package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * All that the report shows.
 *
 * @param outcome one sentence on what happened
 * @param bar a chart of what became of the documents
 * @param figures what happened, in numbers
 * @param sources some of the sources, those that lose most first
 * @param sourcesText how many there are, and which of them are shown
 * @param pairLists pairs around the threshold, then removals
 * @param sizes the clusters by size
 * @param largest the largest clusters
 * @param sparsest those of the fewest pairs, for their size
 * @param similarities a chart and a table of the similarities; null if nothing was verified
 * @param audit what an audit found; empty if there was none
 * @param buckets the largest buckets
 * @param bucketsText what they are
 * @param passages that were left out; null if there are no stop shingles
 * @param warnings of the run
 * @param settings that do not have their defaults
 * @param run what differs from one run to the next
 */
public record Page(
    String outcome,
    String bar,
    List<Row> figures,
    List<SourceRow> sources,
    String sourcesText,
    List<PairList> pairLists,
    List<SizeRow> sizes,
    List<ClusterView> largest,
    List<ClusterView> sparsest,
    Similarities similarities,
    List<Row> audit,
    List<BucketView> buckets,
    String bucketsText,
    PassagesView passages,
    List<String> warnings,
    List<SettingView> settings,
    Run run) {

  /**
   * Similarities of the pairs kept.
   *
   * @param chart markup
   * @param text what it shows
   */
  public record Similarities(String chart, String text, List<SimilarityRow> rows) {}

  /** How many pairs of a range of similarities were found, and which part the bands find. */
  public record SimilarityRow(String range, String pairs, String recall) {}

  /** Where and how the run was made. */
  public record Run(String folder, List<Row> rows) {}
}
