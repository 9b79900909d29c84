package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusInputFormat;
import io.neardup.hadoop.corpus.CorpusPart;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.job.StageContext;
import io.neardup.lsh.Anchors;
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

/** Reads a corpus for some samples, in this process, on all cores. */
final class SampleReader {

  /** How many splits a corpus has at least if only some are read, unless they are too short. */
  private static final long SPLITS = 20_000;

  /** The chosen documents of all samples may take the heap divided by this number. */
  private static final int PART_OF_HEAP = 4;

  static final long BUCKET_BYTES = 220;

  private final StageContext context;
  private final Sample.Part part;
  private final Job job;
  private final List<InputSplit> splits = new ArrayList<>();

  private SampleReader(StageContext context, Corpus corpus, double part, HashShare share)
      throws IOException {
    this.context = context;
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
    this.part = new Sample.Part(part, share, weight);
  }

  /**
   * Reads a sample for each of some schemes: first to sign the chosen documents, then all.
   *
   * @param bytes how much of the corpus is read, about, at least 1
   * @param documents how many documents are chosen, about, at least 1; fewer if the heap has no
   *     room for them
   */
  static List<BandSample> read(
      StageContext context, Corpus corpus, List<BandingScheme> schemes, long bytes, long documents)
      throws IOException {
    long bytesOfChosen = 1;
    for (BandingScheme scheme : schemes) {
      bytesOfChosen += (long) Integer.BYTES * scheme.slots() + BUCKET_BYTES * scheme.bands();
    }
    SampleReader reader = open(context, corpus, bytesOfChosen, bytes, documents);
    List<BandSample> samples =
        schemes.stream()
            .map(scheme -> new BandSample(context.settings(), scheme, reader.part))
            .toList();
    reader.read(samples, Sample.Pass.CHOOSE);
    samples.forEach(Sample::watch);
    reader.read(samples, Sample.Pass.FIND);
    return samples;
  }

  /**
   * Reads a sample for each of some settings of a search for containment, as {@link #read} does,
   * after the own anchors of all documents.
   */
  static List<AnchorSample> readAnchors(
      StageContext context, Corpus corpus, List<Settings> choices, long bytes, long documents)
      throws IOException {
    long bytesOfChosen = AnchorSample.ANCHOR_BYTES * Anchors.ANCHORS * choices.size();
    SampleReader reader = open(context, corpus, bytesOfChosen, bytes, documents);
    long memory = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / 2 / choices.size();
    double read = reader.part.part() * corpus.documents();
    List<AnchorSample> samples =
        choices.stream()
            .map(choice -> new AnchorSample(choice, reader.part, corpus.ofSets(), read, memory))
            .toList();
    reader.read(samples, Sample.Pass.GATHER);
    reader.read(samples, Sample.Pass.CHOOSE);
    samples.forEach(Sample::watch);
    reader.read(samples, Sample.Pass.FIND);
    return samples;
  }

  private static SampleReader open(
      StageContext context, Corpus corpus, long bytesOfChosen, long bytes, long documents)
      throws IOException {
    long room = Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytesOfChosen;
    double part = Math.min(1, bytes / (double) Math.max(1, corpus.bytes()));
    double chosen = Math.min(documents, room) / Math.max(1, part * corpus.documents());
    HashShare share = chosen >= 1 ? HashShare.ALL : new HashShare(chosen);
    return new SampleReader(context, corpus, part, share);
  }

  private void read(List<? extends Sample> samples, Sample.Pass pass) throws IOException {
    ExecutorService threads =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int split = 0; split < splits.size(); split++) {
        int number = split;
        tasks.add(() -> read(samples, number, pass));
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

  private Void read(List<? extends Sample> samples, int split, Sample.Pass pass)
      throws IOException, InterruptedException {
    DocumentShingler shingler = Shinglers.of(job.getConfiguration(), context.settings());
    List<? extends Sample.Signer> signers =
        samples.stream().map(sample -> sample.signer(split)).toList();
    var task = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
    try (RecordReader<LongWritable, DocumentWritable> reader =
        new CorpusInputFormat().createRecordReader(splits.get(split), task)) {
      reader.initialize(splits.get(split), task);
      while (reader.nextKeyValue()) {
        long column = reader.getCurrentKey().get();
        if (pass == Sample.Pass.CHOOSE && !part.share().contains(SplitMix.mix(column))) {
          continue;
        }
        DocumentWritable document = reader.getCurrentValue();
        LongArrayList shingles = document.elements(shingler);
        for (Sample.Signer signer : signers) {
          switch (pass) {
            case GATHER -> signer.gather(shingles);
            case CHOOSE -> signer.choose(column, document.idLength(), shingles);
            case FIND -> signer.find(column, shingles);
          }
        }
      }
    }
    return null;
  }
}
