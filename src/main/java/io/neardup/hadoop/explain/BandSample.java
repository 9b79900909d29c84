package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.explain.SampledBucket.Chosen;
import io.neardup.hadoop.explain.SampledBucket.Member;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.stage4verify.compare.Verification;
import io.neardup.lsh.BandHasher;
import io.neardup.lsh.BandingScheme;
import io.neardup.minhash.ColumnSketcher;
import io.neardup.minhash.MinimumPairs;
import io.neardup.minhash.SignatureColumn;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;

/**
 * Chosen documents with their buckets of bands: every document is signed and looked for in them.
 * Memory: about 4·n + 220·b bytes a chosen document.
 */
final class BandSample extends Sample {

  /** With how many chosen documents of a bucket a document is compared at most. */
  private static final int MAX_COMPARED = 32;

  private static final double ROUNDING = 1e-9;

  private final BandHasher hasher;
  private final int minimumAgreement;
  private final long[] plausibleByAgreement;

  BandSample(Settings settings, BandingScheme scheme, Part part) {
    super(settings, scheme, part, scheme.bands());
    hasher = new BandHasher(scheme);
    minimumAgreement = Verification.minimumAgreement(settings, scheme.slots());
    plausibleByAgreement = new long[scheme.slots() + 1];
  }

  @Override
  Signer signer(int split) {
    return new Finder(split);
  }

  /** Looks for documents in buckets. */
  private final class Finder extends Signer {
    private final byte[] record = new byte[SignatureColumn.length(scheme.slots())];
    private final int[] signature = new int[scheme.slots()];
    private final ColumnSketcher sketcher =
        HadoopSettings.scheme(settings, scheme.slots()).newColumnSketcher();
    private final MinimumPairs minimumPairs = new MinimumPairs(scheme.slots());

    Finder(int split) {
      super(split);
    }

    @Override
    int sign(long column, LongArrayList elements) {
      sketch(column, elements);
      return settings.get(Keys.SIGNATURE_PRUNING) ? minimumPairs.find(sketcher) : elements.size();
    }

    private void sketch(long column, LongArrayList elements) {
      sketcher.sketch(elements.elements(), elements.size());
      SignatureColumn.encode(column, sketcher.slots(), 0, signature.length, record);
      SignatureColumn.decode(record, SignatureColumn.SLOTS_OFFSET, signature, 0, signature.length);
    }

    @Override
    void add(long column, LongArrayList elements) {
      long hash = hasher.signatureHash(record, SignatureColumn.SLOTS_OFFSET);
      Chosen one = new Chosen(column, split, hash);
      one.signature = signature.clone();
      one.buckets = new SampledBucket[scheme.bands()];
      chosen.add(one);
      for (int band = 0; band < scheme.bands(); band++) {
        one.buckets[band] = put(new Member(one, true), band, hash(band));
      }
    }

    private long hash(int band) {
      return hasher.bandHash(record, SignatureColumn.SLOTS_OFFSET, band);
    }

    @Override
    void find(long column, LongArrayList elements) {
      if (elements.isEmpty()) {
        return;
      }
      sketch(column, elements);
      for (int band = 0; band < scheme.bands(); band++) {
        SampledBucket bucket = buckets.get(band).get(hash(band));
        if (bucket != null) {
          synchronized (BandSample.this) {
            BandSample.this.add(column, split, signature, bucket);
          }
        }
      }
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
      double here = near ? 1 : part.weight();
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

  @Override
  double entries() {
    return scheme.bands();
  }
}
