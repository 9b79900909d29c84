package io.neardup.hadoop.stage5cluster.keep;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.graph.KeepPolicy;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceLabels;
import io.neardup.hadoop.output.HadoopSettings;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Ranks documents as a task reads them. Needs the fields that {@link #requestFields} asks for. */
public final class DocumentRanks {

  private final KeepPolicy policy;
  private final SourceLabels labels;
  private final boolean hasPriority;

  /** Makes ranks by the settings of a task. */
  public DocumentRanks(Configuration conf) throws IOException {
    Settings settings = HadoopSettings.of(conf);
    policy = new KeepPolicy(settings);
    hasPriority = !settings.get(Keys.PRIORITY_FIELD).isEmpty();
    labels = new SourceLabels(settings, Shinglers.isCorpusOfSets(conf), hasPriority ? 1 : 0);
  }

  /** Makes a job read the fields of the priority and of the source, those of them that are set. */
  public static void requestFields(Settings settings, Configuration conf) {
    List<String> fields =
        Stream.of(settings.get(Keys.PRIORITY_FIELD), settings.get(Keys.SOURCE_FIELD))
            .filter(field -> !field.isEmpty())
            .toList();
    CorpusInput.setFields(conf, fields);
  }

  /** Returns the value of a document's priority field; null if it has none. */
  String priority(DocumentWritable document) {
    return hasPriority ? document.field(0) : null;
  }

  /** Returns the rank of a document: {@link KeepPolicy#rank}. */
  public byte[] of(long column, DocumentWritable document) {
    return policy.rank(
        new KeepPolicy.Ranked(
            column,
            document.textLength(),
            document.fileName(),
            document.filePath(),
            priority(document),
            labels.name(document)));
  }
}
