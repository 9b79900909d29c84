package io.neardup.text;

import io.neardup.sort.HashSort;
import io.neardup.sort.SplitMix;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Objects;

/**
 * Turns the bytes of a document into the set of 64-bit elements that represents it (<i>Mining of
 * Massive Datasets</i> 3.2): leaves ignored passages out, normalizes the text, cuts it into
 * shingles, hashes them, and leaves passages of stop shingles out.
 *
 * <p>With 32 hash bits an element is the lower half of a shingle's hash, 0 to 2³²−1. With {@code
 * multiset}, each repeat of an element becomes an element of its own. The Jaccard similarity of two
 * such sets is that of the bags, Σ min / Σ max of the numbers of occurrences. The c-th occurrence
 * of h is h for c = 1, and for c ≥ 2
 *
 * <pre>  mix(mix(h) + c · 0x9E3779B97F4A7C15)  </pre>
 *
 * where mix is the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). With 32 hash bits the
 * value is cut to 32 bits. In 64 bits it is one-to-one in h for each c, and in c for each h. These
 * values are part of the stored format.
 *
 * <p>Results depend only on the settings, the stop words, the stop shingles and the document. Takes
 * linear time; this includes {@code multiset}, because hashes are spread evenly. Memory: 8 bytes
 * per occurrence of a shingle, and up to twice the document's bytes (more with {@link
 * Normalization#FOLD}). The next call, at the latest, releases memory above about 1 MiB. Not safe
 * for use by several threads.
 */
public final class DocumentShingler {

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;
  private static final long LOW_32 = 0xFFFFFFFFL;

  private final TextNormalizer normalizer;
  private final Shingler shingler;
  private final boolean multiset;
  private final long mask;
  private final StopShingles stopShingles; // null if there are none
  private final int minPassage; // of stop shingles
  private final LongArrayList elements = new LongArrayList();
  private final HashSort sort = new HashSort();
  private int leftOut; // occurrences of stop shingles left out of the last document

  /**
   * Makes a shingler with these settings, without stop shingles.
   *
   * @param stopWords used if the unit is {@code STOPWORD}; may be null otherwise
   */
  public DocumentShingler(ShingleSettings settings, StopWords stopWords) {
    this(settings, stopWords, null);
  }

  /**
   * Makes a shingler with these settings.
   *
   * @param stopWords used if the unit is {@code STOPWORD}; may be null otherwise
   * @param stopShingles passages of these are left out; null if there are none
   */
  public DocumentShingler(
      ShingleSettings settings, StopWords stopWords, StopShingles stopShingles) {
    this(settings, shingler(settings, stopWords), stopShingles);
  }

  /** Returns the shingler of normalized texts. */
  static Shingler shingler(ShingleSettings settings, StopWords stopWords) {
    return switch (settings.unit()) {
      case CHAR -> new CharShingler(settings.size());
      case WORD -> new WordShingler(settings.size(), settings.wordBoundaries());
      case STOPWORD ->
          new StopWordShingler(
              Objects.requireNonNull(stopWords, "stopWords"), settings.wordBoundaries());
      case ELEMENT -> new ElementShingler();
    };
  }

  private DocumentShingler(ShingleSettings settings, Shingler shingler, StopShingles stopShingles) {
    this.shingler = shingler;
    this.stopShingles = stopShingles;
    this.minPassage = settings.minPassage();
    this.multiset = settings.multiset();
    this.mask = settings.hashBits() == 32 ? LOW_32 : ~0L;
    this.normalizer = TextNormalizer.of(settings);
  }

  /**
   * Returns a shingler whose elements only serve to compare documents with each other. Two
   * documents have as many of them, and as many in common, as of the elements that a shingler with
   * these settings makes. Their values may be others, which are made faster and, for characters of
   * ASCII, never collide.
   *
   * @param stopWords used if the unit is {@code STOPWORD}; may be null otherwise
   * @param stopShingles passages of these are left out; null if there are none
   */
  public static DocumentShingler forComparisons(
      ShingleSettings settings, StopWords stopWords, StopShingles stopShingles) {
    return settings.unit() == ShingleSettings.Unit.CHAR
            && settings.size() <= PackedCharShingler.MAX_SIZE
            && settings.hashBits() == Long.SIZE
            && stopShingles == null // these are known by their hashes
        ? new DocumentShingler(settings, new PackedCharShingler(settings.size()), null)
        : new DocumentShingler(settings, stopWords, stopShingles);
  }

  /**
   * Returns the elements of a document of {@code length} bytes from {@code offset} on, in a list
   * that the next call overwrites. Their order is unspecified; without {@code multiset} they may
   * repeat. The list is empty if the document has no shingle.
   *
   * @throws IndexOutOfBoundsException if {@code bytes} does not have them
   */
  public LongArrayList elements(byte[] bytes, int offset, int length) {
    ShingleLists.reset(elements);
    Utf8Buffer text = normalizer.normalize(bytes, offset, length);
    shingler.shingle(text.bytes(), 0, text.length(), elements);
    // Now, not in the next call: the caller uses the elements, and a large text takes memory.
    text.clear();
    leftOut = stopShingles == null ? 0 : stopShingles.removePassages(elements, minPassage);
    int size = elements.size();
    long[] values = elements.elements();
    if (mask != ~0L) {
      for (int i = 0; i < size; i++) {
        values[i] &= mask;
      }
    }
    if (multiset) {
      distinguishOccurrences(values, size);
    }
    return elements;
  }

  /**
   * Returns, for each of the {@linkplain ShingleSettings#ignored ignored} expressions, how many
   * documents had a match so far.
   */
  public long[] ignored() {
    return normalizer.ignored();
  }

  /** Returns how many stop shingles there are. */
  public int stopShingles() {
    return stopShingles == null ? 0 : stopShingles.size();
  }

  /** Returns how many occurrences of stop shingles were left out of the last document. */
  public int leftOut() {
    return leftOut;
  }

  /**
   * Replaces repeats by elements of their own. Sorts the elements, because a table of counts would
   * take several times their memory.
   */
  private void distinguishOccurrences(long[] values, int size) {
    sort.sort(values, 0, size);
    int i = 0;
    while (i < size) {
      long element = values[i++];
      for (int c = 2; i < size && values[i] == element; c++) {
        values[i++] = occurrence(element, c) & mask;
      }
    }
  }

  /** Returns the element, in 64 bits, that stands for the c-th occurrence, c ≥ 2. */
  static long occurrence(long element, int c) {
    return SplitMix.mix(SplitMix.mix(element) + c * GOLDEN_RATIO);
  }
}
