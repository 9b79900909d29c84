package io.neardup.hadoop.corpus;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Frames;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** The manifest: the ranges of a batch in column order, one JSON object per line. */
public final class CorpusManifest {

  /** The manifest's name in the folder of a batch. */
  public static final String FILE = "manifest.jsonl";

  private static final int MAX_LINE_BYTES = 1 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReader READER = JSON.readerFor(CorpusRange.class);

  private CorpusManifest() {}

  /** Returns the manifest line of a range, without line break. */
  public static String line(CorpusRange range) {
    try {
      return JSON.writeValueAsString(range);
    } catch (IOException e) {
      throw new IllegalStateException("a range of strings and numbers can be written as JSON", e);
    }
  }

  /** Returns the range of a line, without line break. */
  public static CorpusRange parse(byte[] line, int offset, int length) throws IOException {
    return READER.readValue(line, offset, length);
  }

  /** Writes the manifest line of a range. */
  public static void append(Writer out, CorpusRange range) throws IOException {
    out.write(line(range));
    out.write('\n');
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
     * @throws IOException if the line is broken; the message names the file and the byte
     */
    public CorpusRange next() throws IOException {
      if (!in.next()) {
        return null;
      }
      try {
        return parse(in.bytes(), in.offset(), in.length());
      } catch (IOException e) {
        throw new IOException(
            manifest + ", byte " + in.position() + ": not a range: " + e.getMessage(), e);
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
