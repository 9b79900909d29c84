package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.util.LineReader;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;

/**
 * A list of sources: of a batch, or of what is to be ingested, without counts yet. Each line is a
 * range, in column order: the components of {@link CorpusRange}, separated by tabs, with strings
 * {@linkplain TsvEscapes escaped}.
 *
 * @param path where it is
 * @param ranges how many it has: files, if each is one range
 * @param bytes of all of them together
 */
public record CorpusManifest(Path path, long ranges, long bytes) {

  /** The name of a batch's list in its folder. */
  public static final String FILE = "sources.tsv";

  private static final int MAX_LINE_BYTES = 1 << 20;
  private static final int FIELDS = CorpusRange.class.getRecordComponents().length;

  /** Returns the line of a range, without line break. */
  public static String line(CorpusRange range) {
    long[] numbers = {
      range.start(), range.end(), range.length(), range.modified(),
      range.firstColumn(), range.documents(), range.skipped(), range.firstLine()
    };
    return String.join(
        "\t",
        TsvEscapes.escape(range.file()),
        TsvEscapes.escape(range.name()),
        StringUtils.join(numbers, '\t'),
        range.checksum());
  }

  /** Returns the range of a line; IllegalArgumentException if it is malformed. */
  public static CorpusRange parse(String line) {
    String[] fields = line.split("\t", -1);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException(fields.length + " fields");
    }
    String file = TsvEscapes.unescape(fields[0]);
    String name = TsvEscapes.unescape(fields[1]);
    long[] numbers = Arrays.stream(fields, 2, FIELDS - 1).mapToLong(Long::parseLong).toArray();
    return CorpusRange.uncounted(file, name, numbers[0], numbers[1], numbers[2], numbers[3])
        .counted(numbers[4], numbers[5], numbers[6], numbers[7], fields[FIELDS - 1]);
  }

  /** Does something with each range of a list. */
  public static void forEach(Configuration conf, Path list, ConsumerRaisingIOE<CorpusRange> action)
      throws IOException {
    try (Cursor in = new Cursor(conf, list)) {
      for (CorpusRange range = in.next(); range != null; range = in.next()) {
        action.accept(range);
      }
    }
  }

  /**
   * Does something with the first range that {@linkplain #isRead is read} of each of the first
   * files of a batch.
   */
  public static void forFiles(
      Configuration conf,
      Corpus.Batch batch,
      Optional<ColumnSet> dropped,
      long most,
      ConsumerRaisingIOE<CorpusRange> action)
      throws IOException {
    try (Cursor in = new Cursor(conf, batch.manifest());
        ColumnSet.Cursor columns = dropped.isPresent() ? dropped.get().read(conf) : null) {
      String last = null;
      long files = 0;
      for (CorpusRange range = in.next(); range != null && files < most; range = in.next()) {
        if (!range.file().equals(last) && isRead(range, batch, columns)) {
          action.accept(range);
          last = range.file();
          files++;
        }
      }
    }
  }

  /**
   * Returns whether a range is read again, for copies of its records: not if all its documents were
   * dropped, and no record was set aside. Its file may have been deleted. Ranges must ascend.
   *
   * @param dropped null if no document was dropped
   */
  public static boolean isRead(CorpusRange range, Corpus.Batch batch, ColumnSet.Cursor dropped)
      throws IOException {
    return dropped == null || range.skipped() > 0 || hasDocument(range, batch, dropped);
  }

  private static boolean hasDocument(
      CorpusRange range, Corpus.Batch batch, ColumnSet.Cursor dropped) throws IOException {
    boolean isLeft = false;
    long first = batch.firstColumn() + range.firstColumn();
    for (long column = first; !isLeft && column < first + range.documents(); column++) {
      isLeft = !dropped.contains(column);
    }
    return isLeft;
  }

  /** Returns whether a file of a batch has a document that was not dropped. */
  public static boolean hasDocument(
      Configuration conf, Corpus.Batch batch, ColumnSet dropped, String file) throws IOException {
    boolean[] isLeft = {false};
    try (ColumnSet.Cursor columns = dropped.read(conf)) {
      forEach(
          conf,
          batch.manifest(),
          range -> isLeft[0] |= range.file().equals(file) && hasDocument(range, batch, columns));
    }
    return isLeft[0];
  }

  /** Writes a list. */
  public static final class Appender implements Closeable {
    private final Path path;
    private final Writer out;
    private long ranges;
    private long bytes;

    /** Begins a list; replaces an existing one of the same path. */
    public Appender(Configuration conf, Path path) throws IOException {
      this.path = path;
      this.out = Utf8Lines.write(conf, path);
    }

    public void add(CorpusRange range) throws IOException {
      out.write(line(range) + "\n");
      ranges++;
      bytes += range.bytes();
    }

    /** Adds a file in ranges of so many bytes. */
    public void addCut(CorpusRange file, long rangeBytes) throws IOException {
      long start = 0;
      do {
        long end = Math.min(file.length(), start + rangeBytes);
        add(
            CorpusRange.uncounted(
                file.file(), file.name(), start, end, file.length(), file.modified()));
        start = end;
      } while (start < file.length());
    }

    /** Ends the list and returns it. */
    public CorpusManifest finish() throws IOException {
      out.close();
      return new CorpusManifest(path, ranges, bytes);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Reads the ranges one by one. */
  public static final class Cursor implements Closeable {
    private final LineReader in;
    private final Text line = new Text();
    private long lineStart; // of the range read last
    private long position; // behind it
    private final Path manifest;

    /** Opens a manifest. */
    public Cursor(Configuration conf, Path manifest) throws IOException {
      this(conf, manifest, 0);
    }

    /** Opens a manifest at a byte offset where a line begins. */
    public Cursor(Configuration conf, Path manifest, long offset) throws IOException {
      this.manifest = manifest;
      FSDataInputStream stream = manifest.getFileSystem(conf).open(manifest);
      stream.seek(offset);
      position = offset;
      in = new LineReader(stream);
    }

    /**
     * Returns the next range, or null at the end; IOException with file and byte if it is
     * malformed.
     */
    public CorpusRange next() throws IOException {
      lineStart = position;
      position += in.readLine(line, MAX_LINE_BYTES);
      if (position == lineStart) {
        return null;
      }
      try {
        return parse(line.toString());
      } catch (IllegalArgumentException e) {
        throw new IOException(manifest + ", byte " + lineStart + ": not a range: " + e, e);
      }
    }

    /** Returns the byte offset of the line of the range read last. */
    public long offset() {
      return lineStart;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
