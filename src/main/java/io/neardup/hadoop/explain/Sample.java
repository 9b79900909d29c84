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
import io.neardup.hadoop.stage4verify.Verification;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.BucketRule;
import io.neardup.lsh.HashShare;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.SplitMix;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/**
 * Documents chosen by the hash of their columns, with the candidates that each has in the whole
 * corpus. The corpus is read twice, on all cores: first to sign the chosen documents, which gives
 * the buckets to watch, then to sign every document and look for it in these buckets. So a bucket
 * has all its members, however few documents are chosen, and numbers of pairs grow only with the
 * share of the chosen documents. Of a corpus of more bytes than the user allows, splits spread
 * evenly are read, and a document of another split stands for those that were not.
 *
 * <p>A pair that shares k buckets counts 1/k in each. All sums are of whole numbers, so threads
 * change no result.
 *
 * <p>Memory: about 4·n + 150·b bytes a chosen document, at most a quarter of the heap.
 */
final class Sample {

  /** Approximate bytes of a split of a corpus of which a part is read. */
  private static final long SPLITS = 20_000;

  /** With how many chosen documents of a bucket a document is compared at most. */
  private static final int MAX_COMPARED = 32;

  /** Chosen documents of a bucket that show which columns it lists, at least. */
  private static final int MIN_CUT = 8;

  /** The chosen documents of all schemes may take the heap divided by this number. */
  private static final int PART_OF_HEAP = 4;

  private static final int BUCKET_BYTES = 150;
  private static final double UNIT = 1 << 20; // of weights
  private static final double ROUNDING = 1e-9;

  /** A bucket that has a chosen document. */
  private static final class Bucket {
    private final List<Member> members = new ArrayList<>(1); // by column
    private long size; // in units
    private boolean isCut; // has columns that are not all paired with each other
    private double fullBelow = Double.POSITIVE_INFINITY; // columns that are
    private double headsBelow; // columns that are paired with all others

    private boolean lists(long i, long j) {
      return Math.max(i, j) < fullBelow || Math.min(i, j) < headsBelow;
    }
  }

  /** A chosen document in a bucket, with its pairs there that are no twins, in units. */
  private static final class Member {
    private final Chosen document;
    private long chance;
    private long plausible;
    private long listed; // both, each in full

    private Member(Chosen document) {
      this.document = document;
    }
  }

  /** A chosen document. */
  private static final class Chosen {
    private final long column;
    private final int split;
    private final int[] signature;
    private final long hash; // of the signature
    private final Bucket[] buckets; // by band
    private long twins; // in units
    private double withCandidate; // for how many documents with a candidate it stands
    private double similar; // the same for plausible candidates

    private Chosen(long column, int split, int[] signature, long hash, int bands) {
      this.column = column;
      this.split = split;
      this.signature = signature;
      this.hash = hash;
      this.buckets = new Bucket[bands];
    }
  }

  /**
   * The pairs of a corpus.
   *
   * @param candidates pairs that share a bucket that lists them
   * @param plausible candidates that pass the signature filter
   * @param listed pairs in buckets, each as often as it is listed
   * @param withCandidates documents with a candidate
   * @param similar documents in plausible pairs
   */
  record Pairs(
      double candidates, double plausible, double listed, double withCandidates, double similar) {

    /** No pairs. */
    static final Pairs NONE = new Pairs(0, 0, 0, 0, 0);
  }

  private final BandingScheme scheme;
  private final Settings settings;
  private final BandHasher hasher;
  private final int minimumAgreement;
  private final HashShare share; // of the documents that are read
  private final double part; // of the corpus that is read
  private double weight = 1; // of a document in another split
  private final List<Chosen> chosen = new ArrayList<>();
  private final List<Long2ObjectOpenHashMap<Bucket>> buckets = new ArrayList<>(); // by band
  private final long[] plausibleByAgreement;
  private long documents;
  private long signed;
  private long idBytes;
  private long shingles;
  private long sortedPairs;

  private Sample(Settings settings, BandingScheme scheme, double part, HashShare share) {
    this.settings = settings;
    this.scheme = scheme;
    this.part = part;
    this.share = share;
    hasher = new BandHasher(scheme);
    minimumAgreement = Verification.minimumAgreement(settings, scheme.slots());
    plausibleByAgreement = new long[scheme.slots() + 1];
    for (int band = 0; band < scheme.bands(); band++) {
      buckets.add(new Long2ObjectOpenHashMap<>());
    }
  }

  /** Returns the scheme that settings name. */
  static BandingScheme scheme(Settings settings) {
    return new BandingScheme(settings.getInt(Keys.BANDS), settings.getInt(Keys.ROWS));
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
    double most =
        Math.min(documents, Runtime.getRuntime().maxMemory() / PART_OF_HEAP / bytesOfChosen);
    double part = Math.min(1, bytes / (double) Math.max(1, corpus.bytes()));
    double ofRead = most / Math.max(1, part * corpus.documents());
    HashShare share = ofRead >= 1 ? HashShare.ALL : new HashShare(ofRead);
    List<Sample> samples = new ArrayList<>();
    for (BandingScheme scheme : schemes) {
      samples.add(new Sample(context.settings(), scheme, part, share));
    }
    new Reader(context, corpus, samples, part).read();
    return samples;
  }

  /** Reads the splits of a corpus, each in a thread. */
  private static final class Reader {
    private final StageContext context;
    private final List<Sample> samples;
    private final Job job;
    private final List<InputSplit> splits = new ArrayList<>();

    Reader(StageContext context, Corpus corpus, List<Sample> samples, double part)
        throws IOException {
      this.context = context;
      this.samples = samples;
      Shinglers.of(context.conf(), context.settings()); // fails here, not in a thread
      job = Job.getInstance(context.conf());
      corpus.configure(job.getConfiguration());
      if (part < 1) {
        job.getConfiguration()
            .setLong(
                Keys.SPLIT_BYTES.name(), Math.max(PartWriter.BLOCK_BYTES, corpus.bytes() / SPLITS));
      }
      List<InputSplit> all = new CorpusInputFormat().getSplits(job);
      int count = (int) Math.ceil(part * all.size());
      for (int i = 0; i < count; i++) {
        splits.add(all.get((int) ((i + 0.5) * all.size() / count)));
      }
      double others = count < 2 ? 1 : (all.size() - 1.0) / (count - 1);
      samples.forEach(sample -> sample.weight = others);
    }

    void read() throws IOException {
      read(true);
      samples.forEach(Sample::watch);
      read(false);
    }

    private void read(boolean choosing) throws IOException {
      ExecutorService threads =
          Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
      try {
        List<Future<?>> tasks = new ArrayList<>();
        for (int split = 0; split < splits.size(); split++) {
          int number = split;
          tasks.add(
              threads.submit(
                  () -> {
                    read(number, choosing);
                    return null;
                  }));
        }
        for (Future<?> task : tasks) {
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

    private void read(int split, boolean choosing) throws IOException, InterruptedException {
      DocumentShingler shingler = Shinglers.of(job.getConfiguration(), context.settings());
      List<Signer> signers = samples.stream().map(sample -> sample.new Signer(split)).toList();
      HashShare share = samples.get(0).share;
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
          LongArrayList shingles =
              shingler.elements(document.textBytes(), document.textOffset(), document.textLength());
          for (Signer signer : signers) {
            if (choosing) {
              signer.choose(column, document, shingles);
            } else {
              signer.find(column, shingles);
            }
          }
        }
      }
    }
  }

  /** Signs documents in one thread. */
  private final class Signer {
    private final int split;
    private final ColumnSketcher sketcher =
        Schemes.of(settings, scheme.slots()).newColumnSketcher();
    private final MinimumPairs minimumPairs = new MinimumPairs(scheme.slots());
    private final byte[] record = new byte[SignatureColumn.length(scheme.slots())];
    private final int[] signature = new int[scheme.slots()];

    Signer(int split) {
      this.split = split;
    }

    private void sign(long column, LongArrayList elements) {
      sketcher.sketch(elements.elements(), elements.size());
      SignatureColumn.encode(column, sketcher.slots(), 0, signature.length, record);
      SignatureColumn.decode(record, SignatureColumn.SLOTS_OFFSET, signature, 0, signature.length);
    }

    void choose(long column, DocumentWritable document, LongArrayList elements) {
      int pairs = elements.size();
      if (!elements.isEmpty()) {
        sign(column, elements);
        pairs = settings.get(Keys.SIGNATURE_PRUNING) ? minimumPairs.find(sketcher) : pairs;
      }
      synchronized (Sample.this) {
        documents++;
        idBytes += document.idLength();
        shingles += elements.size();
        sortedPairs += pairs;
        if (!elements.isEmpty()) {
          signed++;
          long hash = hasher.signatureHash(record, SignatureColumn.SLOTS_OFFSET);
          Chosen one = new Chosen(column, split, signature.clone(), hash, scheme.bands());
          chosen.add(one);
          for (int band = 0; band < scheme.bands(); band++) {
            one.buckets[band] = bucket(band, true);
            one.buckets[band].members.add(new Member(one));
          }
        }
      }
    }

    private Bucket bucket(int band, boolean isNew) {
      long hash = hasher.bandHash(record, SignatureColumn.SLOTS_OFFSET, band);
      return isNew
          ? buckets.get(band).computeIfAbsent(hash, key -> new Bucket())
          : buckets.get(band).get(hash);
    }

    void find(long column, LongArrayList elements) {
      if (elements.isEmpty()) {
        return;
      }
      sign(column, elements);
      for (int band = 0; band < scheme.bands(); band++) {
        Bucket bucket = bucket(band, false);
        if (bucket != null) {
          synchronized (Sample.this) {
            add(column, split, signature, bucket);
          }
        }
      }
    }
  }

  /**
   * Puts the chosen documents of each bucket in order, and finds the columns up to which a large
   * bucket lists its pairs: those of the chosen documents show the others.
   */
  private void watch() {
    BucketRule rule = BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    double chosenShare = part * share.share();
    for (Long2ObjectOpenHashMap<Bucket> ofBand : buckets) {
      for (Bucket bucket : ofBand.values()) {
        bucket.members.sort(Comparator.comparingLong(member -> member.document.column));
        int size = bucket.members.size();
        if (size < MIN_CUT || size <= rule.listedInFull() * chosenShare) {
          continue;
        }
        Long2IntOpenHashMap twins = new Long2IntOpenHashMap();
        bucket.members.forEach(member -> twins.addTo(member.document.hash, 1));
        double rank = 0; // of ordinary documents of the corpus
        double last = 0;
        for (Member member : bucket.members) {
          double twinsOfIt = twins.get(member.document.hash) / chosenShare;
          double next =
              rank + Math.min(1, settings.getInt(Keys.MAX_TWINS) / twinsOfIt) / chosenShare;
          double column = member.document.column + 1.0;
          if (rank < rule.heads() && next >= rule.heads()) {
            bucket.headsBelow = last + (column - last) * (rule.heads() - rank) / (next - rank);
          }
          if (rank <= rule.listedInFull() && next > rule.listedInFull()) {
            bucket.isCut = true;
            bucket.fullBelow =
                last + (column - last) * (rule.listedInFull() - rank) / (next - rank);
          }
          rank = next;
          last = column;
        }
      }
    }
  }

  /** Adds a document to a bucket, and compares it with some of the chosen ones there. */
  private void add(long column, int split, int[] signature, Bucket bucket) {
    int size = bucket.members.size();
    int compared = Math.min(size, MAX_COMPARED);
    int first = (int) Long.remainderUnsigned(SplitMix.mix(~column), size);
    double itsWeight = 0;
    for (int at = 0; at < compared; at++) {
      Member member = bucket.members.get((first + at) % size);
      boolean near = member.document.split == split;
      double here = near ? 1 : weight;
      itsWeight += here / compared;
      if (member.document.column != column) {
        compare(member, column, signature, here * size / compared, near, bucket);
      }
    }
    bucket.size += Math.round(itsWeight * UNIT);
  }

  private void compare(
      Member member, long column, int[] signature, double times, boolean near, Bucket bucket) {
    Chosen one = member.document;
    int agreement = SignatureColumn.agreement(one.signature, signature, 0);
    boolean areTwins = agreement == signature.length;
    if (!areTwins && !bucket.lists(one.column, column)) {
      return;
    }
    long units =
        Math.round(times * UNIT / (areTwins ? scheme.bands() : listing(one, column, signature)));
    one.withCandidate = stands(one.withCandidate, near);
    if (agreement >= minimumAgreement) {
      one.similar = stands(one.similar, near);
      plausibleByAgreement[agreement] += units;
    }
    if (areTwins) {
      one.twins += units;
      return;
    }
    member.listed += Math.round(times * UNIT);
    if (agreement >= minimumAgreement) {
      member.plausible += units;
    } else {
      member.chance += units;
    }
  }

  /** A document whose partners all are in other splits stands for those that lost theirs, too. */
  private double stands(double before, boolean near) {
    return near ? 1 : before == 0 ? weight : before;
  }

  /** Returns in how many bands a chosen document is listed with another one. */
  private int listing(Chosen one, long column, int[] signature) {
    int rows = scheme.rows();
    int listing = 0;
    for (int band = 0; band < scheme.bands(); band++) {
      int from = band * rows;
      boolean same = Arrays.equals(one.signature, from, from + rows, signature, from, from + rows);
      listing += same && one.buckets[band].lists(one.column, column) ? 1 : 0;
    }
    return listing;
  }

  /**
   * Returns the pairs of a number of documents like these. Plausible pairs of a document do not
   * grow with the documents, those that meet by chance do.
   *
   * @param all how many documents there are to be
   * @param growth {@code all} over the documents of the corpus
   */
  Pairs pairs(double all, double growth) {
    double[] sums = new double[3]; // chance pairs, plausible pairs, both as listed
    for (Long2ObjectOpenHashMap<Bucket> ofBand : buckets) {
      ofBand.values().forEach(bucket -> add(bucket, growth, sums));
    }
    double plausible = sums[1];
    double listed = sums[2];
    for (Chosen one : chosen) {
      double ofOne = twinPairs(1 + one.twins / UNIT);
      plausible += 2 * ofOne;
      listed += 2 * ofOne * scheme.bands();
    }
    double ofPairs = all / Math.max(1, documents) / 2;
    return new Pairs(
        (sums[0] + plausible) * ofPairs,
        plausible * ofPairs,
        listed * ofPairs,
        all * share(one -> one.withCandidate),
        all * share(one -> one.similar));
  }

  /** Adds the pairs that a bucket lists: ordinary documents, as far as its size allows. */
  private void add(Bucket bucket, double growth, double[] sums) {
    double chance = 0;
    double plausible = 0;
    double ordinary = 0;
    Long2IntOpenHashMap twins = new Long2IntOpenHashMap();
    for (Member member : bucket.members) {
      chance += member.chance;
      plausible += member.plausible;
      ordinary += ordinary(member.document);
      twins.addTo(member.document.hash, 1);
    }
    if (chance + plausible == 0) {
      return;
    }
    int members = bucket.members.size();
    double grown = (plausible + growth * chance) / (plausible + chance);
    double size = bucket.size / UNIT * ordinary / members;
    double cut = bucket.isCut ? listedShare(size) : 1; // has been left out
    double ofSize = Math.min(1, listedShare(size * grown) / cut) / UNIT;
    for (Member member : bucket.members) {
      double itsOrdinary = ordinary(member.document);
      int same = twins.get(member.document.hash);
      double ofOthers = same == members ? 1 : (ordinary - same * itsOrdinary) / (members - same);
      double listed = ofSize * itsOrdinary * ofOthers;
      sums[0] += listed * growth * member.chance;
      sums[1] += listed * member.plausible;
      sums[2] += listed * grown * member.listed;
    }
  }

  /** Returns the probability that a chosen document is one of the first of its twins. */
  private double ordinary(Chosen one) {
    return Math.min(1, settings.getInt(Keys.MAX_TWINS) / (1 + one.twins / UNIT));
  }

  /** Returns how many pairs a group of twins lists, for each of its documents. */
  private double twinPairs(double size) {
    double first = Math.min(size, settings.getInt(Keys.MAX_TWINS));
    return (first * (first - 1) / 2 + size - first) / size;
  }

  /** Returns which part of the pairs of ordinary documents a bucket lists. */
  private double listedShare(double size) {
    BucketRule rule = BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    double first = rule.listedInFull();
    return size <= first
        ? 1
        : (first * (first - 1) / 2 + rule.heads() * (size - first)) / (size * (size - 1) / 2);
  }

  /** Returns the share of all documents that those of a kind are. */
  private double share(ToDoubleFunction<Chosen> kind) {
    return Math.min(signed, chosen.stream().mapToDouble(kind).sum()) / Math.max(1, documents);
  }

  /**
   * Returns the share of the pairs of the corpus that the scheme finds, if a pair that was seen
   * stands for one over the probability with which it is found; NaN if none was seen.
   *
   * @param threshold the lowest similarity of the pairs
   */
  double recall(double threshold) {
    int slots = scheme.slots();
    double found = 0;
    double all = 0;
    for (int equal = (int) Math.ceil(threshold * slots - ROUNDING); equal <= slots; equal++) {
      found += plausibleByAgreement[equal];
      all += plausibleByAgreement[equal] / scheme.candidateProbability(equal / (double) slots);
    }
    return found / all;
  }

  /** Returns how bands and rows are chosen. */
  BandingScheme scheme() {
    return scheme;
  }

  /** Returns how many documents were chosen. */
  long documents() {
    return documents;
  }

  /** Returns how many chosen documents have a candidate. */
  long withCandidates() {
    return chosen.stream().filter(one -> one.withCandidate > 0).count();
  }

  /** Returns whether all documents of the corpus were chosen. */
  boolean isAll() {
    return share.isAll() && isWhole();
  }

  /** Returns whether all documents of the corpus were read. */
  boolean isWhole() {
    return part == 1;
  }

  /** Returns how many chosen documents have shingles. */
  long signed() {
    return signed;
  }

  /** Returns the mean bytes of an id. */
  double idBytes() {
    return mean(idBytes);
  }

  /** Returns the mean occurrences of shingles in a document. */
  double shingles() {
    return mean(shingles);
  }

  /** Returns the mean number of document–shingle pairs that a signature needs. */
  double sortedPairs() {
    return mean(sortedPairs);
  }

  private double mean(long sum) {
    return sum / (double) Math.max(1, documents);
  }
}
