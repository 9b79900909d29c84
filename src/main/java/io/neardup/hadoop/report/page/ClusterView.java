package io.neardup.hadoop.report.page;

import java.util.List;

/**
 * A cluster.
 *
 * @param name the id of its first document, safe to show
 * @param pairs how many of its pairs of documents were listed as similar
 * @param share of all its pairs of documents that these are
 * @param least the least similarity of these pairs, with six decimals
 * @param members the first of its documents
 * @param joints what joins them, the weakest first
 */
public record ClusterView(
    String name,
    String documents,
    String kept,
    String pairs,
    String share,
    String least,
    List<Member> members,
    List<Joint> joints,
    String more) {

  /**
   * A document of a cluster.
   *
   * @param number of the document in this view, from 1
   */
  public record Member(int number, String id, boolean kept) {}

  /** A pair of two documents of the view, with its similarity. */
  public record Joint(int one, int other, String similarity) {}
}
