package io.neardup.hadoop.audit;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.neardup.audit.Share;
import java.util.List;

/**
 * What an audit found: the content of {@code audit.json}. It is the same for any number of tasks.
 *
 * @param neardup the version of the program
 * @param sample which documents were compared with all others
 * @param recall how much was found
 * @param removals which documents should have been removed
 * @param missed the pairs that were not reported
 * @param checks whether the results are right
 */
@JsonPropertyOrder({"neardup", "sample", "recall", "removals", "missed", "checks"})
public record AuditFigures(
    String neardup, Sample sample, Recall recall, Removals removals, Missed missed, Checks checks) {

  /**
   * The sample.
   *
   * @param seed that decides which documents are sampled
   * @param asked how many documents were asked for
   * @param documents how many were sampled: fewer if the corpus has fewer, or if the comparisons
   *     would have exceeded the limit
   * @param corpus how many documents the corpus has
   * @param withNearDuplicate how many sampled documents have a near-duplicate in the corpus
   * @param predictedComparisons about how many comparisons of short documents the sample was worth:
   *     one of long documents counts several times, as does reading the corpus once more
   * @param threshold the similarity of near-duplicates
   */
  @JsonPropertyOrder({
    "seed",
    "asked",
    "documents",
    "corpus",
    "withNearDuplicate",
    "predictedComparisons",
    "threshold"
  })
  public record Sample(
      long seed,
      long asked,
      long documents,
      long corpus,
      long withNearDuplicate,
      long predictedComparisons,
      double threshold) {}

  /**
   * How much was found.
   *
   * @param pairs the share of the pairs of near-duplicates that were reported
   * @param pairsWithImplied the same, with pairs of equal signatures that follow from others
   * @param pairsInSameCluster the share of the pairs whose documents are in the same cluster
   * @param documents the share of the documents with a near-duplicate of which at least one was
   *     reported
   * @param bySimilarity the recall of pairs by their similarity, ascending
   */
  @JsonPropertyOrder({
    "pairs",
    "pairsWithImplied",
    "pairsInSameCluster",
    "documents",
    "bySimilarity"
  })
  public record Recall(
      Share pairs,
      Share pairsWithImplied,
      Share pairsInSameCluster,
      Share documents,
      List<Band> bySimilarity) {}

  /**
   * The pairs in a band of similarity.
   *
   * @param from the lowest similarity
   * @param to the end of the band, which is not in it unless it is 1
   * @param recall the share of the pairs that were reported
   * @param expected the mean of the S-curve over these pairs; null if there is none
   */
  @JsonPropertyOrder({"from", "to", "recall", "expected"})
  public record Band(double from, double to, Share recall, Double expected) {}

  /**
   * Which documents should have been removed.
   *
   * @param missed the share of the kept documents that would have been removed if all pairs had
   *     been found
   * @param keptWithKeptNearDuplicate the share of the kept documents that have a near-duplicate
   *     that was kept
   */
  @JsonPropertyOrder({"missed", "keptWithKeptNearDuplicate"})
  public record Removals(Share missed, Share keptWithKeptNearDuplicate) {}

  /**
   * The pairs of sampled documents that were not reported, by cause. A pair of two sampled
   * documents counts twice.
   *
   * @param pairs all of them
   * @param implied twins that were not listed
   * @param guard pairs that share a large bucket, but were not listed
   * @param bands pairs that share no bucket
   * @param filter pairs that the signature filter dropped
   * @param fault pairs that were listed and plausible, and should have been reported
   * @param examples the first pairs of each cause
   */
  @JsonPropertyOrder({"pairs", "implied", "guard", "bands", "filter", "fault", "examples"})
  public record Missed(
      long pairs,
      long implied,
      long guard,
      long bands,
      long filter,
      long fault,
      List<MissedPair> examples) {}

  /**
   * A pair that was not reported.
   *
   * @param cause why: a field of {@link Missed}
   * @param column of the sampled document
   * @param id of the sampled document
   * @param otherColumn of the other document
   * @param otherId of the other document
   * @param similarity of the two
   */
  @JsonPropertyOrder({"cause", "column", "id", "otherColumn", "otherId", "similarity"})
  public record MissedPair(
      String cause, long column, String id, long otherColumn, String otherId, double similarity) {}

  /**
   * Whether the results are right, as far as the sampled documents are concerned.
   *
   * @param faults all that is wrong, and {@link Missed#fault}; 0 if the results are right
   * @param pairs how many reported pairs were compared again
   * @param wrongPairs how many of them are wrong
   * @param clusters of how many documents the cluster was checked
   * @param wrongClusters how many of them are wrong
   * @param removals how many removals were checked
   * @param wrongRemovals how many of them are wrong
   * @param documents how many documents were looked for in {@code kept/} and {@code removed/}: all,
   *     or none if there is no such output, or if it is of sets
   * @param wrongFiles how many files of these folders lack documents, or have others
   * @param changedFiles files of results that have changed since they were written
   * @param examples what is wrong, the first of each kind
   */
  @JsonPropertyOrder({
    "faults",
    "pairs",
    "wrongPairs",
    "clusters",
    "wrongClusters",
    "removals",
    "wrongRemovals",
    "documents",
    "wrongFiles",
    "changedFiles",
    "examples"
  })
  public record Checks(
      long faults,
      long pairs,
      long wrongPairs,
      long clusters,
      long wrongClusters,
      long removals,
      long wrongRemovals,
      long documents,
      long wrongFiles,
      List<String> changedFiles,
      List<Wrong> examples) {}

  /**
   * Something that is wrong.
   *
   * @param column of the sampled document
   * @param id of the sampled document
   * @param otherColumn of the other document, or the same one
   * @param what is wrong with the sampled document
   */
  @JsonPropertyOrder({"column", "id", "otherColumn", "what"})
  public record Wrong(long column, String id, long otherColumn, String what) {}
}
