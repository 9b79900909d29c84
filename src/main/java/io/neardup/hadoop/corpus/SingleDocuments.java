package io.neardup.hadoop.corpus;

import io.neardup.hadoop.corpus.Corpus.Batch;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads single documents of a corpus by their columns, in this process.
 *
 * <p>Memory: one document and the index of a part.
 */
public final class SingleDocuments {

  private final Configuration conf;
  private final List<Batch> batches;
  private final boolean texts;
  private final DocumentWritable document = new DocumentWritable();

  /** Takes documents, by column. */
  public interface Sink {
    /** Takes a document, which the next call overwrites. */
    void take(long column, DocumentWritable document) throws IOException;
  }

  /**
   * @param batches of the corpus
   * @param texts whether the texts are read
   */
  public SingleDocuments(Configuration conf, List<Batch> batches, boolean texts) {
    this.conf = conf;
    this.batches = batches;
    this.texts = texts;
  }

  /** Reads documents. */
  public void read(NavigableSet<Long> columns, Sink sink) throws IOException {
    for (Batch batch : batches) {
      try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, batch.folder())) {
        for (CorpusPart part = parts.next(); part != null; part = parts.next()) {
          long first = batch.firstColumn() + part.firstColumn();
          read(batch, part, columns.subSet(first, first + part.documents()), sink);
        }
      }
    }
  }

  private void read(Batch batch, CorpusPart part, SortedSet<Long> wanted, Sink sink)
      throws IOException {
    if (wanted.isEmpty()) {
      return;
    }
    PartReader.Content content = texts ? PartReader.Content.ALL : PartReader.Content.CATALOG;
    try (PartReader in = part.open(conf, batch.folder(), content)) {
      for (long column : wanted) {
        in.read(column - batch.firstColumn() - part.firstColumn(), document);
        sink.take(column, document);
      }
    }
  }
}
