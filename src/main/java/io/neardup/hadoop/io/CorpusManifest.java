package io.neardup.hadoop.io;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The manifest: the ranges of a corpus in the order of their columns, a JSON object a line. */
public final class CorpusManifest {

  /** The manifest's name in the folder of a corpus. */
  public static final String FILE = "manifest.jsonl";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ObjectReader READER = JSON.readerFor(CorpusRange.class);

  private CorpusManifest() {}

  /** Returns the line of a range, without line break. */
  public static String line(CorpusRange range) {
    try {
      return JSON.writeValueAsString(range);
    } catch (IOException e) {
      throw new IllegalStateException("a range of strings and numbers has a JSON form", e);
    }
  }

  /** Writes the line of a range. */
  public static void append(Writer out, CorpusRange range) throws IOException {
    out.write(line(range));
    out.write('\n');
  }

  /** Returns all ranges of a manifest. */
  public static List<CorpusRange> read(Configuration conf, Path manifest) throws IOException {
    List<CorpusRange> ranges = new ArrayList<>();
    try (Cursor cursor = new Cursor(conf, manifest)) {
      for (CorpusRange range = cursor.next(); range != null; range = cursor.next()) {
        ranges.add(range);
      }
    }
    return ranges;
  }

  /** Reads the ranges one by one. */
  public static final class Cursor implements Closeable {
    private final BufferedReader in;
    private final Path manifest;
    private long line;

    /** Opens a manifest. */
    public Cursor(Configuration conf, Path manifest) throws IOException {
      this.manifest = manifest;
      in =
          new BufferedReader(
              new InputStreamReader(
                  manifest.getFileSystem(conf).open(manifest), StandardCharsets.UTF_8));
    }

    /**
     * Returns the next range, null at the end; IOException naming file and line if it is broken.
     */
    public CorpusRange next() throws IOException {
      String text = in.readLine();
      if (text == null) {
        return null;
      }
      line++;
      try {
        return READER.readValue(text);
      } catch (IOException e) {
        throw new IOException(
            manifest + ", line " + line + " is not a range: " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
