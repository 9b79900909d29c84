package io.neardup.hadoop.audit;

import io.neardup.audit.SampleIndex;
import io.neardup.audit.SampledColumns;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.hadoop.corpus.Shinglers;
import io.neardup.hadoop.output.HadoopSettings;
import io.neardup.hadoop.table.GroupedKey;
import io.neardup.similarity.IndexedSet;
import io.neardup.similarity.SetComparison;
import io.neardup.text.DocumentShingler;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;

/**
 * A block of sampled documents, with an index of their shingles. It holds their texts, an eighth of
 * what their sets of shingles would take, and the sets that were last compared.
 *
 * <p>Memory: that of the texts and the index, {@value #CACHE_BYTES} bytes of sets, and a set. Not
 * safe for use by several threads.
 */
final class SampleBlock {

  /** Bytes that a document takes besides its text and index. */
  static final int OVERHEAD = 200;

  private static final int CACHE_BYTES = 16 << 20;
  private static final int NONE = -1;

  private final DocumentShingler shingler;
  private final LongArrayList columns = new LongArrayList();
  private final List<byte[]> texts = new ArrayList<>();
  private final List<byte[]> signatures = new ArrayList<>();
  private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
  private final Long2ObjectOpenHashMap<IntArrayList> removedFor = new Long2ObjectOpenHashMap<>();
  private final Map<Integer, long[]> sets = new LinkedHashMap<>(16, 0.75f, true);
  private final IndexedSet set = new IndexedSet();
  private final SampleIndex index;
  private long cached;

  /**
   * Reads a block and makes its index.
   *
   * @param from the number of its first document in the file
   * @param to the number of the first document after it
   * @param sample documents that are not in it are left out
   */
  SampleBlock(Configuration conf, Path file, int from, int to, SampledColumns sample)
      throws IOException {
    Settings settings = HadoopSettings.of(conf);
    shingler = Shinglers.of(conf, settings);
    places.defaultReturnValue(NONE);
    long bytes = 0;
    GroupedKey key = new GroupedKey(); // length of the text, column
    SampledDocument document = new SampledDocument();
    try (SequenceFile.Reader in = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
      for (int record = 0; record < to && in.next(key); record++) {
        if (record >= from && sample.contains(key.column())) {
          in.getCurrentValue(document);
          bytes += key.leadingColumn();
          add(key.column(), document);
        }
      }
    }
    index = new SampleIndex(HadoopSettings.measure(settings), settings.get(Keys.THRESHOLD), bytes);
    for (int place = 0; place < texts.size(); place++) {
      set(place);
      index.count(set.elements(), set.size());
    }
    index.endCounts();
    for (int place = 0; place < texts.size(); place++) {
      set(place);
      index.add(set.elements(), set.size());
    }
    forget();
  }

  private void add(long column, SampledDocument document) {
    int place = texts.size();
    columns.add(column);
    texts.add(document.text);
    signatures.add(document.slots);
    places.put(column, place);
    if (document.kept != column) {
      removedFor.computeIfAbsent(document.kept, k -> new IntArrayList()).add(place);
    }
  }

  /** Returns the shingles of the document at a place, repeats included, until the next call. */
  LongArrayList shingles(int place) {
    byte[] text = texts.get(place);
    return shingler.elements(text, 0, text.length);
  }

  /** Returns the set of the document at a place, until the next call. */
  IndexedSet set(int place) {
    LongArrayList elements = shingles(place);
    set.take(elements.elements(), elements.size());
    return set;
  }

  int size() {
    return texts.size();
  }

  SampleIndex index() {
    return index;
  }

  long column(int place) {
    return columns.getLong(place);
  }

  /** Returns the slots of the signature of the document at a place; none if it has no shingle. */
  byte[] slots(int place) {
    return signatures.get(place);
  }

  boolean contains(long column) {
    return places.get(column) != NONE;
  }

  /** Returns the places of the documents that were removed for a document. */
  IntList removedFor(long column) {
    IntArrayList removed = removedFor.get(column);
    return removed == null ? IntList.of() : removed;
  }

  /**
   * Compares the document at a place with a set.
   *
   * @param least a similarity, 0 to 1
   * @return whether the similarity is at least that; if so, {@code comparison} has the sizes
   */
  boolean reaches(int place, IndexedSet other, SetComparison comparison, double least) {
    long[] elements = sets.get(place);
    if (elements != null) {
      return comparison.reaches(other, elements, elements.length, least);
    }
    set(place);
    boolean reaches = comparison.reaches(other, set.elements(), set.size(), least);
    if ((long) Long.BYTES * set.size() <= CACHE_BYTES) {
      keep(place, Arrays.copyOf(set.elements(), set.size()));
    }
    forget();
    return reaches;
  }

  private void keep(int place, long[] elements) {
    sets.put(place, elements);
    cached += (long) Long.BYTES * elements.length;
    Iterator<Map.Entry<Integer, long[]>> oldest = sets.entrySet().iterator();
    while (cached > CACHE_BYTES) {
      cached -= (long) Long.BYTES * oldest.next().getValue().length;
      oldest.remove();
    }
  }

  /** Forgets the document that was shingled last: a long one takes memory. */
  private void forget() {
    set.take(new long[0], 0);
    shingler.elements(new byte[0], 0, 0);
  }
}
