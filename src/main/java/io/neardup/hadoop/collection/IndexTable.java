package io.neardup.hadoop.collection;

import java.util.Locale;

/** The two tables of the index of a collection. */
enum IndexTable {
  /** An entry for each band of each ordinary column: (band, band hash, column). */
  BANDS,
  /** An entry for each column: (0, hash of the signature, column). */
  TWINS;

  /** Returns the prefix of the names of the files in which a job leaves its new run. */
  String runFiles() {
    return "run-of-" + name().toLowerCase(Locale.ROOT);
  }
}
