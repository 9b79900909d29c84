package io.neardup.hadoop.pipeline;

import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.stage5cluster.removal.SourceOverlap;
import io.neardup.hadoop.stage5cluster.removal.SourceShare;
import java.util.List;
import java.util.Map;

/**
 * What a run of the pipeline did, in figures: the content of {@code summary.json}. The names of the
 * components are its paths and the names that conditions use; the page on figures describes each.
 *
 * <p>All is the same for the same input and settings, whatever the number of tasks, except {@link
 * #cost}. What a stage that was not run would have counted is null (lists are empty), and so is a
 * share of nothing.
 */
public record SummaryFigures(
    String neardup,
    List<String> stages,
    Input input,
    Records records,
    Documents documents,
    StopShingleFigures stopShingles,
    Signatures signatures,
    Buckets buckets,
    Candidates candidates,
    Pairs pairs,
    Clusters clusters,
    Sources sources,
    Map<String, String> settings,
    List<String> warnings,
    Cost cost) {

  /** A part of a whole: how many, and which share of the whole, 0 to 1. */
  public record Part(Long count, Double share) {

    static final Part UNKNOWN = new Part(null, null);

    /** Returns a part; its share is null if the whole is 0. */
    public static Part of(long count, long whole) {
      return new Part(count, whole == 0 ? null : (double) count / whole);
    }
  }

  /** The corpus: its batches, files, and their bytes as they are stored. */
  public record Input(long batches, long files, long bytes) {}

  /** Records read: documents and records set aside. */
  public record Records(long count, SetAside setAside, Tolerated tolerated) {}

  /** Documents that were read although something is wrong with their records. */
  public record Tolerated(
      long warcSyntax, long contentEncoding, long contentType, long trailingBytes, long quotes) {}

  /**
   * Records that are no documents, or too long.
   *
   * @param kept of those too long to be compared, which stage 6 keeps with the documents
   * @param byReason each reason, also those with 0
   * @param noDocuments the most frequent kinds of records that are no documents, with their numbers
   */
  public record SetAside(
      long count, Double share, Long kept, Map<SkipReason, Long> byReason, String noDocuments) {}

  /** Documents: kept + removed. */
  public record Documents(
      long in,
      long bytes,
      long malformed,
      long repeatedIds,
      Part withoutShingles,
      Long kept,
      Removed removed) {}

  /**
   * Documents removed: {@code byPair + byLink + withoutShingles = count}.
   *
   * @param shinglesNotInKept shingles of those removed by direct linking that the documents kept in
   *     their place do not have, and their share; null with other linking or without exact
   *     verification
   */
  public record Removed(
      Long count,
      Double share,
      Long byPair,
      Long byLink,
      Long withoutShingles,
      Similarities similarity,
      Part shinglesNotInKept) {}

  /** The least of some similarities: 1 if there are none, null if not all are known. */
  public record Similarities(Double min) {}

  /** Stop shingles, how often they were left out, and the documents that have nothing else. */
  public record StopShingleFigures(long count, Part occurrences, Part documents) {}

  /** Signatures, their length, the shingles of all documents, and the pairs of signatures. */
  public record Signatures(long count, long slots, long shingles, long pairs) {}

  /** Buckets of two documents or more, and how many documents the largest has. */
  public record Buckets(long count, long largest, LargeBuckets large, Twins twins) {}

  /** Buckets too large to be listed in full; an upper bound of the pairs that no bucket lists. */
  public record LargeBuckets(long count, long pairsNotListed, Double share) {}

  /** Large groups of equal signatures, and the pairs in them that are implied, not listed. */
  public record Twins(long groups, long pairsImplied) {}

  /** Candidate pairs, and the part of them left by the signature filter, which was compared. */
  public record Candidates(long count, Part compared) {}

  /** Pairs of a similarity of the threshold or more. */
  public record Pairs(Long count, Double threshold, List<SimilarPair> mostSimilar) {}

  /** A pair: the ids of its documents, and their similarity, rounded to six decimals. */
  public record SimilarPair(String a, String b, double similarity) {}

  /** Clusters; large ones have more documents than {@code neardup.cluster.max-documents}. */
  public record Clusters(Long count, Long documents, Long largest, Long large, List<Sizes> sizes) {}

  /** The clusters that have {@code from} to {@code to} documents, and all documents in them. */
  public record Sizes(long from, long to, long clusters, long documents) {}

  /** Sources, those of which nothing is left, and those that lose most, the worst first. */
  public record Sources(
      Long count,
      Long wipedOut,
      SourcesRemoved removed,
      List<SourceShare> losingMost,
      Overlaps overlaps) {}

  /**
   * Documents in a cluster with a document of another source, and their share of all; of two
   * sources each, those that share the most documents, at most 20.
   */
  public record Overlaps(Long documents, Double share, List<SourceOverlap> largest) {}

  /** What the sources lose. */
  public record SourcesRemoved(Shares share) {}

  /** The greatest share of its documents that a source loses. */
  public record Shares(Double max) {}

  /** What the run took: time, and what stage 1 sorted, which the number of tasks decides. */
  public record Cost(Seconds seconds, long pairsSorted, long rows) {}

  /** Seconds of the stages, to two decimals. */
  public record Seconds(
      double total,
      double ingest,
      double shingleSort,
      double bandBucket,
      double candidateList,
      Double verify,
      Double cluster,
      Double dedup) {

    /** Returns the seconds of a stage, null if it was not run. */
    Double of(Stage stage) {
      return switch (stage) {
        case INGEST -> ingest;
        case SHINGLE_SORT -> shingleSort;
        case BAND_BUCKET -> bandBucket;
        case CANDIDATE_LIST -> candidateList;
        case VERIFY -> verify;
        case CLUSTER -> cluster;
        case DEDUP -> dedup;
      };
    }
  }
}
