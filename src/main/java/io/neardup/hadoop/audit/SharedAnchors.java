package io.neardup.hadoop.audit;

import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.lsh.Anchors;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.apache.hadoop.conf.Configuration;

/**
 * Finds out whether two documents share a bucket in a search for containment. Memory: the anchors
 * of both.
 */
final class SharedAnchors {

  private static final int NONE = 0;
  private static final int SHOWN = 1;
  private static final int OWN = 2;

  private final int least; // shared anchors of a candidate
  private final Anchors anchors;
  private final Long2IntOpenHashMap ofOne = new Long2IntOpenHashMap(); // OWN or SHOWN
  private long hashOfOne;

  SharedAnchors(Configuration conf, Settings settings) {
    least = settings.anchors().leastShared();
    anchors = settings.anchors().newAnchors(Shinglers.isCorpusOfSets(conf));
  }

  /**
   * Sets one document.
   *
   * @param shingles of the document in the order of the text
   */
  void setOne(LongArrayList shingles) {
    anchors.findAll(shingles);
    hashOfOne = anchors.ofSet();
    ofOne.clear();
    for (int a = 0; a < anchors.size(); a++) {
      ofOne.put(anchors.anchor(a), anchors.isOwn(a) ? OWN : SHOWN);
    }
  }

  /**
   * Returns whether another document has the same set, or shares enough anchors with it that are
   * own ones of either.
   */
  boolean areSharedWith(LongArrayList shingles) {
    anchors.findAll(shingles);
    int shared = 0;
    for (int a = 0; a < anchors.size(); a++) {
      int role = ofOne.getOrDefault(anchors.anchor(a), NONE);
      shared += role == OWN || (role == SHOWN && anchors.isOwn(a)) ? 1 : 0;
    }
    return anchors.ofSet() == hashOfOne || shared >= least;
  }
}
