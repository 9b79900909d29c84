package io.neardup.hadoop.output;

/**
 * A fact that a stage records about its output for later stages, under {@code facts} in {@code
 * _neardup.json}. A stage that only passes on an input's fact records it again.
 */
public enum Fact {
  /** The number of columns: documents of the corpus. */
  COLUMNS("columns"),
  /** The number of batches of the corpus that an output was made from. */
  BATCHES("batches"),
  /** The name of a batch. */
  BATCH("batch"),
  /** The position of a batch in its corpus, from 0. */
  POSITION("position"),
  /** The format of a batch's files. */
  FORMAT("format"),
  /** The formats of all batches of a corpus, separated by commas. */
  FORMATS("formats"),
  /** The fields whose values the catalog of a batch has, as a JSON array of their names. */
  FIELDS("fields"),
  /** What the documents of a batch are: {@code text} or {@code sets}. */
  CONTENT("content"),
  /** The inputs that were ingested. */
  INPUTS("inputs"),
  /** The number of files. */
  FILES("files"),
  /** The bytes of the files. */
  BYTES("bytes"),
  /** The slots of a signature, n = b·r. */
  SLOTS("slots"),
  /** The number of signatures. */
  SIGNATURES("signatures"),
  /** The columns of the largest bucket. */
  LARGEST_BUCKET("largestBucket"),
  /** The documents of the largest cluster. */
  LARGEST_CLUSTER("largestCluster"),
  /** The least similarity of a removed document to the kept one, of those that make a pair. */
  LEAST_SIMILARITY("leastSimilarity");

  private final String key;

  Fact(String key) {
    this.key = key;
  }

  /** Returns the name in {@code _neardup.json}. */
  public String key() {
    return key;
  }
}
