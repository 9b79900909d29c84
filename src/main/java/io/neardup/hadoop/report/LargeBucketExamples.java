package io.neardup.hadoop.report;

import io.neardup.hadoop.report.page.SharedText;
import io.neardup.hadoop.stage2bandbucket.LargeBucket;
import java.util.List;

/** The largest of the buckets that were not listed in full, and what their documents share. */
public final class LargeBucketExamples {

  static final int MAX_BUCKETS = 10;

  private LargeBucketExamples() {}

  /**
   * A bucket as it is shown.
   *
   * @param name of its band or anchor
   * @param ids of some documents in it, safe to show
   * @param shared the longest passages that their texts have in common
   */
  public record Example(String name, LargeBucket bucket, List<String> ids, List<String> shared) {

    private static Example of(LargeBucket bucket, boolean isOfAnchor, DocumentTexts texts) {
      List<Long> known = bucket.headColumns().stream().filter(texts::has).toList();
      return new Example(
          isOfAnchor ? "anchor " + bucket.hash() : "band " + bucket.band(),
          bucket,
          known.stream().map(texts::id).toList(),
          SharedText.of(known.stream().map(texts::text).toList()));
    }
  }

  /**
   * Returns buckets as they are shown.
   *
   * @param anchors whether they are of anchors, not of bands
   * @param texts of the heads of each, if they could be read
   */
  static List<Example> of(List<LargeBucket> buckets, boolean anchors, DocumentTexts texts) {
    return buckets.stream().map(bucket -> Example.of(bucket, anchors, texts)).toList();
  }
}
