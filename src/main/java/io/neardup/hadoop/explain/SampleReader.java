package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.PartWriter;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage1shinglesort.Schemes;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BucketSample;
import io.neardup.lsh.HashShare;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.minhash.SignatureColumn;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Reads a sample of a corpus in this process, on all cores, and computes its signatures. The corpus
 * is read whole if it is not larger than the user allows. Of a larger one it reads stretches of
 * consecutive documents, chosen at random but the same in every run, from splits spread evenly over
 * the corpus.
 *
 * <p>Memory: a third of the heap for signatures. If those of all documents that are read would take
 * more, those of two samples are held: of a part of the documents, and of a part of hash space. If
 * the latter has too many, because the documents are nearly all of a few large families, only the
 * former is held.
 */
final class SampleReader {

  /** Approximate maximum number of splits of a corpus to choose from. */
  private static final long MAX_SPLITS = 4096;

  /** Bytes of the corpus read for each byte of the sample. */
  private static final int READ = 8;

  /** Number of documents of a stretch. */
  private static final int STRETCH = 32;

  /** The signatures, and the buckets found in them, may take the heap divided by this number. */
  private static final int PART_OF_HEAP = 3;

  /** Approximate bytes of a document in addition to its slots and the buckets of its bands. */
  private static final long OVERHEAD_BYTES = 100;

  /** Expected fraction of the signatures that fit which each of two samples holds. */
  private static final double EACH = 0.4;

  private final StageContext context;
  private final Corpus corpus;
  private final Settings settings;
  private final List<BandingScheme> schemes;
  private final long maxDocuments;

  /**
   * @param schemes for which samples are read at once
   * @param maxDocuments the most signatures that a sample holds, at least 1; fewer if the heap has
   *     no room for them
   */
  SampleReader(
      StageContext context, Corpus corpus, List<BandingScheme> schemes, long maxDocuments) {
    this.context = context;
    this.corpus = corpus;
    this.settings = context.settings();
    this.schemes = schemes;
    long bytes = 0;
    int mostBands = 1;
    for (BandingScheme scheme : schemes) {
      bytes += OVERHEAD_BYTES + (long) Integer.BYTES * (scheme.slots() + scheme.bands());
      mostBands = Math.max(mostBands, scheme.bands());
    }
    long inMemory = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytes;
    long named = Math.min(BucketSample.MAX_DOCUMENTS, Integer.MAX_VALUE / mostBands);
    this.maxDocuments = Math.max(1, Math.min(maxDocuments, Math.min(named, inMemory)));
  }

  /** Returns the scheme that settings name. */
  static BandingScheme scheme(Settings settings) {
    return new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
  }

  /**
   * Reads the samples.
   *
   * @param bytes how much of the corpus is read, about, at least 1; a corpus of no more bytes is
   *     read whole
   * @return the samples of each scheme
   */
  List<Samples> read(long bytes) throws IOException {
    Shinglers.of(context.conf(), settings); // fails here, not in a thread
    double share = Math.min(1, bytes / (double) Math.max(1, corpus.bytes()));
    double fits = maxDocuments / (share * Math.max(1, corpus.columns())); // of what is read
    Job job = Job.getInstance(context.conf());
    corpus.configure(job.getConfiguration());
    job.getConfiguration()
        .setLong(
            Keys.SPLIT_BYTES.name(), Math.max(PartWriter.BLOCK_BYTES, corpus.bytes() / MAX_SPLITS));
    List<InputSplit> splits = new CorpusInputFormat().getSplits(job);
    int count = (int) Math.ceil(Math.min(1, READ * share) * splits.size());
    List<InputSplit> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(splits.get((int) ((i + 0.5) * splits.size() / count)));
    }
    double part = fits >= 1 ? 1 : EACH * fits;
    return readAll(job, chosen, new Rule(Math.max(share, 1.0 / READ), part));
  }

  /**
   * How documents are chosen.
   *
   * @param share of the stretches of the splits that are read
   * @param part of these that the sample of documents has; 1 if all signatures fit in memory
   */
  private record Rule(double share, double part) {

    Samples empty(int bands) {
      Sample documents = new Sample(share, part, HashShare.ALL);
      return new Samples(
          documents,
          part == 1 ? documents : new Sample(share, 1, HashShare.ofDocuments(part, bands)));
    }
  }

  private List<Samples> empty(Rule rule) {
    return new ArrayList<>(schemes.stream().map(scheme -> rule.empty(scheme.bands())).toList());
  }

  private List<Samples> readAll(Job job, List<InputSplit> splits, Rule rule) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<List<Samples>>> stretches = new ArrayList<>();
      for (int i = 0; i < splits.size(); i++) {
        int split = i;
        stretches.add(threads.submit(() -> read(job, splits.get(split), split, rule)));
      }
      List<Samples> all = empty(rule);
      for (int i = 0; i < stretches.size(); i++) {
        List<Samples> stretch = stretches.set(i, null).get();
        for (int s = 0; s < all.size(); s++) {
          all.set(s, append(all.get(s), stretch.get(s)));
        }
      }
      return all;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Samples append(Samples all, Samples stretch) {
    all.append(all.areTwo() ? stretch : stretch.withoutHashes());
    return all.areTwo() && all.hashes().size() > maxDocuments / 2 ? all.withoutHashes() : all;
  }

  /** Takes documents into the samples of one scheme. */
  private static final class Taker {
    private final Settings settings;
    private final BandHasher hasher;
    private final int slots;
    private final int bands;
    private final Sample documents;
    private final Sample hashes;
    private final boolean areTwo;
    private final ColumnSketcher sketcher;
    private final MinimumPairs minimumPairs;
    private final byte[] record;

    Taker(Settings settings, BandingScheme scheme, Samples samples) {
      this.settings = settings;
      hasher = new BandHasher(scheme);
      slots = scheme.slots();
      bands = scheme.bands();
      documents = samples.documents();
      hashes = samples.hashes();
      areTwo = samples.areTwo();
      sketcher = Schemes.of(settings, slots).newColumnSketcher();
      minimumPairs = new MinimumPairs(slots);
      record = new byte[SignatureColumn.length(slots)];
    }

    void countStretch() {
      documents.countStretch();
      if (areTwo) {
        hashes.countStretch();
      }
    }

    /**
     * Takes a document.
     *
     * @param place its stretch
     * @param isPart whether the sample of documents has it
     */
    void take(
        long column,
        long place,
        DocumentWritable document,
        LongArrayList shingles,
        boolean isPart) {
      int pairs = 0;
      if (!shingles.isEmpty()) {
        sketcher.sketch(shingles.elements(), shingles.size());
        SignatureColumn.encode(column, sketcher.slots(), 0, slots, record);
        pairs =
            settings.get(Keys.SIGNATURE_PRUNING) ? minimumPairs.find(sketcher) : shingles.size();
        boolean isSampled = areTwo && isSampled(record);
        if (isPart || isSampled) {
          int[] signature = new int[slots];
          SignatureColumn.decode(record, SignatureColumn.SLOTS_OFFSET, signature, 0, slots);
          int bytes = document.idLength() + document.textLength();
          if (isPart) {
            documents.add(column, place, bytes, signature);
          }
          if (isSampled) {
            hashes.add(column, place, bytes, signature);
          }
        }
      }
      if (isPart) {
        count(documents, document, shingles.size(), pairs);
      }
      if (areTwo) {
        count(hashes, document, shingles.size(), pairs);
      }
    }

    private static void count(Sample sample, DocumentWritable document, int shingles, int pairs) {
      sample.count(
          document.idLength(),
          document.fileName().length(),
          document.textLength(),
          shingles,
          pairs);
    }

    private boolean isSampled(byte[] record) {
      for (int band = 0; band < bands; band++) {
        long hash = hasher.bandHash(record, SignatureColumn.SLOTS_OFFSET, band);
        if (hashes.hashes().contains(hash)) {
          return true;
        }
      }
      return false;
    }
  }

  private List<Samples> read(Job job, InputSplit split, int number, Rule rule)
      throws IOException, InterruptedException {
    List<Samples> samples = empty(rule);
    List<Taker> takers = new ArrayList<>();
    for (int s = 0; s < schemes.size(); s++) {
      takers.add(new Taker(settings, schemes.get(s), samples.get(s)));
    }
    DocumentShingler shingler = Shinglers.of(job.getConfiguration(), settings);
    var task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (RecordReader<LongWritable, DocumentWritable> reader =
        new CorpusInputFormat().createRecordReader(split, task)) {
      reader.initialize(split, task);
      SplittableRandom random = new SplittableRandom(number);
      int stretch = 0;
      boolean taken = false;
      SplittableRandom parts = new SplittableRandom(~number);
      for (long read = 0; reader.nextKeyValue(); read++) {
        if (read % STRETCH == 0) {
          stretch++;
          taken = random.nextDouble() < rule.share();
          if (taken) {
            takers.forEach(Taker::countStretch);
          }
        }
        if (!taken) {
          continue;
        }
        boolean isPart = rule.part() == 1 || parts.nextDouble() < rule.part();
        long column = reader.getCurrentKey().get();
        DocumentWritable document = reader.getCurrentValue();
        LongArrayList shingles =
            shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
        long place = (long) number << Integer.SIZE | stretch;
        for (Taker taker : takers) {
          taker.take(column, place, document, shingles, isPart);
        }
      }
    }
    return samples;
  }
}
