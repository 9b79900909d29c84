package io.neardup.hadoop.stage6dedup;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.SourceReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Document;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.ColumnLists;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.text.DocumentShingler;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.MapContext;

/**
 * Which documents of the sources that a task reads are kept. The decisions of stage 5 and the
 * dropped columns are read beside the documents; all are sorted by column. A document in no cluster
 * is kept, unless it has no shingle and {@code neardup.dedup.documents-without-shingles=remove}.
 */
final class Decisions implements Closeable {

  /** The name of the lines {@code column<TAB>kept column<TAB>cluster} beside the input of tasks. */
  static final String DECISIONS = "decisions";

  /** Reads the ranges of the batch. */
  final SourceReader sources;

  private final Corpus.Batch batch;
  private final ColumnSet.Cursor dropped; // null if no document was dropped
  private final ColumnSet.Cursor droppedOfRanges; // the same, ahead
  private final ColumnLists columns;
  private final DocumentShingler shingler; // null if documents without shingles are kept
  private boolean clustered;

  Decisions(MapContext<?, ?, ?, ?> task) throws IOException {
    Configuration conf = task.getConfiguration();
    Settings settings = HadoopSettings.of(conf);
    batch = CorpusInput.batchOfSources(task);
    sources = SourceReader.of(conf, batch, List.of());
    dropped = CorpusInput.dropped(conf);
    droppedOfRanges = CorpusInput.dropped(conf);
    columns = columns(conf);
    shingler =
        settings.get(Keys.WITHOUT_SHINGLES).equals("remove")
            ? Shinglers.ofOccurrences(conf, settings)
            : null;
  }

  /** Opens the lines of {@link #DECISIONS}. */
  static ColumnLists columns(Configuration conf) throws IOException {
    return new ColumnLists(conf, StageJob.beside(conf, DECISIONS));
  }

  /** Returns the column of the first document of a range. */
  long firstColumn(CorpusRange range) {
    return batch.firstColumn() + range.firstColumn();
  }

  /** Returns whether a range is read again: {@link CorpusManifest#isRead}. */
  boolean isRead(CorpusRange range) throws IOException {
    return CorpusManifest.isRead(range, batch, droppedOfRanges);
  }

  /** Returns whether a document was dropped; columns must ascend. */
  boolean isDropped(long column) throws IOException {
    return dropped != null && dropped.contains(column);
  }

  /** Returns whether a document is kept; columns must ascend. */
  boolean isKept(long column, Document document) throws IOException {
    clustered = columns.seek(column);
    return clustered
        ? columns.nextEntry() && columns.entry() == column
        : shingler == null || !document.elements(shingler).isEmpty();
  }

  /** Returns whether the document of {@link #isKept} is in a cluster. */
  boolean isClustered() {
    return clustered;
  }

  /** Returns the cluster of the document, if it is in one: the column of its first document. */
  long cluster() throws IOException {
    columns.nextEntry();
    return columns.entry();
  }

  @Override
  public void close() {
    IOUtils.closeStreams(sources, dropped, droppedOfRanges, columns);
  }
}
