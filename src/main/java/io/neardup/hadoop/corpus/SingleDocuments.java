package io.neardup.hadoop.corpus;

import io.neardup.hadoop.corpus.Corpus.Batch;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceRecord;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedSet;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads single documents of a corpus by their columns, in this process. Of the ranges that hold
 * them, each is read from its beginning to the last of them; the manifests are read whole.
 *
 * <p>Memory: one document.
 */
public final class SingleDocuments {

  /** Bytes counted for a record besides its id and text. */
  private static final int RECORD_BYTES = 16;

  private final Configuration conf;
  private final List<Batch> batches;
  private final long maxRangeBytes;
  private long bytesLeft;

  /** Takes documents, by column. */
  public interface Sink {
    /** Takes a document, which the next call overwrites. */
    void take(long column, DocumentWritable document) throws IOException;
  }

  /**
   * @param batches of the corpus
   * @param maxRangeBytes how many bytes of ids and texts are read of one range, at most; documents
   *     behind them are left out
   * @param maxBytes how many bytes of ids and texts are read of all ranges, at most
   */
  public SingleDocuments(
      Configuration conf, List<Batch> batches, long maxRangeBytes, long maxBytes) {
    this.conf = conf;
    this.batches = batches;
    this.maxRangeBytes = maxRangeBytes;
    this.bytesLeft = maxBytes;
  }

  /**
   * Reads documents, but no more bytes than is allowed. The same columns give the same documents.
   *
   * @param columns which
   * @throws CorpusChangedException if a file that holds one has changed
   */
  public void read(NavigableSet<Long> columns, Sink sink) throws IOException {
    for (Batch batch : batches) {
      SortedSet<Long> ofBatch =
          columns.subSet(batch.firstColumn(), batch.firstColumn() + batch.metadata().columns());
      if (!ofBatch.isEmpty()) {
        read(batch, columns, ofBatch.last(), sink);
      }
    }
  }

  private void read(Batch batch, NavigableSet<Long> columns, long last, Sink sink)
      throws IOException {
    RangeReaders readers = batch.forTasks().readers(conf);
    try (CorpusManifest.Cursor manifest = new CorpusManifest.Cursor(conf, batch.manifest())) {
      for (CorpusRange range = manifest.next(); range != null; range = manifest.next()) {
        long first = batch.firstColumn() + range.firstColumn();
        if (first > last) {
          return;
        }
        NavigableSet<Long> wanted = columns.subSet(first, true, first + range.documents(), false);
        if (!wanted.isEmpty()) {
          read(readers, range, first, wanted, sink);
        }
      }
    }
  }

  private void read(
      RangeReaders readers, CorpusRange range, long first, NavigableSet<Long> wanted, Sink sink)
      throws IOException {
    DocumentWritable document = new DocumentWritable();
    long bytes = Math.min(maxRangeBytes, bytesLeft);
    long column = first;
    // A reader of texts may not notice damage, and then would count other records.
    try (RangeReader in = range.skipped() == 0 ? readers.openText(range) : readers.open(range)) {
      while (column <= wanted.last() && bytes > 0 && in.next()) {
        SourceRecord record = in.record();
        long read = RECORD_BYTES + (long) record.idLength() + record.textLength();
        bytes -= read;
        bytesLeft -= read;
        if (record.isSkipped()) {
          continue;
        }
        if (wanted.contains(column)) {
          document.set(
              record.idBytes(),
              record.idLength(),
              record.textBytes(),
              record.textOffset(),
              record.textLength());
          document.setOrigin(in.sourceName(), in.sourceFile(), record.position(), record.fields());
          sink.take(column, document);
        }
        column++;
      }
    }
  }
}
