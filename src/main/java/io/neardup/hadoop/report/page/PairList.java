package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * Some pairs of documents under one heading.
 *
 * @param anchor the id of the heading
 * @param text what they are and how they were chosen
 */
public record PairList(String anchor, String heading, String text, List<PairView> pairs) {}
