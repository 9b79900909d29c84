package io.neardup.hadoop.stage6dedup;

/** What the check of a collection counts. */
public enum CollectionCounters {
  /** Documents of the corpus that were looked for in {@code kept/} or {@code removed/}. */
  DOCUMENTS_COMPARED,
  /** Files of {@code kept/} and {@code removed/} that were opened. */
  FILES_COMPARED,
  /** Documents in {@code kept/} that were too long to be read. */
  UNREAD_FOUND,
  /** Files that are missing, or do not hold exactly the documents that they should. */
  WRONG_FILES
}
