package io.neardup.hadoop.audit;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.lsh.Anchors;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds out whether two documents share a bucket in a search for containment. Memory: the anchors
 * of both.
 */
final class SharedAnchors {

  private final int least; // shared anchors of a candidate
  private final Anchors ofOne;
  private final Anchors ofOther;
  private long setOfOne;

  SharedAnchors(Configuration conf, Settings settings) {
    least = settings.anchors().leastShared();
    ofOne = settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf));
    ofOther = settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf));
  }

  /**
   * Sets one document.
   *
   * @param shingles of the document in the order of the text
   */
  void setOne(LongArrayList shingles) {
    ofOne.findAll(shingles);
    setOfOne = Anchors.ofSet(shingles);
  }

  /**
   * Returns whether another document has the same set, or shares enough anchors with it that are
   * own ones of either.
   */
  boolean areSharedWith(LongArrayList shingles) {
    ofOther.findAll(shingles);
    int shared = 0;
    for (int a = 0; a < ofOther.size() && shared < least; a++) {
      int at = ofOne.index(ofOther.anchor(a));
      shared += at >= 0 && (ofOne.isOwn(at) || ofOther.isOwn(a)) ? 1 : 0;
    }
    return shared >= least || Anchors.ofSet(shingles) == setOfOne;
  }
}
