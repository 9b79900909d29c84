package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.explain.SampledBucket.Chosen;
import io.neardup.hadoop.explain.SampledBucket.Member;
import io.neardup.hadoop.explain.SampledBucket.Sums;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.HashShare;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Documents chosen by the hash of their columns, with the candidates that each has in the whole
 * corpus. The corpus is read twice ({@link SampleReader}): first to sign the chosen documents,
 * which gives the buckets to watch, then to sign every document and look for it in these buckets.
 * So a bucket has all its members, however few documents are chosen, and numbers of pairs grow only
 * with the share of the chosen documents. Of a corpus of more bytes than the user allows, splits
 * spread evenly are read, and a document of another split stands for those that were not.
 *
 * <p>A pair that shares k buckets counts 1/k in each. All sums are of whole numbers, so threads
 * change no result.
 *
 * <p>Memory: about 4·n + 220·b bytes a chosen document, at most a quarter of the heap.
 */
final class Sample {

  /** With how many chosen documents of a bucket a document is compared at most. */
  private static final int MAX_COMPARED = 32;

  private static final double UNIT = SampledBucket.UNIT;
  private static final double ROUNDING = 1e-9;

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

    /**
     * Returns the pairs of documents that are added to others like them: each has all its partners
     * among those, so there are twice as many, and the partners count, too.
     *
     * @param stored how many others there are for each that is added
     */
    Pairs ofAddition(double stored) {
      double partners = Math.min(2 * plausible, stored * similar);
      return new Pairs(
          2 * candidates, 2 * plausible, 2 * listed, 2 * withCandidates, similar + partners);
    }
  }

  final BandingScheme scheme;
  long documents; // chosen
  long signed; // of these, documents that have shingles
  long idBytes; // of the chosen documents
  long shingles; // occurrences
  long sortedPairs; // of documents and shingles, that their signatures need
  private final Settings settings;
  private final BandHasher hasher;
  private final int minimumAgreement;
  private final HashShare share; // of the documents that are read
  private final double part; // of the corpus that is read
  private final double weight; // of a document in another split
  private final List<Chosen> chosen = new ArrayList<>();
  private final List<Long2ObjectOpenHashMap<SampledBucket>> buckets = new ArrayList<>(); // by band
  private final long[] plausibleByAgreement;

  /**
   * @param part of the corpus that is read
   * @param share of the documents that are read, which are chosen
   * @param weight how many documents one stands for that is in another split than the chosen one
   */
  Sample(Settings settings, BandingScheme scheme, double part, HashShare share, double weight) {
    this.settings = settings;
    this.scheme = scheme;
    this.part = part;
    this.share = share;
    this.weight = weight;
    hasher = new BandHasher(scheme);
    minimumAgreement = Verification.minimumAgreement(settings, scheme.slots());
    plausibleByAgreement = new long[scheme.slots() + 1];
    for (int band = 0; band < scheme.bands(); band++) {
      buckets.add(new Long2ObjectOpenHashMap<>());
    }
  }

  /** Signs the documents of a split in one thread. */
  final class Signer {
    private final int split;
    private final ColumnSketcher sketcher =
        HadoopSettings.scheme(settings, scheme.slots()).newColumnSketcher();
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

    /** Takes a chosen document. */
    void choose(long column, int itsIdBytes, LongArrayList elements) {
      int pairs = elements.size();
      if (!elements.isEmpty()) {
        sign(column, elements);
        pairs = settings.get(Keys.SIGNATURE_PRUNING) ? minimumPairs.find(sketcher) : pairs;
      }
      synchronized (Sample.this) {
        documents++;
        idBytes += itsIdBytes;
        shingles += elements.size();
        sortedPairs += pairs;
        if (!elements.isEmpty()) {
          signed++;
          long hash = hasher.signatureHash(record, SignatureColumn.SLOTS_OFFSET);
          Chosen one = new Chosen(column, split, signature.clone(), hash, scheme.bands());
          chosen.add(one);
          for (int band = 0; band < scheme.bands(); band++) {
            SampledBucket bucket =
                buckets.get(band).computeIfAbsent(hash(band), key -> new SampledBucket());
            one.buckets[band] = bucket;
            bucket.members.add(new Member(one));
          }
        }
      }
    }

    private long hash(int band) {
      return hasher.bandHash(record, SignatureColumn.SLOTS_OFFSET, band);
    }

    /** Looks for a document of the corpus in the buckets of the chosen ones. */
    void find(long column, LongArrayList elements) {
      if (elements.isEmpty()) {
        return;
      }
      sign(column, elements);
      for (int band = 0; band < scheme.bands(); band++) {
        SampledBucket bucket = buckets.get(band).get(hash(band));
        if (bucket != null) {
          synchronized (Sample.this) {
            add(column, split, signature, bucket);
          }
        }
      }
    }
  }

  /** Ends the choice of documents. */
  void watch() {
    double chosenShare = part * share.share();
    for (Long2ObjectOpenHashMap<SampledBucket> ofBand : buckets) {
      ofBand.values().forEach(bucket -> bucket.finish(settings, chosenShare));
    }
  }

  /** Adds a document to a bucket, and compares it with some of the chosen ones there. */
  private void add(long column, int split, int[] signature, SampledBucket bucket) {
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
      Member member,
      long column,
      int[] signature,
      double times,
      boolean near,
      SampledBucket bucket) {
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
    Sums sums = new Sums();
    for (Long2ObjectOpenHashMap<SampledBucket> ofBand : buckets) {
      ofBand.values().forEach(bucket -> bucket.addTo(sums, settings, growth));
    }
    for (Chosen one : chosen) {
      double ofOne = twinPairs(1 + one.twins / UNIT);
      sums.plausible += 2 * ofOne;
      sums.listed += 2 * ofOne * scheme.bands();
    }
    double ofPairs = all / Math.max(1, documents) / 2;
    return new Pairs(
        (sums.chance + sums.plausible) * ofPairs,
        sums.plausible * ofPairs,
        sums.listed * ofPairs,
        all * share(one -> one.withCandidate),
        all * share(one -> one.similar));
  }

  /** Returns how many pairs a group of twins lists, for each of its documents. */
  private double twinPairs(double size) {
    double first = Math.min(size, settings.getInt(Keys.MAX_TWINS));
    return (first * (first - 1) / 2 + size - first) / size;
  }

  /** Returns the share of all documents that those of a kind are. */
  private double share(ToDoubleFunction<Chosen> kind) {
    return Math.min((double) signed, chosen.stream().mapToDouble(kind).sum())
        / Math.max(1, documents);
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
}
