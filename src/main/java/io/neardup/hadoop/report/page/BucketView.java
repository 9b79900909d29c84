package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * A bucket too large to be listed in full.
 *
 * @param name of its band or anchor
 * @param examples ids of documents in it, safe to show
 * @param shared the longest passages that their texts have in common
 */
public record BucketView(
    String name, String columns, String notListed, List<String> examples, List<String> shared) {}
