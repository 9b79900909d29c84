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
 * A manifest of input files or their ranges, without counts yet.
 *
 * @param path where it is
 * @param ranges how many it has: files, if each is one range
 * @param bytes of all of them together
 */
record InputList(Path path, long ranges, long bytes) {

  /** Returns a file as a single range. */
  static CorpusRange file(String uri, String name, long length, long modified) {
    return CorpusRange.uncounted(uri, name, 0, length, length, modified);
  }

  /** Opens the list at its beginning. */
  CorpusManifest.Cursor read(Configuration conf) throws IOException {
    return new CorpusManifest.Cursor(conf, path);
  }

  /** Writes a list. */
  static final class Appender implements Closeable {
    private final Path path;
    private final Writer out;
    private long ranges;
    private long bytes;

    /** Begins a list; replaces an existing one of the same path. */
    Appender(Configuration conf, Path path) throws IOException {
      this.path = path;
      this.out = Utf8Lines.write(conf, path);
    }

    void add(CorpusRange range) throws IOException {
      CorpusManifest.append(out, range);
      ranges++;
      bytes += range.bytes();
    }

    /** Adds a file in ranges of so many bytes. */
    void addCut(CorpusRange file, long rangeBytes) throws IOException {
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
    InputList finish() throws IOException {
      out.close();
      return new InputList(path, ranges, bytes);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
