package io.neardup.hadoop.stage3candidatelist;

import io.neardup.hadoop.embedded.EmbeddedDefaults;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.LineReader;

/**
 * Makes the candidate lists of few buckets in the client: to start a job would take longer. The
 * lines are the same ({@link CandidateLines}).
 *
 * <p>Memory: {@link GatheredPairs}, and a line of {@value #MAX_BYTES} bytes at most.
 */
final class FewCandidates {

  /** The most bytes of buckets. */
  static final long MAX_BYTES = 32L << 20;

  private static final int BUFFER = 1 << 16;

  private final StageContext context;
  private final FileSystem fs;
  private final GatheredPairs pairs = new GatheredPairs();
  private long listed;

  private FewCandidates(StageContext context, FileSystem fs) {
    this.context = context;
    this.fs = fs;
  }

  /** Returns whether there may be one part file: the user has not said how many there are. */
  static boolean isAllowed(Configuration conf) {
    return EmbeddedDefaults.isDefault(conf, MRJobConfig.NUM_REDUCES);
  }

  /**
   * Writes the candidate lists if the pairs fit in memory.
   *
   * @param buckets a folder of part files of at most {@value #MAX_BYTES} bytes
   * @param output a folder that does not exist
   * @return whether they fit; if not, nothing was written
   */
  static boolean write(StageContext context, Path buckets, Path output)
      throws IOException, InterruptedException {
    FewCandidates few = new FewCandidates(context, output.getFileSystem(context.conf()));
    if (!few.gather(buckets)) {
      return false;
    }
    few.write(output);
    return true;
  }

  private boolean gather(Path buckets) throws IOException {
    BucketLine bucket = new BucketLine();
    Text text = new Text();
    for (FileStatus part : PartFiles.of(context.conf(), buckets)) {
      try (FSDataInputStream in =
              part.getPath().getFileSystem(context.conf()).open(part.getPath());
          LineReader lines = new LineReader(in, BUFFER)) {
        while (lines.readLine(text) > 0) {
          bucket.parse(text);
          if (!gather(bucket)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private boolean gather(BucketLine bucket) {
    LongArrayList columns = bucket.columns();
    for (int head = 0; head < bucket.heads(); head++) {
      for (int at = bucket.firstPartner(head); at < columns.size(); at++) {
        if (pairs.isFull()) {
          return false;
        }
        pairs.add(columns.getLong(head), columns.getLong(at));
        listed++;
      }
    }
    return true;
  }

  private void write(Path output) throws IOException, InterruptedException {
    Path file = new Path(output, PartFiles.PREFIX + "r-00000");
    try (OutputStream out = new BufferedOutputStream(fs.create(file, false), BUFFER)) {
      CandidateLines lines =
          new CandidateLines(
              line -> {
                out.write(line.getBytes(), 0, line.getLength());
                out.write('\n');
              });
      long repeats =
          pairs.drain((i, tail) -> lines.add(i, tail.columns().elements(), tail.columns().size()));
      lines.finish();
      context.add(CandidateListCounters.PAIRS_LISTED, listed);
      context.add(CandidateListCounters.PAIRS_REPEATED, repeats);
      context.add(CandidateListCounters.LISTS, lines.lists());
      context.add(CandidateListCounters.CANDIDATES, lines.candidates());
    }
  }
}
