package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.similarity.IndexedSet;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Ranks documents as a task reads them. */
public final class DocumentRanks {

  private final KeepPolicy policy;
  private final SourceLabels labels;
  private final String priorityField; // empty if there is none
  private final DocumentShingler ofSets; // null for texts
  private final IndexedSet set = new IndexedSet();

  /** Makes ranks by the settings of a task. */
  public DocumentRanks(Configuration conf) throws IOException {
    Settings settings = HadoopSettings.of(conf);
    policy = new KeepPolicy(settings);
    priorityField = settings.get(Keys.PRIORITY_FIELD);
    boolean sets = Shinglers.isCorpusOfSets(conf);
    labels = new SourceLabels(settings, sets);
    ofSets = sets ? Shinglers.of(conf, settings) : null;
  }

  /** Returns the value of a document's priority field; null if it has none. */
  String priority(DocumentWritable document) {
    return document.field(priorityField);
  }

  /** Returns the rank of a document, which needs the elements of sets: {@link KeepPolicy#rank}. */
  public byte[] of(long column, DocumentWritable document) {
    return policy.rank(
        new KeepPolicy.Ranked(
            column,
            length(document),
            document.fileName(),
            document.filePath(),
            priority(document),
            labels.name(document)));
  }

  private int length(DocumentWritable document) {
    if (ofSets == null) {
      return document.textLength();
    }
    LongArrayList elements = document.elements(ofSets);
    set.take(elements.elements(), elements.size());
    return set.size(); // without repeats
  }
}
