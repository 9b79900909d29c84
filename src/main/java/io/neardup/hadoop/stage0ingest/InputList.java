package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A list of input files in the order of their columns, on disk. It has the format of a manifest,
 * with one uncounted range per file. Memory: one line.
 */
final class InputList {

  private final Configuration conf;
  private final Path path;
  private long files;
  private long bytes;

  /**
   * @param path where the list is to be written
   */
  InputList(Configuration conf, Path path) {
    this.conf = conf;
    this.path = path;
  }

  /** Returns the number of files. */
  long files() {
    return files;
  }

  /** Returns the length of all files together. */
  long bytes() {
    return bytes;
  }

  /** Starts writing the list; replaces an existing list of the same path. */
  Appender write() throws IOException {
    files = 0;
    bytes = 0;
    return new Appender(Utf8Lines.write(conf, path));
  }

  /** Opens the list at its beginning. */
  Cursor read() throws IOException {
    return new Cursor(new CorpusManifest.Cursor(conf, path));
  }

  /** Writes the list. */
  final class Appender implements Closeable {
    private final Writer out;

    private Appender(Writer out) {
      this.out = out;
    }

    void add(InputFile file) throws IOException {
      CorpusManifest.append(out, wholeFile(file));
      files++;
      bytes += file.length();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  /** Returns a file as a single range. */
  static CorpusRange wholeFile(InputFile file) {
    return CorpusRange.uncounted(
        file.uri(), file.name(), 0, file.length(), file.length(), file.modified());
  }

  /** Reads the files one by one. */
  static final class Cursor implements Closeable {
    private final CorpusManifest.Cursor in;

    private Cursor(CorpusManifest.Cursor in) {
      this.in = in;
    }

    /** Returns the next file, null at the end. */
    InputFile next() throws IOException {
      CorpusRange range = in.next();
      return range == null
          ? null
          : new InputFile(range.file(), range.name(), range.length(), range.modified());
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
