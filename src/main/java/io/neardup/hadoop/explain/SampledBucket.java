package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.lsh.BucketRule;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A bucket that has a chosen document of a {@link Sample}, with the pairs of those documents.
 * Numbers are whole, in units, so that their sums do not depend on threads.
 */
final class SampledBucket {

  /** How many units one is. */
  static final double UNIT = 1 << 20;

  /** Chosen documents of a bucket that show which columns it lists, at least. */
  private static final int MIN_CUT = 8;

  /** A chosen document. */
  static final class Chosen {
    final long column;
    final int split;
    final long hash; // which twins share
    int[] signature; // of bands
    SampledBucket[] buckets; // by band
    int owned; // anchors
    int shared; // anchors, with the document that is read
    int sharedOwn; // of these, own ones of this document
    int sharedOfOther; // own ones of the other
    long twins; // in units
    double withCandidate; // for how many documents with a candidate it stands
    double similar; // the same for plausible candidates

    Chosen(long column, int split, long hash) {
      this.column = column;
      this.split = split;
      this.hash = hash;
    }

    /** Returns the probability that the document is one of the first of its twins. */
    private double ordinary(Settings settings) {
      return Math.min(1, settings.getInt(Keys.MAX_TWINS) / (1 + twins / UNIT));
    }
  }

  /** A chosen document in a bucket, with its pairs there that are no twins, in units. */
  static final class Member {
    final Chosen document;
    final boolean isOwner; // of an anchor
    long chance;
    long plausible;
    long listed; // both, each in full

    Member(Chosen document, boolean isOwner) {
      this.document = document;
      this.isOwner = isOwner;
    }
  }

  /** Sums of pairs: by chance, plausible, and both as often as they are listed. */
  static final class Sums {
    double chance;
    double plausible;
    double listed;
  }

  final List<Member> members = new ArrayList<>(1); // by column
  long size; // in units
  private boolean isCut; // has columns that are not all paired with each other
  private double fullBelow = Double.POSITIVE_INFINITY; // columns that are
  private double headsBelow; // columns that are paired with all others

  /** Returns whether ordinary columns are listed. */
  boolean lists(long i, long j) {
    return Math.max(i, j) < fullBelow || Math.min(i, j) < headsBelow;
  }

  /**
   * Puts the chosen documents in order, and finds the columns up to which a large bucket lists its
   * pairs: those of the chosen documents show the others.
   *
   * @param share of the documents of the corpus that were chosen
   */
  void finish(Settings settings, double share) {
    members.sort(Comparator.comparingLong(member -> member.document.column));
    BucketRule rule = BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    int full = rule.listedInFull();
    if (members.size() < MIN_CUT || members.size() <= full * share) {
      return;
    }
    Long2IntOpenHashMap twins = twins();
    double rank = 0; // of ordinary documents of the corpus
    double last = 0;
    for (Member member : members) {
      double itsTwins = twins.get(member.document.hash) / share;
      double next = rank + Math.min(1, settings.getInt(Keys.MAX_TWINS) / itsTwins) / share;
      double columns = (member.document.column + 1 - last) / (next - rank);
      if (rank < rule.heads() && next >= rule.heads()) {
        headsBelow = last + columns * (rule.heads() - rank);
      }
      if (rank <= full && next > full) {
        isCut = true;
        fullBelow = last + columns * (full - rank);
      }
      rank = next;
      last = member.document.column + 1;
    }
  }

  private Long2IntOpenHashMap twins() {
    Long2IntOpenHashMap twins = new Long2IntOpenHashMap();
    members.forEach(member -> twins.addTo(member.document.hash, 1));
    return twins;
  }

  /**
   * Adds the pairs that the bucket lists: of ordinary documents, as far as its size allows. Pairs
   * that meet by chance grow by a factor.
   */
  void addTo(Sums sums, Settings settings, double growth) {
    double chance = 0;
    double plausible = 0;
    double listed = 0;
    double ordinary = 0;
    for (Member member : members) {
      chance += member.chance;
      plausible += member.plausible;
      listed += member.listed;
      ordinary += member.document.ordinary(settings);
    }
    if (listed == 0) {
      return;
    }
    Long2IntOpenHashMap twins = twins();
    double pairs = plausible + chance; // for anchors, of candidates only
    double grown = pairs == 0 ? growth : (plausible + growth * chance) / pairs;
    double columns = size / UNIT * ordinary / members.size();
    BucketRule rule = BucketRule.ofBand(settings.getInt(Keys.MAX_BUCKET_COLUMNS));
    double leftOut = isCut ? listedShare(rule, columns) : 1; // of the pairs, already
    double ofSize = Math.min(1, listedShare(rule, columns * grown) / leftOut) / UNIT;
    for (Member member : members) {
      double itself = member.document.ordinary(settings);
      int same = twins.get(member.document.hash);
      int others = members.size() - same;
      double ofMember = ofSize * itself * (others == 0 ? 1 : (ordinary - same * itself) / others);
      sums.chance += ofMember * growth * member.chance;
      sums.plausible += ofMember * member.plausible;
      sums.listed += ofMember * grown * member.listed;
    }
  }

  /** Returns which part of the pairs of ordinary documents a bucket lists. */
  private static double listedShare(BucketRule rule, double columns) {
    double full = rule.listedInFull();
    return columns <= full
        ? 1
        : (full * (full - 1) / 2 + rule.heads() * (columns - full)) / (columns * (columns - 1) / 2);
  }
}
