package io.neardup.hadoop.stage0ingest;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.output.StageMetadata;
import java.util.Comparator;
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

  /** Prefix of the counters of kinds of records that are not documents. */
  static final String NO_DOCUMENT = SkipReason.NO_DOCUMENT + " ";

  /** The order of counts: the largest first. */
  static final Comparator<Map.Entry<String, Long>> LARGEST_FIRST =
      Map.Entry.<String, Long>comparingByValue()
          .reversed()
          .thenComparing(Map.Entry.comparingByKey());

  /** Returns the most frequent kinds of records that are no documents, with their numbers. */
  public static String noDocuments(StageMetadata ingest) {
    return ingest.counts().entrySet().stream()
        .filter(count -> count.getKey().startsWith(NO_DOCUMENT))
        .sorted(LARGEST_FIRST)
        .map(
            count ->
                Quantity.format(
                    "%,d %s", count.getValue(), count.getKey().substring(NO_DOCUMENT.length())))
        .collect(Collectors.joining(", "));
  }
}
