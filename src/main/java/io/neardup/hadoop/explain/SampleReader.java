package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.hadoop.stage1shinglesort.Schemes;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.HashOrder;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Reads a sample of a corpus in this process, on all cores, and computes its signatures. A small
 * corpus is read whole. Of a larger one it reads stretches of consecutive documents, chosen at
 * random but the same in every run, from splits spread evenly over the corpus.
 *
 * <p>Memory: a third of the heap for signatures; the sample has fewer documents if they would take
 * more.
 */
final class SampleReader {

  /** Approximate maximum number of splits of a corpus to choose from. */
  private static final long MAX_SPLITS = 4096;

  /** Bytes of the corpus read for each byte of the sample. */
  private static final int READ = 8;

  /** Number of documents of a stretch. */
  private static final int STRETCH = 32;

  /** The signatures may take the heap divided by this number. */
  private static final int PART_OF_HEAP = 3;

  /** How many documents there are at most: with room for chance, as many as can be ordered. */
  private static final long MAX_DOCUMENTS = HashOrder.MAX_HASHES / 10 * 9;

  /** Approximate bytes of a document in addition to its slots. */
  private static final long OVERHEAD_BYTES = 80;

  private final StageContext context;
  private final Corpus corpus;
  private final Settings settings;
  private final int slots;

  SampleReader(StageContext context, Corpus corpus) {
    this.context = context;
    this.corpus = corpus;
    this.settings = context.settings();
    this.slots = settings.getInt(Keys.BANDS) * settings.getInt(Keys.ROWS);
  }

  /**
   * Reads a sample of about the given size.
   *
   * @param bytes the size, at least 1; a corpus of no more bytes is read whole, if its signatures
   *     fit
   */
  Sample read(long bytes) throws IOException {
    long inMemory =
        Math.min(
            MAX_DOCUMENTS,
            Runtime.getRuntime().maxMemory() / PART_OF_HEAP / (OVERHEAD_BYTES + 4L * slots));
    double share =
        Math.min(
            1,
            Math.min(
                bytes / (double) Math.max(1, corpus.bytes()),
                inMemory / (double) Math.max(1, corpus.columns())));
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
    return readAll(job, chosen, Math.max(share, 1.0 / READ));
  }

  private Sample readAll(Job job, List<InputSplit> splits, double share) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<Sample>> stretches = new ArrayList<>();
      for (int i = 0; i < splits.size(); i++) {
        int split = i;
        stretches.add(threads.submit(() -> read(job, splits.get(split), split, share)));
      }
      Sample all = new Sample(share);
      for (Future<Sample> stretch : stretches) {
        all.append(stretch.get());
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

  private Sample read(Job job, InputSplit split, int number, double share)
      throws IOException, InterruptedException {
    Sample sample = new Sample(share);
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
          sample.add(
              column,
              (long) number << Integer.SIZE | stretch,
              document.idLength() + document.textLength(),
              Arrays.copyOfRange(record, SignatureColumn.SLOTS_OFFSET, record.length));
        }
        sample.count(document.idLength(), document.textLength(), shingles.size(), pairs);
      }
    }
    return sample;
  }
}
