package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.StorageException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;

/**
 * Reads documents of a corpus by their columns: what the catalog says, the texts, or both.
 *
 * <p>Memory: a document, a block of documents, and the index of a part.
 */
public final class CorpusReader implements Closeable {

  /** What is read of a document. */
  public enum Content {
    /** The id, the origin and the fields. */
    CATALOG,
    /** The text. */
    TEXT,
    /** All of it. */
    ALL
  }

  private final Configuration conf;
  private final CorpusPart.Cursor parts;
  private final List<String> fields;
  private final Content content;
  private final CatalogEntry entry = new CatalogEntry();
  private final BytesWritable text = new BytesWritable();
  private int[] positions; // of the fields in the catalog
  private CorpusPart part; // null before the first
  private Column catalog; // of the part; null if it is not read
  private Column texts; // likewise

  /**
   * Makes a reader; it opens files as they are needed.
   *
   * @param batches in the order of their columns
   * @param fields the names of those that documents are to have; the catalogs may have others
   */
  public CorpusReader(
      Configuration conf, List<CorpusBatch> batches, List<String> fields, Content content) {
    this.conf = conf;
    this.parts = new CorpusPart.Cursor(conf, batches);
    this.fields = fields;
    this.content = content;
  }

  /** Makes a reader of documents without fields. */
  public static CorpusReader of(Configuration conf, List<Corpus.Batch> batches, Content content) {
    List<CorpusBatch> forTasks = batches.stream().map(Corpus.Batch::forTasks).toList();
    return new CorpusReader(conf, forTasks, List.of(), content);
  }

  /**
   * Reads a document.
   *
   * @param column larger than that of the call before
   * @param document is made to refer to what was read, until the next call
   * @throws IOException if it cannot be read; documents of the next part may still be
   */
  public void read(long column, DocumentWritable document) throws IOException {
    if (part == null || column >= part.end()) {
      openPart(column);
    }
    long place = column - part.firstColumn();
    if (catalog != null) {
      catalog.read(place, entry);
      entry.copyTo(document, part.firstLine(), positions);
    }
    if (texts != null) {
      texts.read(place, text);
      document.setText(text.getBytes(), 0, text.getLength());
    }
  }

  private void openPart(long column) throws IOException {
    part = parts.next(column);
    closePart();
    positions = parts.batch().positions(fields);
    Path folder = parts.batch().folderPath();
    if (content != Content.TEXT) {
      catalog = new Column(conf, part.file(folder, CorpusPart.CATALOG));
    }
    if (content != Content.CATALOG) {
      texts = new Column(conf, part.file(folder, CorpusPart.TEXTS));
    }
  }

  private void closePart() {
    IOUtils.closeStreams(catalog, texts);
    catalog = null;
    texts = null;
  }

  @Override
  public void close() {
    closePart();
    IOUtils.closeStreams(parts);
  }

  /** One of the files of a part. */
  static final class Column implements Closeable {
    private final LongWritable wanted = new LongWritable();
    private final LongWritable found = new LongWritable(-1);
    private final Path file;
    private final MapFile.Reader in;

    Column(Configuration conf, Path file) throws IOException {
      this.file = file;
      this.in =
          new MapFile.Reader(file, conf) {
            @Override
            protected SequenceFile.Reader createDataFileReader(
                Path data, Configuration itsConf, SequenceFile.Reader.Option... options)
                throws IOException {
              long length = data.getFileSystem(itsConf).getFileStatus(data).getLen();
              return new SequenceFile.Reader(
                  itsConf,
                  SequenceFile.Reader.stream(SourceStream.open(itsConf, data)),
                  SequenceFile.Reader.length(length));
            }
          };
    }

    void read(long place, Writable value) throws IOException {
      boolean has;
      try {
        if (place == found.get() + 1) {
          has = in.next(found, value);
        } else {
          wanted.set(place);
          has = in.get(wanted, value) != null;
          found.set(place);
        }
      } catch (IOException | RuntimeException e) {
        StorageException storage = StorageException.causeOf(e);
        if (storage != null) {
          throw storage;
        }
        throw new IOException(file + " is damaged; ingest again: " + e.getMessage(), e);
      }
      if (!has || found.get() != place) {
        throw new IOException(file + " has no document " + place + "; ingest again");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
