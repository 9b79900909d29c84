package io.neardup.hadoop.stopshingles;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.StopShingleList;
import io.neardup.hadoop.job.HadoopSettings;
import io.neardup.hadoop.job.PartFiles;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.job.StageOutput;
import io.neardup.hadoop.job.Utf8Lines;
import io.neardup.hadoop.table.HashRanges;
import io.neardup.text.StopShingles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;

/**
 * Finds stop shingles: those that more than the share x = {@code
 * neardup.shingle.max-document-share} of the documents have. The numbers of documents are exact in
 * a {@link DocumentSample} of s documents; so the share of a shingle that p of all documents have
 * has the standard error √(p(1−p)/s): for 10 %, 0.5 %. If there are at most {@value
 * DocumentSample#DOCUMENTS} documents, they are all of the sample, and there is no error. The
 * result is the same however the work is divided.
 */
public final class StopShingleSearch {

  /** The verb that makes a list. */
  public static final String VERB = "stop-shingles";

  /** Maximum pairs of a document and a shingle in a range of hashes, about. */
  private static final long PAIRS_IN_RANGE = 1 << 17;

  /** Part of the expected number of documents that the sample surely has. */
  private static final double SURELY = 0.8;

  private StopShingleSearch() {}

  /** Returns whether stop shingles are left out, and no list of them is given. */
  public static boolean isNeeded(Settings settings) {
    return settings.get(Keys.MAX_DOCUMENT_SHARE) < 1 && settings.get(Keys.STOP_LIST).isEmpty();
  }

  /**
   * Refuses lists of stop words or stop shingles that cannot be used, before anything is done.
   *
   * @throws UsageException naming the key
   */
  public static void requireLists(Configuration conf) throws IOException {
    Settings settings = HadoopSettings.of(conf);
    if (isNeeded(settings)) {
      Shinglers.ofOccurrences(conf, settings);
    } else {
      Shinglers.of(conf, settings);
    }
  }

  /** Writes the list of a corpus, as {@link StopShingleList#FILE} of an output. */
  public static void run(StageContext context, Path corpusPath, Path outputPath)
      throws IOException {
    run(context, Corpus.open(context, corpusPath), outputPath);
  }

  /** Writes the list of a corpus, as {@link StopShingleList#FILE} of an output. */
  public static void run(StageContext context, Corpus corpus, Path outputPath) throws IOException {
    Settings settings = context.settings();
    double share = settings.get(Keys.MAX_DOCUMENT_SHARE);
    if (share == 1) {
      throw new UsageException(
          Keys.MAX_DOCUMENT_SHARE + " is 1, so that no shingle is in too many documents; set it");
    }
    Shinglers.ofOccurrences(context.conf(), settings); // fails here, not in a task
    DocumentSample sample = DocumentSample.of(corpus.documents());
    long bytes = (long) (corpus.bytes() * sample.share());
    long least = Math.max(1, (long) (SURELY * share * sample.share() * corpus.documents()));
    StageOutput output = context.newOutput(outputPath, VERB);
    Path counted = output.work("counted");
    int reducers = context.reducers(bytes * Long.BYTES);
    StageJob.of(context, VERB, reducers)
        .set(corpus::configure)
        .set(sample::configure)
        .set(HashRanges.choose(bytes, PAIRS_IN_RANGE, reducers)::configure)
        .set(conf -> SharedShingleReducer.setMinDocuments(conf, least))
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes * Long.BYTES))
        .read(CorpusInputFormat.class)
        .map(SampledShingleMapper.class, IntWritable.class, BytesWritable.class)
        .partition(ShingleRangePartitioner.class)
        .reduce(SharedShingleReducer.class)
        .writeLines(counted)
        .run();
    context.balance(
        "pairs of sampled documents and shingles sent and received",
        context.count(StopShingleCounters.SAMPLED_PAIRS_SENT),
        context.count(StopShingleCounters.SAMPLED_PAIRS_RECEIVED));
    long sampled = context.count(StopShingleCounters.DOCUMENTS_SAMPLED);
    if (share * sampled < least) {
      throw new IOException("the sample has only " + Quantity.of(sampled, "document"));
    }
    Path list = new Path(output.path(), StopShingleList.FILE);
    long shingles = write(context.conf(), counted, share * sampled, list);
    output.publishComplete();
    context.progress(
        Quantity.of(shingles, "stop shingle")
            + ", each in more than "
            + Quantity.number((long) (share * sampled))
            + " of "
            + Quantity.of(
                sampled, sampled == corpus.documents() ? "document" : "sampled document"));
  }

  /** Writes what more documents than {@code limit} have; returns how many lines these are. */
  private static long write(Configuration conf, Path counted, double limit, Path list)
      throws IOException {
    long shingles = 0;
    try (Writer out = Utf8Lines.write(conf, list)) {
      for (FileStatus part : PartFiles.of(conf, counted)) {
        try (BufferedReader in = Utf8Lines.read(conf, part.getPath())) {
          for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (Long.parseLong(line, line.indexOf('\t') + 1, line.length(), 10) > limit) {
              out.append(line).append('\n');
              shingles++;
            }
          }
        }
      }
    }
    if (shingles > StopShingles.MAX) {
      throw new UsageException(
          Quantity.of(shingles, "stop shingle")
              + ", but at most "
              + Quantity.number(StopShingles.MAX)
              + " can be left out; raise "
              + Keys.MAX_DOCUMENT_SHARE);
    }
    return shingles;
  }
}
