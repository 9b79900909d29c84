package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
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
import java.util.Random;
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
 * more, those of a sample of hash space are held. If these are too many as well, because the
 * documents are nearly all of a few large families, fewer documents are read.
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

  /**
   * Expected fraction of the documents that fit which a sample of hash space holds; the rest is
   * room for chance.
   */
  private static final double FILLED = 0.8;

  private final StageContext context;
  private final Corpus corpus;
  private final Settings settings;
  private final BandingScheme scheme;
  private final int slots;
  private final long maxDocuments;

  /**
   * @param maxDocuments the most signatures that the sample holds, at least 1; fewer if the heap
   *     has no room for them
   */
  SampleReader(StageContext context, Corpus corpus, long maxDocuments) {
    this.context = context;
    this.corpus = corpus;
    this.settings = context.settings();
    this.scheme = new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
    this.slots = scheme.slots();
    long bytes = OVERHEAD_BYTES + (long) Integer.BYTES * (slots + scheme.bands());
    long inMemory = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytes;
    long named = Math.min(BucketSample.MAX_DOCUMENTS, Integer.MAX_VALUE / scheme.bands());
    this.maxDocuments = Math.max(1, Math.min(maxDocuments, Math.min(named, inMemory)));
  }

  /**
   * Reads a sample.
   *
   * @param bytes how much of the corpus is read, about, at least 1; a corpus of no more bytes is
   *     read whole
   */
  Sample read(long bytes) throws IOException {
    double share = Math.min(1, bytes / (double) Math.max(1, corpus.bytes()));
    double fits = maxDocuments / (double) Math.max(1, corpus.columns());
    if (share <= (share == 1 ? 1 : FILLED) * fits) {
      return read(share, HashShare.ALL);
    }
    Sample sample = read(share, HashShare.ofDocuments(FILLED * fits / share, scheme.bands()));
    return sample == null ? read(FILLED * fits, HashShare.ALL) : sample;
  }

  /** Returns a sample, or null if it has too many documents for a sample of hash space. */
  private Sample read(double share, HashShare hashes) throws IOException {
    Job job = Job.getInstance(context.conf());
    corpus.configure(job.getConfiguration());
    job.getConfiguration()
        .setLong(Keys.SPLIT_BYTES.name(), Math.max(1, corpus.bytes() / MAX_SPLITS));
    List<InputSplit> splits = new CorpusInputFormat().getSplits(job);
    int count = (int) Math.ceil(Math.min(1, READ * share) * splits.size());
    List<InputSplit> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      chosen.add(splits.get((int) ((i + 0.5) * splits.size() / count)));
    }
    return readAll(job, chosen, Math.max(share, 1.0 / READ), hashes);
  }

  private Sample readAll(Job job, List<InputSplit> splits, double share, HashShare hashes)
      throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<Sample>> stretches = new ArrayList<>();
      for (int i = 0; i < splits.size(); i++) {
        int split = i;
        stretches.add(threads.submit(() -> read(job, splits.get(split), split, share, hashes)));
      }
      Sample all = new Sample(share, hashes);
      for (int i = 0; i < stretches.size(); i++) {
        all.append(stretches.set(i, null).get());
        if (all.size() > maxDocuments && !hashes.isAll()) {
          return null;
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

  private Sample read(Job job, InputSplit split, int number, double share, HashShare hashes)
      throws IOException, InterruptedException {
    Sample sample = new Sample(share, hashes);
    BandHasher hasher = new BandHasher(scheme);
    DocumentShingler shingler = Shinglers.of(job.getConfiguration(), settings);
    ColumnSketcher sketcher = Schemes.of(settings, slots).newColumnSketcher();
    MinimumPairs minimumPairs = new MinimumPairs(slots);
    byte[] record = new byte[SignatureColumn.length(slots)];
    var task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (RecordReader<LongWritable, DocumentWritable> reader =
        new CorpusInputFormat().createRecordReader(split, task)) {
      reader.initialize(split, task);
      Random random = new Random(number);
      int stretch = 0;
      boolean taken = false;
      for (long read = 0; reader.nextKeyValue(); read++) {
        if (read % STRETCH == 0) {
          stretch++;
          taken = random.nextDouble() < share;
          if (taken) {
            sample.countStretch();
          }
        }
        if (!taken) {
          continue;
        }
        long column = reader.getCurrentKey().get();
        DocumentWritable document = reader.getCurrentValue();
        LongArrayList shingles =
            shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
        int pairs = 0;
        if (!shingles.isEmpty()) {
          sketcher.sketch(shingles.elements(), shingles.size());
          SignatureColumn.encode(column, sketcher.slots(), 0, slots, record);
          pairs =
              settings.get(Keys.SIGNATURE_PRUNING) ? minimumPairs.find(sketcher) : shingles.size();
          if (hashes.isAll() || isSampled(record, hasher, hashes)) {
            int[] signature = new int[slots];
            SignatureColumn.decode(record, SignatureColumn.SLOTS_OFFSET, signature, 0, slots);
            sample.add(
                column,
                (long) number << Integer.SIZE | stretch,
                document.idLength() + document.textLength(),
                signature);
          }
        }
        sample.count(document.idLength(), document.textLength(), shingles.size(), pairs);
      }
    }
    return sample;
  }

  private boolean isSampled(byte[] record, BandHasher hasher, HashShare hashes) {
    for (int band = 0; band < scheme.bands(); band++) {
      if (hashes.contains(hasher.bandHash(record, SignatureColumn.SLOTS_OFFSET, band))) {
        return true;
      }
    }
    return false;
  }
}
