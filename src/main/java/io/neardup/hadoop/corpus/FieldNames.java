package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** The names of the fields that the first documents of a corpus have, for messages. */
public final class FieldNames {

  private static final int MAX_BATCHES = 10;
  private static final int MAX_DOCUMENTS = 100; // of a batch
  private static final int MAX_NAMES = 20;
  private static final int MAX_LENGTH = 60;

  private FieldNames() {}

  /**
   * Returns up to 20 names, separated by commas, in the order in which they occur: those of the
   * first 100 documents of the first range of each of the first ten batches.
   */
  public static String of(Configuration conf, Corpus corpus) throws IOException {
    Set<String> names = new LinkedHashSet<>();
    List<Corpus.Batch> batches = corpus.batches();
    for (Corpus.Batch batch : batches.subList(0, Math.min(MAX_BATCHES, batches.size()))) {
      add(conf, batch, names);
    }
    return String.join(", ", names.stream().limit(MAX_NAMES).toList())
        + (names.size() > MAX_NAMES ? " and others" : "");
  }

  private static void add(Configuration conf, Corpus.Batch batch, Set<String> names)
      throws IOException {
    try (CorpusManifest.Cursor ranges = new CorpusManifest.Cursor(conf, batch.manifest())) {
      CorpusRange range = ranges.next();
      while (range != null && range.documents() == 0) {
        range = ranges.next();
      }
      if (range != null) {
        try (RangeReader records = batch.forTasks().readers(conf).open(range)) {
          add(records, Math.min(MAX_DOCUMENTS, range.documents()), names);
        }
      }
    }
  }

  private static void add(RangeReader records, long documents, Set<String> names)
      throws IOException {
    for (long left = documents; left > 0 && names.size() <= MAX_NAMES && records.next(); ) {
      if (!records.record().isSkipped()) {
        left--;
        for (String name : records.fieldNames()) {
          String shown = name.replaceAll("\\s+", " ");
          names.add(shown.length() > MAX_LENGTH ? shown.substring(0, MAX_LENGTH) + "..." : shown);
        }
      }
    }
  }
}
