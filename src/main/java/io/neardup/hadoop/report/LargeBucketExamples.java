package io.neardup.hadoop.report;

import io.neardup.hadoop.report.page.SharedText;
import io.neardup.hadoop.stage2bandbucket.LargestBuckets;
import io.neardup.hadoop.stage2bandbucket.LargestBuckets.Bucket;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The largest of the buckets that were not listed in full, and what their documents share. */
public final class LargeBucketExamples {

  private static final int MAX_BUCKETS = 10;

  /**
   * A bucket as it is shown.
   *
   * @param name of its band or anchor
   * @param ids of some documents in it, safe to show
   * @param shared the longest passages that their texts have in common
   */
  public record Example(String name, Bucket bucket, List<String> ids, List<String> shared) {}

  private final Map<Bucket, List<Long>> columns = new LinkedHashMap<>();
  private final boolean anchors;

  /**
   * Finds the buckets of an output of stage 2, and the heads of each.
   *
   * @param anchors whether they are of anchors, not of bands
   */
  LargeBucketExamples(Configuration conf, Path buckets, boolean anchors) throws IOException {
    this.anchors = anchors;
    for (Bucket bucket : LargestBuckets.read(conf, buckets, MAX_BUCKETS)) {
      columns.put(bucket, bucket.headColumns());
    }
  }

  /** Asks for the texts. */
  void want(DocumentTexts texts) {
    columns.values().forEach(some -> some.forEach(texts::want));
  }

  /** Returns the buckets as they are shown. */
  List<Example> views(DocumentTexts texts) {
    return columns.entrySet().stream()
        .map(
            entry -> {
              List<Long> known = entry.getValue().stream().filter(texts::has).toList();
              return new Example(
                  anchors ? "anchor " + entry.getKey().hash() : "band " + entry.getKey().band(),
                  entry.getKey(),
                  known.stream().map(texts::id).toList(),
                  SharedText.of(known.stream().map(texts::text).toList()));
            })
        .toList();
  }
}
