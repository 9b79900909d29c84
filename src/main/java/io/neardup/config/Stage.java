package io.neardup.config;

import java.util.Arrays;

/** The stages of the flow, in order, with their verbs and output folders. */
public enum Stage {
  /** Files to a corpus: dense column numbers. */
  INGEST("ingest", "corpus", 6),
  /** Documents to signature columns (MMDS 3.4.3, steps 1–3). */
  SHINGLE_SORT("shingle-sort", "1-signatures", 6),
  /** Signature columns to buckets (Exercise 3.4.4 a). */
  BAND_BUCKET("band-bucket", "2-buckets", 3),
  /** Buckets to candidate lists (Exercise 3.4.4 b). */
  CANDIDATE_LIST("candidate-list", "3-candidates", 2),
  /** Candidate lists to pairs (MMDS 3.4.3, steps 6–7). */
  VERIFY("verify", "4-pairs", 5),
  /** Pairs to clusters: connected components. */
  CLUSTER("cluster", "5-clusters", 7),
  /** Documents and clusters to the collection without duplicates. */
  DEDUP("dedup", "6-dedup", 2);

  private final String verb;
  private final String folder;
  private final int version;

  Stage(String verb, String folder, int version) {
    this.verb = verb;
    this.folder = folder;
    this.version = version;
  }

  /** Returns the stage of a verb; IllegalArgumentException if there is none. */
  public static Stage ofVerb(String verb) {
    return Arrays.stream(values())
        .filter(stage -> stage.verb.equals(verb))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no stage has the verb " + verb));
  }

  /** Returns the verb that runs the stage alone. */
  public String verb() {
    return verb;
  }

  /**
   * Returns the version of the stage's algorithms. Every change that makes the same input and keys
   * give other bytes raises it, so that outputs of two versions are never mixed.
   */
  public int version() {
    return version;
  }

  /** Returns the name of the stage's folder in a pipeline's output. */
  public String folder() {
    return folder;
  }
}
