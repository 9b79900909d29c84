package io.neardup.hadoop.report;

import io.neardup.config.Stage;
import io.neardup.hadoop.audit.AuditFigures;
import io.neardup.hadoop.output.StageMetadata;
import io.neardup.hadoop.pipeline.SummaryFigures;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import java.util.List;
import java.util.Map;

/**
 * All that the report shows, for its templates. All lists are bounded. Texts of documents, ids and
 * names are as they are: the templates make them safe and cut them.
 *
 * @param heading what the report is about
 * @param figures what happened
 * @param stages the metadata of those that were run, without the first
 * @param settings that do not have their defaults
 * @param maxBucketColumns the size from which a bucket is not listed in full
 * @param sources some of the sources, those that lose most first
 * @param matrix how sources overlap; null if they do not
 * @param pairLists pairs around the threshold, then removals
 * @param texts of the documents of these
 * @param clusters some of them; null if nothing was verified
 * @param similarities of the pairs kept; null if nothing was verified
 * @param audit what an audit found; null if there was none
 * @param buckets the largest buckets
 * @param passages that were left out; null if there are no stop shingles
 * @param folder of the results
 * @param corpus whose documents they are about; a collection with its generation
 */
public record Page(
    Heading heading,
    SummaryFigures figures,
    Map<Stage, StageMetadata> stages,
    Map<String, String> settings,
    long maxBucketColumns,
    List<SourceShare> sources,
    SourceMatrix matrix,
    List<PairList> pairLists,
    DocumentTexts texts,
    ClusterExamples clusters,
    Histogram similarities,
    AuditFigures audit,
    List<LargeBucketExamples.Example> buckets,
    LeftOutPassages.Passages passages,
    String folder,
    String corpus) {

  /**
   * Some pairs of documents under one heading.
   *
   * @param anchor the id of the heading
   * @param text what they are and how they were chosen
   */
  public record PairList(String anchor, String heading, String text, List<ExamplePair> pairs) {}
}
