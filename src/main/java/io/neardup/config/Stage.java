package io.neardup.config;

/** The stages of the flow, in order, with their verbs and output folders. */
public enum Stage {
  /** Files to a corpus: dense column numbers. */
  INGEST("ingest", "corpus"),
  /** Documents to signature columns (MMDS 3.4.3, steps 1–3). */
  SHINGLE_SORT("shingle-sort", "1-signatures"),
  /** Signature columns to buckets (Exercise 3.4.4 a). */
  BAND_BUCKET("band-bucket", "2-buckets"),
  /** Buckets to candidate lists (Exercise 3.4.4 b). */
  CANDIDATE_LIST("candidate-list", "3-candidates"),
  /** Candidate lists to pairs (MMDS 3.4.3, steps 6–7). */
  VERIFY("verify", "4-pairs"),
  /** Pairs to clusters: connected components. */
  CLUSTER("cluster", "5-clusters"),
  /** Documents and clusters to the collection without the copies. */
  DEDUP("dedup", "6-dedup");

  private final String verb;
  private final String folder;

  Stage(String verb, String folder) {
    this.verb = verb;
    this.folder = folder;
  }

  /** Returns the verb that runs the stage alone. */
  public String verb() {
    return verb;
  }

  /** Returns the name of the stage's folder in a pipeline's output. */
  public String folder() {
    return folder;
  }
}
