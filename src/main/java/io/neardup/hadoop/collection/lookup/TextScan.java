package io.neardup.hadoop.collection.lookup;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.collection.CollectionIndex;
import io.neardup.hadoop.corpus.Corpus;
import io.neardup.hadoop.corpus.CorpusReader;
import io.neardup.hadoop.corpus.DocumentWritable;
import io.neardup.hadoop.table.ColumnSet;
import io.neardup.lsh.Anchors;
import io.neardup.lsh.HashFilter;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.Measure;
import io.neardup.similarity.SetComparison;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Looks some documents up by containment: reads all texts of a collection once for them. A document
 * of the collection is compared with those that it shares enough anchors with, or whose set is the
 * same; how many others have an anchor does not matter.
 *
 * <p>Memory: 24 bytes for each anchor of the documents, 8 for each shingle, 2 KiB for each
 * document, and a document of the collection.
 */
final class TextScan {

  /** From so many shingles on, the documents are looked up before more are added. */
  private static final int MANY = 1 << 20;

  /** As many shingles as a document counts beside its own. */
  private static final int OF_DOCUMENT = 64;

  /** A document that is looked up, and the document of the collection that is most like it. */
  static final class Sought {
    final String id;
    private final IndexedSet set = new IndexedSet();
    private long ofSet;
    private int shared; // anchors, with the document of the collection that is read
    long column = -1;
    double similarity;

    Sought(String id) {
      this.id = id;
    }
  }

  private final Configuration conf;
  private final CollectionIndex index;
  private final List<Corpus.Batch> batches;
  private final DocumentShingler shingler;
  private final Anchors anchors;
  private final int needed; // anchors to be shared
  private final double threshold;
  private final SetComparison comparison = new SetComparison();
  private final List<Sought> sought = new ArrayList<>();
  private final LongArrayList shown = new LongArrayList(); // anchors
  private final LongArrayList showing = new LongArrayList(); // 2d, plus 1 if document d owns it
  private final Long2ObjectOpenHashMap<IntList> bySet = new Long2ObjectOpenHashMap<>();
  private final IntOpenHashSet found = new IntOpenHashSet(); // that share an anchor, or the set
  private HashFilter filter;
  private long held; // shingles, of the documents that are sought

  TextScan(
      Configuration conf,
      Settings settings,
      CollectionIndex index,
      List<Corpus.Batch> batches,
      DocumentShingler shingler) {
    this.conf = conf;
    this.index = index;
    this.batches = batches;
    this.shingler = shingler;
    anchors = settings.anchors().newAnchors(false);
    needed = settings.anchors().leastShared();
    threshold = settings.get(Keys.THRESHOLD);
  }

  /**
   * Adds a document; returns whether there are enough.
   *
   * @param shingles in the order of the text, repeats included; taken over
   */
  boolean add(String id, LongArrayList shingles) {
    Sought one = new Sought(id);
    if (!shingles.isEmpty()) {
      anchors.findAll(shingles);
      one.set.take(shingles.elements(), shingles.size());
      one.ofSet = Anchors.ofSet(shingles);
      bySet.computeIfAbsent(one.ofSet, hash -> new IntArrayList()).add(sought.size());
      for (int a = 0; a < anchors.size(); a++) {
        shown.add(anchors.anchor(a));
        showing.add(2L * sought.size() + (anchors.isOwn(a) ? 1 : 0));
      }
    }
    sought.add(one);
    held += shingles.size() + OF_DOCUMENT;
    return held >= MANY;
  }

  /** Looks up the documents that were added, forgets them, and returns them in their order. */
  List<Sought> run() throws IOException {
    List<Sought> all = List.copyOf(sought);
    filter = HashFilter.forHashes(shown.size());
    shown.forEach(filter::add);
    LongArrays.radixSort(shown.elements(), showing.elements(), 0, shown.size());
    if (!all.isEmpty()) {
      read();
    }
    sought.clear();
    held = 0;
    shown.clear();
    showing.clear();
    bySet.clear();
    return all;
  }

  private void read() throws IOException {
    long end = Corpus.columnsOf(batches);
    IndexedSet set = new IndexedSet();
    DocumentWritable document = new DocumentWritable();
    try (CorpusReader texts = new CorpusReader(conf, batches, CorpusReader.Content.TEXT);
        ColumnSet.Cursor dropped =
            index.dropped().isEmpty() ? null : index.dropped().get().read(conf)) {
      for (long column = 0; column < end; column++) {
        if (dropped == null || !dropped.contains(column)) {
          texts.read(column, document);
          LongArrayList shingles = document.elements(shingler);
          if (shingles.isEmpty()) {
            continue;
          }
          anchors.find(shingles, filter, needed);
          long ofSet = Anchors.ofSet(shingles);
          if (anchors.size() > 0 || bySet.containsKey(ofSet)) {
            set.take(shingles.elements(), shingles.size());
            compare(column, set, ofSet);
          }
        }
      }
    }
  }

  private void compare(long column, IndexedSet set, long ofSet) {
    for (int a = 0; a < anchors.size(); a++) {
      int at = Arrays.binarySearch(shown.elements(), 0, shown.size(), anchors.anchor(a));
      while (at > 0 && shown.getLong(at - 1) == anchors.anchor(a)) {
        at--;
      }
      for (; at >= 0 && at < shown.size() && shown.getLong(at) == anchors.anchor(a); at++) {
        int number = (int) (showing.getLong(at) >>> 1);
        if (anchors.isOwn(a) || (showing.getLong(at) & 1) == 1) {
          sought.get(number).shared++;
          found.add(number);
        }
      }
    }
    found.addAll(bySet.getOrDefault(ofSet, IntList.of()));
    for (int number : found) {
      Sought one = sought.get(number);
      if (one.shared >= needed || one.ofSet == ofSet) {
        compare(one, column, set);
      }
      one.shared = 0;
    }
    found.clear();
  }

  private void compare(Sought one, long column, IndexedSet set) {
    int size = one.set.size();
    double bar = Measure.CONTAINMENT.jaccard(threshold, size, set.size());
    if (comparison.reaches(one.set, set.elements(), set.size(), bar)) {
      double its = Measure.CONTAINMENT.similarity(comparison.intersection(), size, set.size());
      if (its >= threshold && its > one.similarity) { // of equal ones the first
        one.column = column;
        one.similarity = its;
      }
    }
  }
}
