package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.job.StageMetadata;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What stage 0 counts. Records set aside are also counted by reason, in {@link
 * io.neardup.hadoop.format.SkipReason}.
 */
public enum IngestCounters {
  /** Records read: documents + set aside. */
  RECORDS,
  /** Documents, each of which has a column. */
  DOCUMENTS,
  /** Records set aside. */
  SKIPPED,
  /** Bytes of the documents' texts. */
  TEXT_BYTES,
  /** Byte ranges of the manifest. */
  RANGES,
  /** Documents, of sets: elements, with bytes that are not of their charset. */
  MALFORMED,
  /** Ids of more than one document. */
  REPEATED_IDS,
  /** Lines of set and element that were grouped into sets. */
  SET_MEMBERS;

  private static final String NO_DOCUMENT = SkipReason.NO_DOCUMENT + " ";

  /** Returns the name of such a counter. */
  static String noDocument(String kind) {
    return NO_DOCUMENT + kind;
  }

  /** Returns the most frequent kinds of records that are no documents, with their numbers. */
  public static String noDocuments(StageMetadata ingest) {
    return ingest.counts().entrySet().stream()
        .filter(count -> count.getKey().startsWith(NO_DOCUMENT))
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(
            count ->
                Quantity.number(count.getValue())
                    + " "
                    + count.getKey().substring(NO_DOCUMENT.length()))
        .collect(Collectors.joining(", "));
  }
}
