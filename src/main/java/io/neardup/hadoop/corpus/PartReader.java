package io.neardup.hadoop.corpus;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.Writable;

/** Reads documents of a part of a batch: what the catalog says, the texts, or both. */
final class PartReader implements Closeable {

  /** What is read of a document. */
  enum Content {
    /** The id, the origin and the fields. */
    CATALOG,
    /** The text. */
    TEXT,
    /** All of it. */
    ALL
  }

  private final CatalogEntry entry = new CatalogEntry();
  private final BytesWritable text = new BytesWritable();
  private final long firstLine;
  private final int[] fields;
  private final Column catalog; // null if it is not read
  private final Column texts; // likewise

  /**
   * Opens a part.
   *
   * @param number of the part
   * @param firstLine how many lines the file of its first document has before it
   * @param fields the positions of the wanted fields among those of the catalog
   */
  PartReader(
      Configuration conf, Path batch, long number, long firstLine, int[] fields, Content content)
      throws IOException {
    this.firstLine = firstLine;
    this.fields = fields;
    catalog =
        content == Content.TEXT
            ? null
            : new Column(conf, CorpusPart.file(batch, CorpusPart.CATALOG, number));
    try {
      texts =
          content == Content.CATALOG
              ? null
              : new Column(conf, CorpusPart.file(batch, CorpusPart.TEXTS, number));
    } catch (IOException | RuntimeException e) {
      IOUtils.closeStream(catalog);
      throw e;
    }
  }

  /**
   * Reads a document. The places of consecutive calls ascend.
   *
   * @param place in the part, from 0
   * @param document is made to refer to what was read
   */
  void read(long place, DocumentWritable document) throws IOException {
    if (catalog != null) {
      catalog.read(place, entry);
      entry.copyTo(document, firstLine, fields);
    }
    if (texts != null) {
      texts.read(place, text);
      document.setText(text.getBytes(), 0, text.getLength());
    }
  }

  @Override
  public void close() throws IOException {
    if (catalog != null) {
      catalog.close();
    }
    if (texts != null) {
      texts.close();
    }
  }

  /** One of the files. */
  private static final class Column implements Closeable {
    private final LongWritable wanted = new LongWritable();
    private final LongWritable found = new LongWritable(-1);
    private final Path file;
    private final MapFile.Reader in;

    Column(Configuration conf, Path file) throws IOException {
      this.file = file;
      this.in = new MapFile.Reader(file, conf);
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
