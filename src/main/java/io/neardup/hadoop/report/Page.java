package io.neardup.hadoop.report;

import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import java.util.List;
import java.util.Map;

/**
 * All that the report shows, for its templates. All lists are bounded. Texts of documents, ids and
 * names are as they are: the templates make them safe and cut them.
 *
 * @param outcome one sentence on what happened
 * @param bar a chart of what became of the documents, in SVG
 * @param figures what happened, in numbers
 * @param sources some of the sources, those that lose most first
 * @param sourcesText how many there are, and which of them are shown
 * @param pairLists pairs around the threshold, then removals
 * @param texts of the documents of these
 * @param sizes the clusters by size
 * @param clusters some of them; null if nothing was verified
 * @param similarities of the pairs kept; null if nothing was verified
 * @param audit what an audit found; null if there was none
 * @param buckets the largest buckets
 * @param bucketsText what they are
 * @param passages that were left out; null if there are no stop shingles
 * @param warnings of the run
 * @param settings that do not have their defaults
 * @param folder of the results
 * @param corpus whose documents they are about; a collection with its generation
 * @param run what differs from one run to the next
 */
public record Page(
    String outcome,
    String bar,
    List<Row> figures,
    List<SourceShare> sources,
    String sourcesText,
    List<PairList> pairLists,
    DocumentTexts texts,
    List<SummaryFigures.Sizes> sizes,
    ClusterExamples clusters,
    Histogram similarities,
    AuditFigures audit,
    List<LargeBucketExamples.Example> buckets,
    String bucketsText,
    LeftOutPassages.Passages passages,
    List<String> warnings,
    Map<String, String> settings,
    String folder,
    String corpus,
    List<Row> run) {

  /** A row of a table of figures: what, how much, and a remark, which may be empty. */
  public record Row(String name, String value, String remark) {}

  /**
   * Some pairs of documents under one heading.
   *
   * @param anchor the id of the heading
   * @param text what they are and how they were chosen
   */
  public record PairList(String anchor, String heading, String text, List<ExamplePair> pairs) {}
}
