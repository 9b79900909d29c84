package io.neardup.hadoop.pipeline;

import io.neardup.config.Stage;
import io.neardup.hadoop.format.SkipReason;
import java.util.List;
import java.util.Map;

/**
 * What a run of the pipeline did, in figures: the content of {@code summary.json}. The names of the
 * components are its paths and the names that conditions use; the page on figures describes each.
 *
 * <p>All is the same for the same input and settings, whatever the number of tasks, except {@link
 * #cost}. What a stage that was not run would have counted is null (lists are empty), and so is a
 * share of nothing.
 *
 * @param neardup the version of the program
 * @param stages the verbs of the stages that the results consist of, in order
 * @param input what was read
 * @param records what it consists of
 * @param documents and what became of them
 * @param stopShingles what was left out before documents were compared
 * @param signatures of the documents with a shingle
 * @param buckets of two documents or more
 * @param candidates pairs to be compared
 * @param pairs of documents as similar as the threshold or more
 * @param clusters connected components of the pairs
 * @param sources where the documents come from
 * @param settings the keys that do not have their defaults, with their values
 * @param warnings one sentence or several each
 * @param cost what differs from run to run
 */
public record SummaryFigures(
    String neardup,
    List<String> stages,
    Input input,
    Records records,
    Documents documents,
    StopShingles stopShingles,
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
      long warcSyntax, long contentEncoding, long contentType, long trailingBytes) {}

  /**
   * Records that are no documents, or too long.
   *
   * @param count how many
   * @param share of all records
   * @param kept of those too long to be compared, which stage 6 keeps with the documents
   * @param byReason each reason, also those with 0
   * @param noDocuments the most frequent kinds of records that are no documents, with their numbers
   */
  public record SetAside(
      long count, Double share, Long kept, Map<SkipReason, Long> byReason, String noDocuments) {}

  /**
   * Documents.
   *
   * @param in how many came in: kept + removed
   * @param bytes of their texts
   * @param malformed documents with bytes that are not of their charset
   * @param repeatedIds ids of more than one document of a batch
   * @param withoutShingles documents without any shingle, or with stop shingles alone, which are
   *     like no other
   * @param kept how many are kept
   * @param removed how many are removed
   */
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
   * @param count how many
   * @param share of all documents
   * @param byPair those that make a pair with the document kept in their place
   * @param byLink those that only a chain of pairs connects with it
   * @param withoutShingles those removed because they have no shingle
   * @param similarity of those removed for others to the documents kept in their place
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

  /**
   * Stop shingles.
   *
   * @param count how many there are
   * @param occurrences how often they were left out of documents, and which share this is of all
   *     occurrences of shingles
   * @param documents those that have stop shingles alone
   */
  public record StopShingles(long count, Part occurrences, Part documents) {}

  /** Signatures, their length, the shingles of all documents, and the pairs of signatures. */
  public record Signatures(long count, long slots, long shingles, long pairs) {}

  /** Buckets of two documents or more, and how many documents the largest has. */
  public record Buckets(long count, long largest, LargeBuckets large, Twins twins) {}

  /**
   * Buckets too large to be listed in full.
   *
   * @param count how many
   * @param pairsNotListed an upper bound of the pairs that no bucket lists
   * @param share of those among all pairs of signatures
   */
  public record LargeBuckets(long count, long pairsNotListed, Double share) {}

  /** Large groups of equal signatures, and the pairs in them that are implied, not listed. */
  public record Twins(long groups, long pairsImplied) {}

  /** Candidate pairs, and the part of them left by the signature filter, which was compared. */
  public record Candidates(long count, Part compared) {}

  /** Pairs of a similarity of the threshold or more. */
  public record Pairs(Long count, Double threshold, List<SimilarPair> mostSimilar) {}

  /** A pair: the ids of its documents, and their similarity, rounded to six decimals. */
  public record SimilarPair(String a, String b, double similarity) {}

  /**
   * Clusters.
   *
   * @param count how many
   * @param documents in all clusters
   * @param largest documents of the largest, 0 if there is none
   * @param large clusters of more documents than {@code neardup.cluster.max-documents}
   * @param sizes how many there are of each range of sizes
   */
  public record Clusters(Long count, Long documents, Long largest, Long large, List<Sizes> sizes) {}

  /** The clusters that have {@code from} to {@code to} documents, and all documents in them. */
  public record Sizes(long from, long to, long clusters, long documents) {}

  /** Sources, those of which nothing is left, and those that lose most, the worst first. */
  public record Sources(
      Long count, Long wipedOut, SourcesRemoved removed, List<Source> losingMost) {}

  /** What the sources lose. */
  public record SourcesRemoved(Shares share) {}

  /** The greatest share of its documents that a source loses. */
  public record Shares(Double max) {}

  /** A source: how many documents it has, how many and which share of them are removed. */
  public record Source(String name, long documents, long removed, double share) {}

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
