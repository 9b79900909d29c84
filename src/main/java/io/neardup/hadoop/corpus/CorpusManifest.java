package io.neardup.hadoop.corpus;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.table.TsvEscapes;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/**
 * The list of a batch's sources. Each line is a range, in column order: the components of {@link
 * CorpusRange}, separated by tabs, with strings {@linkplain TsvEscapes escaped}.
 */
public final class CorpusManifest {

  /** The list's name in the folder of a batch. */
  public static final String FILE = "sources.tsv";

  private static final int MAX_LINE_BYTES = 1 << 20;
  private static final int FIELDS = CorpusRange.class.getRecordComponents().length;

  private CorpusManifest() {}

  /** Returns the line of a range, without line break. */
  public static String line(CorpusRange range) {
    StringBuilder line = new StringBuilder(TsvEscapes.escape(range.file())).append('\t');
    line.append(TsvEscapes.escape(range.name())).append('\t');
    long[] numbers = {
      range.start(), range.end(), range.length(), range.modified(),
      range.firstColumn(), range.documents(), range.skipped(), range.firstLine()
    };
    for (long number : numbers) {
      line.append(number).append('\t');
    }
    return line.append(range.checksum()).toString();
  }

  /**
   * Returns the range of a line.
   *
   * @throws IllegalArgumentException if the line is malformed
   */
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

  /** Writes the line of a range. */
  public static void append(Writer out, CorpusRange range) throws IOException {
    out.write(line(range) + "\n");
  }

  /** Reads the ranges one by one. */
  public static final class Cursor implements Closeable {
    private final Frames in;
    private final Path manifest;
    private String lastFile; // given by nextFile

    /** Opens a manifest. */
    public Cursor(Configuration conf, Path manifest) throws IOException {
      this(conf, manifest, 0);
    }

    /** Opens a manifest at a byte offset where a line begins. */
    public Cursor(Configuration conf, Path manifest, long offset) throws IOException {
      this.manifest = manifest;
      FSDataInputStream stream = manifest.getFileSystem(conf).open(manifest);
      stream.seek(Math.max(0, offset - 1));
      in = new Frames(stream, offset, Long.MAX_VALUE, MAX_LINE_BYTES);
    }

    /**
     * Returns the next range, or null at the end.
     *
     * @throws IOException if the line is malformed; the message names the file and the byte
     */
    public CorpusRange next() throws IOException {
      if (!in.next()) {
        return null;
      }
      try {
        return parse(new String(in.bytes(), in.offset(), in.length(), StandardCharsets.UTF_8));
      } catch (IllegalArgumentException e) {
        throw new IOException(manifest + ", byte " + in.position() + ": not a range: " + e, e);
      }
    }

    /** Returns the next range of another file than the last one, or null at the end. */
    CorpusRange nextFile() throws IOException {
      CorpusRange range = next();
      while (range != null && range.file().equals(lastFile)) {
        range = next();
      }
      lastFile = range == null ? null : range.file();
      return range;
    }

    /** Returns the byte offset of the line of the range read last. */
    public long offset() {
      return in.position();
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
