package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.UsageException;
import io.neardup.hadoop.format.Document;
import io.neardup.hadoop.output.Utf8Lines;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Writable;

/**
 * Consecutive documents of a batch, in a file of the catalog and a file of texts.
 *
 * @param folder the name of the batch's folder of documents
 * @param number its position among the ranges of the sources: that of its first range
 * @param documents how many there are, 1 or more
 * @param bytes of their texts
 * @param firstColumn the column of the first document; in the file, counted from the first of the
 *     batch
 * @param firstLine how many lines the file of the first document has before the part
 */
public record CorpusPart(
    String folder, long number, long documents, long bytes, long firstColumn, long firstLine) {

  /** The file of a batch that lists its parts, in the order of the columns. */
  public static final String LIST = "parts.tsv";

  /** The beginning of the name of a batch's folder of documents. */
  public static final String DOCUMENTS = "documents";

  /** The folder of the files that say what the documents are. */
  public static final String CATALOG = "catalog";

  /** The folder of the files of texts. */
  public static final String TEXTS = "texts";

  /** How many bytes of texts a block holds, about: what is read for a single document. */
  public static final int BLOCK_BYTES = 128 << 10;

  /** Returns the part with further documents. */
  public CorpusPart with(long moreDocuments, long moreBytes) {
    return new CorpusPart(
        folder, number, documents + moreDocuments, bytes + moreBytes, firstColumn, firstLine);
  }

  /** Returns the path of the part's file of the catalog or of the texts. */
  Path file(Path batch, String kind) {
    return file(new Path(batch, folder), kind, number);
  }

  /** Returns the path of a part's file of the catalog or of the texts. */
  public static Path file(Path documents, String kind, long number) {
    return new Path(new Path(documents, kind), Quantity.format("part-%05d", number));
  }

  /** Returns the path of the file that has the documents of a part. */
  public static Path data(Path part) {
    return new Path(part, MapFile.DATA_FILE_NAME);
  }

  /** Returns the path of a part's file of the catalog, given that of its texts. */
  static Path catalogOf(Path texts) {
    return new Path(new Path(texts.getParent().getParent(), CATALOG), texts.getName());
  }

  /** Returns the column after that of the last document. */
  long end() {
    return firstColumn + documents;
  }

  /** Returns the line of the list of parts. */
  public String line() {
    long[] numbers = {number, documents, bytes, firstColumn, firstLine};
    return folder + "\t" + StringUtils.join(numbers, '\t');
  }

  /** Reads the parts of batches one by one; their columns are those of the corpus. */
  static final class Cursor implements Closeable {
    private final Configuration conf;
    private final Iterator<Corpus.Batch> batches; // further ones
    private Corpus.Batch batch; // null before the first
    private BufferedReader in; // null before the first part of the batch
    private long end; // the column after those of the parts that were read

    /** Takes batches in the order of their columns. */
    Cursor(Configuration conf, List<Corpus.Batch> batches) {
      this.conf = conf;
      this.batches = batches.iterator();
    }

    /**
     * Returns the next part that ends after a column, or null; UsageException if the list is
     * damaged.
     */
    CorpusPart next(long column) throws IOException {
      while (batch == null || column >= batch.end()) {
        if (!batches.hasNext()) {
          return null;
        }
        close();
        batch = batches.next();
        end = batch.firstColumn();
      }
      if (in == null) {
        in = Utf8Lines.read(conf, new Path(batch.folder(), LIST));
      }
      CorpusPart part;
      do {
        part = parse(in.readLine());
        if (part.firstColumn != end || part.documents <= 0) {
          throw damaged();
        }
        end = part.end();
      } while (end <= column);
      if (end > batch.end()) {
        throw damaged();
      }
      return part;
    }

    private CorpusPart parse(String line) {
      try {
        String[] fields = line == null ? new String[0] : line.split("\t", -1);
        long[] numbers = Arrays.stream(fields, 1, 6).mapToLong(Long::parseLong).toArray();
        long first = batch.firstColumn() + numbers[3];
        return new CorpusPart(fields[0], numbers[0], numbers[1], numbers[2], first, numbers[4]);
      } catch (IndexOutOfBoundsException | NumberFormatException e) {
        throw damaged();
      }
    }

    private UsageException damaged() {
      return new UsageException("%s is damaged; ingest again", new Path(batch.folder(), LIST));
    }

    Corpus.Batch batch() {
      return batch;
    }

    @Override
    public void close() throws IOException {
      if (in != null) {
        in.close();
        in = null;
      }
    }
  }

  /**
   * Writes a part of a batch: two MapFiles, whose keys are the places of documents in the part.
   * Their blocks are compressed, and indexed one by one.
   */
  public static final class Writer implements Closeable {
    private final LongWritable place = new LongWritable();
    private final BytesWritable text = new BytesWritable();
    private final MapFile.Writer catalog;
    private final MapFile.Writer texts;

    /** Creates the files in the folders of the catalog and the texts. */
    public Writer(Configuration conf, Path documents, long number) throws IOException {
      Path entries = file(documents, CATALOG, number);
      catalog = create(conf, entries, CatalogEntry.class);
      texts = create(conf, file(documents, TEXTS, number), BytesWritable.class);
    }

    private static MapFile.Writer create(
        Configuration conf, Path file, Class<? extends Writable> value) throws IOException {
      Configuration blocks = new Configuration(conf);
      blocks.setInt("io.seqfile.compress.blocksize", BLOCK_BYTES);
      MapFile.Writer.setIndexInterval(blocks, 1); // an entry a block, not a document
      return new MapFile.Writer(
          blocks,
          file,
          MapFile.Writer.keyClass(LongWritable.class),
          SequenceFile.Writer.valueClass(value),
          SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK, new ZstdCodec()));
    }

    /** Appends a document, and sets the length of its text in its entry. */
    public void append(CatalogEntry entry, Document document) throws IOException {
      entry.textLength = document.textLength();
      text.set(document.textBytes(), document.textOffset(), document.textLength());
      catalog.append(place, entry);
      texts.append(place, text);
      place.set(place.get() + 1);
    }

    @Override
    public void close() throws IOException {
      try (catalog) {
        texts.close();
      }
    }
  }
}
