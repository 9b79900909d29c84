package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.HashShare;
import io.neardup.sort.SplitMix;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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

/** Reads a corpus twice for some samples, in this process, on all cores. */
final class SampleReader {

  /** How many splits a corpus has at least if only some are read, unless they are too short. */
  private static final long SPLITS = 20_000;

  /** The chosen documents of all samples may take the heap divided by this number. */
  private static final int PART_OF_HEAP = 4;

  private static final long BUCKET_BYTES = 220;

  private final StageContext context;
  private final HashShare share; // of the documents that are read
  private final Job job;
  private final List<InputSplit> splits = new ArrayList<>();
  private final List<Sample> samples;

  private SampleReader(
      StageContext context,
      Corpus corpus,
      List<BandingScheme> schemes,
      double part,
      HashShare share)
      throws IOException {
    this.context = context;
    this.share = share;
    Shinglers.of(context.conf(), context.settings()); // fails here, not in a thread
    job = Job.getInstance(context.conf());
    corpus.configure(job.getConfiguration());
    if (part < 1) {
      long bytes = Math.max(CorpusPart.BLOCK_BYTES, corpus.bytes() / SPLITS);
      job.getConfiguration().setLong(Keys.SPLIT_BYTES.name(), bytes);
    }
    List<InputSplit> all = new CorpusInputFormat().getSplits(job);
    int count = (int) Math.ceil(part * all.size());
    for (int i = 0; i < count; i++) {
      splits.add(all.get((int) ((i + 0.5) * all.size() / count)));
    }
    double weight = count < 2 ? 1 : (all.size() - 1.0) / (count - 1);
    samples =
        schemes.stream()
            .map(scheme -> new Sample(context.settings(), scheme, part, share, weight))
            .toList();
  }

  /**
   * Reads a sample for each of some schemes.
   *
   * @param bytes how much of the corpus is read, about, at least 1
   * @param documents how many documents are chosen, about, at least 1; fewer if the heap has no
   *     room for them
   */
  static List<Sample> read(
      StageContext context, Corpus corpus, List<BandingScheme> schemes, long bytes, long documents)
      throws IOException {
    long bytesOfChosen = 1;
    for (BandingScheme scheme : schemes) {
      bytesOfChosen += (long) Integer.BYTES * scheme.slots() + BUCKET_BYTES * scheme.bands();
    }
    long room = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytesOfChosen;
    double part = Math.min(1, bytes / (double) Math.max(1, corpus.bytes()));
    double chosen = Math.min(documents, room) / Math.max(1, part * corpus.documents());
    HashShare share = chosen >= 1 ? HashShare.ALL : new HashShare(chosen);
    SampleReader reader = new SampleReader(context, corpus, schemes, part, share);
    reader.read(true);
    reader.samples.forEach(Sample::watch);
    reader.read(false);
    return reader.samples;
  }

  private void read(boolean choosing) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int split = 0; split < splits.size(); split++) {
        int number = split;
        tasks.add(() -> read(number, choosing));
      }
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Void read(int split, boolean choosing) throws IOException, InterruptedException {
    DocumentShingler shingler = Shinglers.of(job.getConfiguration(), context.settings());
    List<Sample.Signer> signers = samples.stream().map(sample -> sample.new Signer(split)).toList();
    var task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (RecordReader<LongWritable, DocumentWritable> reader =
        new CorpusInputFormat().createRecordReader(splits.get(split), task)) {
      reader.initialize(splits.get(split), task);
      while (reader.nextKeyValue()) {
        long column = reader.getCurrentKey().get();
        if (choosing && !share.contains(SplitMix.mix(column))) {
          continue;
        }
        DocumentWritable document = reader.getCurrentValue();
        LongArrayList shingles = document.elements(shingler);
        for (Sample.Signer signer : signers) {
          if (choosing) {
            signer.choose(column, document.idLength(), shingles);
          } else {
            signer.find(column, shingles);
          }
        }
      }
    }
    return null;
  }
}
