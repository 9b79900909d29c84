package io.neardup.hadoop.explain;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.explain.SampledBucket.Chosen;
import io.neardup.hadoop.explain.SampledBucket.Member;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import io.neardup.lsh.HashShare;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;

/**
 * Chosen documents with their buckets of anchors. First the own anchors of all documents are
 * gathered, so that the chosen ones have the anchors that matter; then every document is looked for
 * in their buckets. A candidate that shares as many own anchors of one of both as is expected at
 * the threshold counts as near-duplicate; others have a passage in common.
 *
 * <p>Memory: {@value #ANCHOR_BYTES} bytes for each anchor of a chosen document; if they are too
 * many, fewer documents are chosen. As much for the filters.
 */
final class AnchorSample extends Sample {

  /** What an anchor of a chosen document takes, about. */
  static final long ANCHOR_BYTES = SampleReader.BUCKET_BYTES;

  private final Long2ObjectOpenHashMap<SampledBucket> ofAnchors = buckets.get(0);
  private final boolean sets;
  private final int least;
  private final double unchanged;
  private final long mostAnchors;
  private final HashFilter owned;
  private HashFilter watched;
  private long anchorsOfChosen;
  private long smaller; // documents of fewer shingles than anchors need
  private final List<Member> meetings = new ArrayList<>(); // with the document that is read
  private final List<Chosen> met = new ArrayList<>();

  /**
   * @param sets whether documents are sets, without order
   * @param read how many documents are read, about
   * @param memory how many bytes it may take for anchors, and for a filter
   */
  AnchorSample(Settings settings, Part part, boolean sets, double read, long memory) {
    super(settings, settings.banding(), part, 1);
    this.sets = sets;
    least = settings.anchors().leastShared();
    unchanged = settings.anchors().unchanged();
    mostAnchors = memory / ANCHOR_BYTES;
    owned = HashFilter.forHashes(Math.min(read * Anchors.ANCHORS, memory / 4.0));
  }

  @Override
  Signer signer(int split) {
    return new Finder(split);
  }

  /** Finds the anchors of documents. */
  private final class Finder extends Signer {
    private final Anchors anchors = settings.anchors().newAnchors(sets);

    Finder(int split) {
      super(split);
    }

    @Override
    void gather(LongArrayList elements) {
      anchors.findOwn(elements);
      synchronized (AnchorSample.this) {
        for (int a = 0; a < anchors.size(); a++) {
          owned.add(anchors.anchor(a));
        }
      }
    }

    @Override
    void add(long column, LongArrayList elements) {
      smaller += elements.size() < settings.get(Keys.MIN_SHINGLES) ? 1 : 0;
      if (!isChosen(column)) {
        return;
      }
      anchors.find(elements, owned, 1);
      Chosen one = new Chosen(column, split, Anchors.ofSequence(elements));
      one.owned = anchors.owned();
      chosen.add(one);
      for (int a = 0; a < anchors.size(); a++) {
        put(new Member(one, anchors.isOwn(a)), 0, anchors.anchor(a));
      }
      anchorsOfChosen += anchors.size();
      while (anchorsOfChosen > mostAnchors) {
        chooseFewer();
      }
    }

    @Override
    void find(long column, LongArrayList elements) {
      if (!elements.isEmpty()) {
        anchors.find(elements, watched, 1);
        long ofSequence = Anchors.ofSequence(elements);
        synchronized (AnchorSample.this) {
          meet(column, split, anchors, ofSequence);
        }
      }
    }
  }

  private boolean isChosen(long column) {
    return share.contains(SplitMix.mix(column));
  }

  /** Halves the chosen documents; the same are left in whatever order they came. */
  private void chooseFewer() {
    share = new HashShare(share.share() / 2);
    chosen.removeIf(one -> !isChosen(one.column));
    for (SampledBucket bucket : ofAnchors.values()) {
      bucket.members.removeIf(member -> !isChosen(member.document.column));
    }
    ofAnchors.values().removeIf(bucket -> bucket.members.isEmpty());
    anchorsOfChosen = ofAnchors.values().stream().mapToLong(its -> its.members.size()).sum();
  }

  @Override
  void watch() {
    super.watch();
    watched = HashFilter.forHashes(ofAnchors.size());
    ofAnchors.keySet().forEach(watched::add);
  }

  /** Looks for a document in the buckets of the chosen ones. */
  private void meet(long column, int split, Anchors its, long ofSequence) {
    for (int a = 0; a < its.size(); a++) {
      SampledBucket bucket = ofAnchors.get(its.anchor(a));
      if (bucket != null) {
        bucket.size += Math.round(UNIT / part.part());
        meet(column, its.isOwn(a), bucket);
      }
    }
    for (Chosen one : met) {
      boolean near = one.split == split;
      if (one.hash == ofSequence) {
        one.twins += Math.round(times(near) * UNIT);
      }
      if (one.shared >= least) {
        one.withCandidate = stands(one.withCandidate, near);
        one.similar = one.withCandidate;
      }
    }
    for (Member member : meetings) {
      if (member.document.hash != ofSequence) {
        count(member, times(member.document.split == split), its.owned());
      }
    }
    for (Chosen one : met) {
      one.shared = 0;
      one.sharedOwn = 0;
      one.sharedOfOther = 0;
    }
    met.clear();
    meetings.clear();
  }

  private void meet(long column, boolean isOwn, SampledBucket bucket) {
    for (Member member : bucket.members) {
      Chosen one = member.document;
      if (!bucket.lists(one.column, column)) {
        return; // nor those after it
      }
      if ((isOwn || member.isOwner) && one.column != column) {
        if (one.shared++ == 0) {
          met.add(one);
        }
        one.sharedOwn += member.isOwner ? 1 : 0;
        one.sharedOfOther += isOwn ? 1 : 0;
        meetings.add(member);
      }
    }
  }

  /** Counts the part of a pair that a bucket has. */
  private void count(Member member, double times, int ownOfOther) {
    Chosen one = member.document;
    member.listed += Math.round(times * UNIT);
    if (one.shared >= least) {
      long units = Math.round(times * UNIT / one.shared);
      if (one.sharedOwn >= unchanged * one.owned || one.sharedOfOther >= unchanged * ownOfOther) {
        member.plausible += units;
      } else {
        member.chance += units;
      }
    }
  }

  private double times(boolean near) {
    return near ? 1 : part.weight();
  }

  @Override
  double entries() {
    return 1 + (double) anchorsOfChosen / Math.max(1, chosen.size()); // and that of its set
  }

  /** Returns the share of the documents that have shingles, but fewer than anchors need. */
  double smaller() {
    return (double) smaller / Math.max(1, signed);
  }
}
