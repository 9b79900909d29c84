package io.neardup.hadoop.stopshingles;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.config.UsageException;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInput;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.RequestedField;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.corpus.StopShingleList;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.job.StageJob;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.output.OwnedFolder;
import io.neardup.hadoop.output.PartFiles;
import io.neardup.hadoop.output.Utf8Lines;
import io.neardup.hadoop.table.ColumnPartition;
import io.neardup.hadoop.table.FirstColumnPartitioner;
import io.neardup.hadoop.table.LineBuilder;
import io.neardup.lsh.HashShare;
import io.neardup.text.StopShingles;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;

/**
 * Finds stop shingles: those that more than the share x = {@code
 * neardup.shingle.max-document-share} of the documents have, of the corpus or of any source. What
 * is found in one source is a stop shingle everywhere, so that equal texts stay equal, wherever
 * they are.
 *
 * <p>The numbers of documents are exact in a {@link ShingleSample} of s documents; so the share of
 * a shingle that p of all documents have has the standard error √(p(1−p)/s): for 10 % and {@value
 * ShingleSample#CORPUS_DOCUMENTS} documents, 0.5 %; for 50 % and 64 documents of a source, 6 %. If
 * there are no more documents than the sample may have, they are all of the sample, and there is no
 * error. The result is the same however the work is divided.
 */
public final class StopShingleSearch {

  /** The verb that makes a list. */
  public static final String VERB = "stop-shingles";

  /** The share above which passages are left out by default in a search for containment. */
  public static final double USUAL_SHARE = 0.1;

  /** The fewest documents of which a list is made by default, or for a collection. */
  public static final long MIN_DOCUMENTS = 10_000;

  /** Part of the expected number of documents that the sample of a corpus surely has. */
  private static final double SURELY = 0.8;

  private static final RequestedField SOURCE =
      new RequestedField(Keys.SOURCE_FIELD, "a value", StopShingleCounters.WITH_SOURCE);

  private final StageContext context;
  private final Corpus corpus;
  private final OwnedFolder output;
  private final double maxShare;

  private StopShingleSearch(
      StageContext context, Corpus corpus, OwnedFolder output, double maxShare) {
    this.context = context;
    this.corpus = corpus;
    this.output = output;
    this.maxShare = maxShare;
  }

  /** Returns whether stop shingles are left out, and no list of them is given. */
  public static boolean isNeeded(Settings settings) {
    return settings.get(Keys.MAX_DOCUMENT_SHARE) < 1 && settings.get(Keys.STOP_LIST).isEmpty();
  }

  /**
   * Returns whether stop shingles are left out by default: what a tenth of many documents have says
   * nothing about containment, and makes most pairs candidates.
   */
  public static boolean isUsual(Settings settings, long documents) {
    return settings.isOfContainment()
        && settings.explicit(Keys.MAX_DOCUMENT_SHARE).isEmpty()
        && settings.get(Keys.STOP_LIST).isEmpty()
        && documents >= MIN_DOCUMENTS;
  }

  /**
   * Refuses lists of stop words or stop shingles that cannot be used, before anything is done;
   * UsageException naming the key.
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
    UsageException.require(
        share < 1,
        "%s is 1, so that no shingle is in too many documents; set it",
        Keys.MAX_DOCUMENT_SHARE);
    Shinglers.ofOccurrences(context.conf(), settings); // fails here, not in a task
    OwnedFolder output = context.newOutput(outputPath, VERB);
    StopShingleSearch search = new StopShingleSearch(context, corpus, output, share);
    String found =
        settings.get(Keys.DOCUMENT_SHARE_OF).equals("source")
            ? search.withinSources()
            : search.withinCorpus();
    output.publishComplete();
    context.progress(found);
  }

  private String withinCorpus() throws IOException {
    HashShare share = ShingleSample.share(corpus.documents());
    long least = Math.max(1, (long) (SURELY * maxShare * share.share() * corpus.documents()));
    Corpus sample = share.isAll() ? corpus : sample(share);
    Path counted =
        count(sample, CorpusInputFormat.Texts.class, conf -> ShingleSample.ofCorpus(conf, least));
    long sampled = context.count(StopShingleCounters.DOCUMENTS_SAMPLED);
    if (maxShare * sampled < least - 1) {
      throw new IOException("the sample has only " + Quantity.of(sampled, "document"));
    }
    return Quantity.of(write(counted, maxShare * sampled), "stop shingle")
        + ", each in more than "
        + Quantity.number((long) (maxShare * sampled))
        + " of "
        + Quantity.of(sampled, sampled == corpus.documents() ? "document" : "sampled document");
  }

  /** Returns the documents of a sample, so that no others are read. */
  private Corpus sample(HashShare share) throws IOException {
    Path columns = output.work("columns");
    try (OutputStream out = PartFiles.createOnly(context.conf(), columns)) {
      LineBuilder line = new LineBuilder();
      for (long column = corpus.firstColumn(); column < corpus.columns(); column++) {
        if (ShingleSample.has(column, share)) {
          line.clear().append(column).append('\t').writeTo(out);
        }
      }
    }
    return corpus.only(context.conf(), columns);
  }

  private String withinSources() throws IOException {
    Path sources = countSources();
    long sampled = context.count(StopShingleCounters.SOURCES_SAMPLED);
    UsageException.require(
        sampled <= ShingleSample.MAX_SOURCES,
        "%s=source: there are %s of at least %s, but at most %,d can be searched; name a field of"
            + " larger sources in %s",
        Keys.DOCUMENT_SHARE_OF,
        Quantity.of(sampled, "source"),
        Quantity.of(ShingleSample.MIN_DOCUMENTS, "document"),
        ShingleSample.MAX_SOURCES,
        Keys.SOURCE_FIELD);
    Path counted =
        count(corpus, CorpusInputFormat.class, conf -> ShingleSample.ofSources(conf, sources));
    return Quantity.of(write(counted, 0), "stop shingle")
        + " of "
        + Quantity.of(sampled, "source")
        + " of at least "
        + Quantity.of(ShingleSample.MIN_DOCUMENTS, "document")
        + "; smaller sources: "
        + Quantity.number(context.count(StopShingleCounters.SMALL_SOURCES));
  }

  /** Counts the documents of the sources; returns a folder of the sources to be sampled. */
  private Path countSources() throws IOException {
    SOURCE.requireIngested(context, corpus);
    Path sources = output.work("sources");
    StageJob.of(
            context, "sources", context.reducers(corpus.documents() * (Long.BYTES + Integer.BYTES)))
        .set(corpus::configureCatalog)
        .read(CorpusInputFormat.Catalog.class)
        .map(SampledSourceReducer.Documents.class, LongWritable.class, IntWritable.class)
        .reduce(SampledSourceReducer.class)
        .writeLines(sources)
        .run();
    SOURCE.requireFound(context, corpus);
    return sources;
  }

  /**
   * Counts the sampled documents that have a shingle.
   *
   * @param read has them
   * @param format reads what tells their sources apart, too, if need be
   * @param sample configures it
   * @return a folder of lines {@code hash<TAB>documents} of shingles that may be stop shingles
   */
  private Path count(
      Corpus read, Class<? extends CorpusInputFormat> format, Consumer<Configuration> sample)
      throws IOException {
    Path counted = output.work("counted");
    long bytes = read.bytes();
    int reducers = context.reducers(bytes * Long.BYTES);
    int rangeBits = SharedShingleReducer.Documents.rangeBits(bytes, reducers);
    StageJob.of(context, VERB, reducers)
        .set(read::configure)
        .set(sample)
        .set(conf -> SharedShingleReducer.Documents.setRangeBits(conf, rangeBits))
        .set(conf -> ColumnPartition.setColumns(conf, 1L << rangeBits))
        .set(conf -> CorpusInput.fitSortBuffer(conf, bytes * Long.BYTES))
        .read(format)
        .map(SharedShingleReducer.Documents.class, LongWritable.class, BytesWritable.class)
        .partition(FirstColumnPartitioner.class)
        .reduce(SharedShingleReducer.class)
        .writeLines(counted)
        .run();
    context.balance(
        "pairs of sampled documents and shingles sent and received",
        StopShingleCounters.SAMPLED_PAIRS_SENT,
        StopShingleCounters.SAMPLED_PAIRS_RECEIVED);
    return counted;
  }

  /** Writes what more documents than {@code limit} have; returns how many lines these are. */
  private long write(Path counted, double limit) throws IOException {
    Configuration conf = context.conf();
    long[] shingles = {0};
    try (Writer out = Utf8Lines.write(conf, new Path(output.result(), StopShingleList.FILE))) {
      Utf8Lines.forEachOfParts(
          conf,
          counted,
          line -> {
            if (Long.parseLong(line, line.indexOf('\t') + 1, line.length(), 10) > limit) {
              out.append(line).append('\n');
              shingles[0]++;
            }
          });
    }
    UsageException.require(
        shingles[0] <= StopShingles.MAX,
        "%s, but at most %,d can be left out; raise %s",
        Quantity.of(shingles[0], "stop shingle"),
        StopShingles.MAX,
        Keys.MAX_DOCUMENT_SHARE);
    return shingles[0];
  }
}
