package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.explain.SampledBucket.Chosen;
import io.neardup.hadoop.explain.SampledBucket.Member;
import io.neardup.hadoop.explain.SampledBucket.Sums;
import io.neardup.lsh.BandingScheme;
import io.neardup.lsh.HashShare;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Documents chosen by the hash of their columns, with the candidates that each has in the whole
 * corpus. {@link SampleReader} reads the corpus several times: first for the chosen documents,
 * which gives the buckets to watch, then to look for every document in these buckets. So a bucket
 * has all its members, however few documents are chosen, and numbers of pairs grow only with the
 * share of the chosen documents. Of a corpus of more bytes than the user allows, splits spread
 * evenly are read, and a document of another split stands for those that were not.
 *
 * <p>A pair that shares k buckets counts 1/k in each. All sums are of whole numbers, so threads
 * change no result. Memory: at most a quarter of the heap.
 */
abstract class Sample {

  static final double UNIT = SampledBucket.UNIT;

  /** Why the documents are read. */
  enum Pass {
    GATHER,
    CHOOSE,
    FIND
  }

  /**
   * The pairs of a corpus.
   *
   * @param candidates pairs that share a bucket that lists them, or enough of them
   * @param compared candidates that pass the signature filter; for containment, all
   * @param plausible compared pairs that grow with the documents: those that are near-duplicates
   * @param listed pairs in buckets, each as often as it is listed
   * @param withCandidates documents with a candidate
   * @param similar documents in compared pairs
   */
  record Pairs(
      double candidates,
      double compared,
      double plausible,
      double listed,
      double withCandidates,
      double similar) {

    /**
     * Returns the pairs of documents that are added to others like them: each has all its partners
     * among those, so there are twice as many, and the partners count, too.
     *
     * @param stored how many others there are for each that is added
     */
    Pairs ofAddition(double stored) {
      double partners = Math.min(2 * compared, stored * similar);
      return new Pairs(
          2 * candidates,
          2 * compared,
          2 * plausible,
          2 * listed,
          2 * withCandidates,
          similar + partners);
    }
  }

  /**
   * What is read.
   *
   * @param part of the corpus
   * @param share of the documents that are read, which are chosen
   * @param weight how many documents one stands for that is in another split than the chosen one
   */
  record Part(double part, HashShare share, double weight) {}

  final Settings settings;
  final BandingScheme scheme; // of the signatures
  final Part part;
  long documents; // chosen
  long signed; // of these, documents that have shingles
  long idBytes; // of the chosen documents
  long shingles; // occurrences
  long sortedPairs; // of documents and shingles, that their signatures need
  final List<Chosen> chosen = new ArrayList<>();
  final List<Long2ObjectOpenHashMap<SampledBucket>> buckets = new ArrayList<>(); // by band
  HashShare share; // of the documents that are read, which have buckets

  Sample(Settings settings, BandingScheme scheme, Part part, int bands) {
    this.settings = settings;
    this.scheme = scheme;
    this.part = part;
    share = part.share();
    for (int band = 0; band < bands; band++) {
      buckets.add(new Long2ObjectOpenHashMap<>());
    }
  }

  /** Takes the documents of a split in one thread. */
  abstract class Signer {
    final int split;

    Signer(int split) {
      this.split = split;
    }

    /** Takes a chosen document. */
    final void choose(long column, int itsIdBytes, LongArrayList elements) {
      int pairs = elements.isEmpty() ? 0 : sign(column, elements);
      synchronized (Sample.this) {
        documents++;
        idBytes += itsIdBytes;
        shingles += elements.size();
        sortedPairs += pairs;
        if (!elements.isEmpty()) {
          signed++;
          add(column, elements);
        }
      }
    }

    /**
     * Signs a chosen document, if that is of use; returns how many pairs would be sorted for it.
     */
    int sign(long column, LongArrayList elements) {
      return elements.size();
    }

    /** Takes any document before some are chosen. */
    void gather(LongArrayList elements) {}

    /** Takes a chosen document that has been signed; no other thread does so meanwhile. */
    abstract void add(long column, LongArrayList elements);

    /** Looks for candidates of a document of the corpus among the chosen ones. */
    abstract void find(long column, LongArrayList elements);
  }

  abstract Signer signer(int split);

  /** Puts a chosen document into a bucket, which it returns. */
  final SampledBucket put(Member member, int band, long hash) {
    SampledBucket bucket = buckets.get(band).computeIfAbsent(hash, key -> new SampledBucket());
    bucket.members.add(member);
    return bucket;
  }

  /** Ends the choice of documents. */
  void watch() {
    double chosenShare = part.part() * share.share();
    for (Long2ObjectOpenHashMap<SampledBucket> ofBand : buckets) {
      ofBand.values().forEach(bucket -> bucket.finish(settings, chosenShare));
    }
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
      double ofOne = twinPairs(one.twins / UNIT);
      sums.plausible += 2 * ofOne;
      sums.listed += 2 * ofOne * entries();
    }
    double ofPairs = all * signed / Math.max(1, documents) / Math.max(1, chosen.size()) / 2;
    double candidates = (sums.chance + sums.plausible) * ofPairs;
    double plausible = sums.plausible * ofPairs;
    return new Pairs(
        candidates,
        settings.isOfContainment() ? candidates : plausible,
        plausible,
        sums.listed * ofPairs,
        all * share(one -> one.withCandidate),
        all * share(one -> one.similar));
  }

  /** Returns the share of all documents that those of a kind are. */
  private double share(ToDoubleFunction<Chosen> kind) {
    return Math.min(1, chosen.stream().mapToDouble(kind).sum() / Math.max(1, chosen.size()))
        * signed
        / Math.max(1, documents);
  }

  /** Returns how many chosen documents have a candidate. */
  long withCandidates() {
    return chosen.stream().filter(one -> one.withCandidate > 0).count();
  }

  /** Returns how many documents are compared with others; fewer than chosen if memory is short. */
  long compared() {
    return share.equals(part.share()) ? documents : chosen.size();
  }

  /** Returns in how many buckets a document is, of those that have shingles. */
  abstract double entries();

  /** A document whose partners all are in other splits stands for those that lost theirs, too. */
  final double stands(double before, boolean near) {
    return near ? 1 : before == 0 ? part.weight() : before;
  }

  /** Returns how many pairs a group of twins lists, for each of its documents. */
  private double twinPairs(double others) {
    double size = 1 + others;
    double first = Math.min(size, settings.getInt(Keys.MAX_TWINS));
    return (first * (first - 1) / 2 + size - first) / size;
  }

  /** Returns whether all documents of the corpus were chosen. */
  boolean isAll() {
    return share.isAll() && isWhole();
  }

  /** Returns whether all documents of the corpus were read. */
  boolean isWhole() {
    return part.part() == 1;
  }
}
