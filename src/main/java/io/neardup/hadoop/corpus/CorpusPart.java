package io.neardup.hadoop.corpus;

import io.neardup.config.UsageException;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.MapFile;

/**
 * Consecutive documents of a batch, in a file of the catalog and a file of texts.
 *
 * @param folder the name of the batch's folder of documents
 * @param number its position among the ranges of the sources: that of its first range
 * @param documents how many there are, 1 or more
 * @param bytes of their texts
 * @param firstColumn the column of the first document, counted from the first of the batch
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
  static Path file(Path documents, String kind, long number) {
    return new Path(new Path(documents, kind), String.format(Locale.ROOT, "part-%05d", number));
  }

  /** Returns the path of the file that has the documents of a part. */
  public static Path data(Path part) {
    return new Path(part, MapFile.DATA_FILE_NAME);
  }

  /** Returns the path of a part's file of the catalog, given that of its texts. */
  static Path catalogOf(Path texts) {
    return new Path(new Path(texts.getParent().getParent(), CATALOG), texts.getName());
  }

  /** Returns the line of the list of parts. */
  public String line() {
    return folder + "\t" + number + "\t" + documents + "\t" + bytes + "\t" + firstColumn + "\t" + firstLine;
  }

  /** Reads the parts of a batch one by one. */
  static final class Cursor implements Closeable {
    private final Path list;
    private final BufferedReader in;
    private long columns;

    /** Opens the list in the folder of a batch. */
    Cursor(Configuration conf, Path batch) throws IOException {
      list = new Path(batch, LIST);
      in = Utf8Lines.read(conf, list);
    }

    /**
     * Returns the next part, or null at the end.
     *
     * @throws UsageException if the list is damaged
     */
    CorpusPart next() throws IOException {
      String line = in.readLine();
      if (line == null) {
        return null;
      }
      String[] fields = line.split("\t", -1);
      try {
        CorpusPart part =
            new CorpusPart(
                fields[0],
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Long.parseLong(fields[5]));
        if (part.firstColumn == columns && part.documents > 0) {
          columns += part.documents;
          return part;
        }
      } catch (IndexOutOfBoundsException | NumberFormatException e) {
        throw damaged();
      }
      throw damaged();
    }

    /** Returns the exception for a list that is not the one that was written. */
    UsageException damaged() {
      return new UsageException(list + " is damaged; ingest again");
    }

    /** Returns how many documents the parts have that were read. */
    long columns() {
      return columns;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
