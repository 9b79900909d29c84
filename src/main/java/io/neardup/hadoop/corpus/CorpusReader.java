package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.output.CopyPermission;
import io.neardup.hadoop.output.StageMetadata;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
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

  private static final int MAX_PROBLEMS = 10; // that are named

  private final Configuration conf;
  private final CorpusPart.Cursor parts;
  private final Content content;
  private final CopyPermission permission;
  private final BytesWritable text = new BytesWritable();
  private CorpusPart part; // null before the first
  private List<String> fields; // of the part's batch
  private Column catalog; // of the part; null if it is not read
  private Column texts; // likewise

  /** Makes a reader of batches in the order of their columns; it opens files as they are needed. */
  public CorpusReader(Configuration conf, List<Corpus.Batch> batches, Content content) {
    this(conf, batches, content, new CopyPermission());
  }

  /** Makes such a reader, which adds the files of texts that it opens to a permission. */
  public CorpusReader(
      Configuration conf, List<Corpus.Batch> batches, Content content, CopyPermission permission) {
    this.permission = permission;
    this.conf = conf;
    this.parts = new CorpusPart.Cursor(conf, batches);
    this.content = content;
  }

  /**
   * Reads a document of a larger column than the last into one that refers to it until the next
   * call. IOException if it cannot be read; documents of the next part may still be.
   */
  public void read(long column, DocumentWritable document) throws IOException {
    if (part == null || column >= part.end()) {
      openPart(column);
    }
    long place = column - part.firstColumn();
    if (catalog != null) {
      document.setFieldNames(fields);
      catalog.read(place, document.entry);
      document.setRead(part.firstLine());
    }
    if (texts != null) {
      texts.read(place, text);
      document.setText(text.getBytes(), 0, text.getLength());
    }
  }

  private void openPart(long column) throws IOException {
    part = parts.next(column);
    closePart();
    if (part == null) {
      throw new IOException("the corpus has no document of column " + column);
    }
    Path folder = parts.batch().folder();
    if (content != Content.TEXT) {
      fields = parts.batch().fields();
      catalog = new Column(conf, part.file(folder, CorpusPart.CATALOG));
    }
    if (content != Content.CATALOG) {
      texts = new Column(conf, part.file(folder, CorpusPart.TEXTS));
      permission.add(texts.status);
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

  /**
   * Checks that a batch is what ingest wrote: reads every part and compares the numbers of
   * documents and bytes. Each block has a checksum. The sources are not read. Memory: one document.
   *
   * @param problems receives one line for each of the first problems
   * @return how many problems there are
   */
  public static long verify(Configuration conf, Corpus.Batch batch, Consumer<String> problems)
      throws IOException {
    long[] found = {0};
    Consumer<String> first =
        problem -> {
          found[0]++;
          if (found[0] <= MAX_PROBLEMS) {
            problems.accept(problem);
          }
        };
    if (!StageMetadata.hash(conf, batch.manifest()).equals(batch.metadata().corpus())) {
      first.accept(batch.manifest() + " is not the manifest that ingest wrote");
    }
    try (CorpusPart.Cursor parts = new CorpusPart.Cursor(conf, List.of(batch));
        CorpusReader in = new CorpusReader(conf, List.of(batch), Content.ALL)) {
      CorpusPart part = parts.next(batch.firstColumn());
      while (part != null) {
        try {
          verify(batch, part, in);
        } catch (IOException e) {
          first.accept(e.getMessage());
        }
        part = parts.next(part.end());
      }
    } catch (IOException | UsageException e) {
      first.accept(e.getMessage());
    }
    return found[0];
  }

  private static void verify(Corpus.Batch batch, CorpusPart part, CorpusReader in)
      throws IOException {
    DocumentWritable document = new DocumentWritable();
    long bytes = 0;
    for (long column = part.firstColumn(); column < part.end(); column++) {
      in.read(column, document);
      bytes += document.textLength();
    }
    if (bytes != part.bytes()) {
      String found = " has " + Quantity.of(bytes, "byte") + " of text; ingest found ";
      throw new IOException(
          part.file(batch.folder(), CorpusPart.TEXTS) + found + Quantity.number(part.bytes()));
    }
  }

  /** One of the files of a part. */
  static final class Column implements Closeable {
    private final LongWritable wanted = new LongWritable();
    private final LongWritable found = new LongWritable(-1);
    private final Path file;
    private final MapFile.Reader in;
    private SequenceFile.Reader data; // what it reads
    private FileStatus status; // of its documents
    private long first; // place in the block that is read, or one after it

    Column(Configuration conf, Path file) throws IOException {
      this.file = file;
      this.in =
          new MapFile.Reader(file, conf) {
            @Override
            protected SequenceFile.Reader createDataFileReader(
                Path dataFile, Configuration itsConf, SequenceFile.Reader.Option... options)
                throws IOException {
              FileSystem fs = dataFile.getFileSystem(itsConf);
              status = fs.getFileStatus(dataFile);
              Column.this.data =
                  new SequenceFile.Reader(
                      itsConf,
                      SequenceFile.Reader.stream(SourceStream.open(fs, status, status.getLen())),
                      SequenceFile.Reader.length(status.getLen()));
              return Column.this.data;
            }
          };
    }

    void read(long place, Writable value) throws IOException {
      boolean has;
      try {
        long block = data.getPosition();
        boolean isNear = true;
        do { // through blocks of about that many documents: a search would go back
          has = data.next(found);
          if (data.getPosition() != block) {
            block = data.getPosition();
            isNear = place - found.get() < found.get() - first;
            first = found.get();
          }
        } while (has && found.get() < place && isNear);
        if (has && found.get() == place) {
          data.getCurrentValue(value);
        } else {
          wanted.set(place);
          has = in.get(wanted, value) != null;
          found.set(place);
          first = place;
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
