package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.corpus.CorpusManifest;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.job.Utf8Lines;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Writes a plan: a manifest whose ranges have no counts yet. */
final class Plan implements Closeable {

  private static final String FILE = "neardup-internal.plan";

  private final Writer out;
  private final long rangeBytes;
  private long ranges;

  /**
   * @param rangeBytes length of the ranges of files that may be cut
   */
  Plan(Configuration conf, Path file, long rangeBytes) throws IOException {
    this.out = Utf8Lines.write(conf, file);
    this.rangeBytes = rangeBytes;
  }

  /** Tells the tasks of a job where their plan is. */
  static void setFile(Configuration conf, Path file) {
    conf.set(FILE, file.toString());
  }

  /** Returns where the plan of a job is. */
  static Path file(Configuration conf) {
    return new Path(conf.get(FILE));
  }

  /**
   * Adds a file.
   *
   * @param file its full URI, or its path below the folder of the plan
   * @param mayCut whether it may be cut into ranges
   */
  void add(String file, String name, long length, long modified, boolean mayCut)
      throws IOException {
    long step = mayCut ? rangeBytes : Math.max(1, length);
    long start = 0;
    do {
      long end = Math.min(length, start + step);
      CorpusManifest.append(out, CorpusRange.uncounted(file, name, start, end, length, modified));
      ranges++;
      start = end;
    } while (start < length);
  }

  /** Returns the number of ranges. */
  long ranges() {
    return ranges;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
