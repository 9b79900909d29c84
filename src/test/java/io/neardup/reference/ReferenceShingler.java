package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.text.Normalization;
import io.neardup.text.Plain;
import io.neardup.text.StopWords;
import io.neardup.text.WordBoundaries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Documents to sets of elements (MMDS 3.2), on strings. */
final class ReferenceShingler {

  private final Settings settings;
  private final boolean sets;
  private final StopWords stopWords;
  private Set<String> stopShingles = Set.of();

  ReferenceShingler(Settings settings, boolean sets, StopWords stopWords) {
    this.settings = settings;
    this.sets = sets;
    this.stopWords = stopWords;
  }

  /**
   * Leaves out passages of shingles that more than a share of the documents of any source have: at
   * least 3k such shingles that follow each other, or each such element of a set.
   *
   * @param minDocuments that a source has, or it does not count
   */
  void leaveOut(double maxShare, int minDocuments, Collection<List<byte[]>> sources) {
    stopShingles = new HashSet<>();
    for (List<byte[]> documents : sources) {
      if (documents.size() >= minDocuments) {
        stopShingles.addAll(sharedByMore(maxShare, documents));
      }
    }
  }

  private Set<String> sharedByMore(double maxDocumentShare, List<byte[]> documents) {
    Map<String, Integer> counts = new HashMap<>();
    for (byte[] document : documents) {
      for (String shingle : new HashSet<>(shingles(document))) {
        counts.merge(shingle, 1, Integer::sum);
      }
    }
    counts.values().removeIf(count -> count <= maxDocumentShare * documents.size());
    return counts.keySet();
  }

  /** Returns the distinct elements of a document; none if it has no shingle. */
  SortedSet<Long> elements(byte[] document) {
    boolean multiset = settings.get(Keys.SHINGLE_MULTISET);
    SortedSet<Long> elements = new TreeSet<>();
    Map<Long, Integer> occurrences = new HashMap<>();
    for (String shingle : withoutPassages(shingles(document))) {
      long element = cut(Plain.hash(shingle));
      int c = occurrences.merge(element, 1, Integer::sum);
      if (c == 1) {
        elements.add(element);
      } else if (multiset) {
        elements.add(cut(mix(mix(element) + c * 0x9E3779B97F4A7C15L)));
      }
    }
    return elements;
  }

  /** Returns the elements of a document in the order of the text, repeats included. */
  List<Long> occurrences(byte[] document) {
    return withoutPassages(shingles(document)).stream()
        .map(shingle -> cut(Plain.hash(shingle)))
        .toList();
  }

  private List<String> withoutPassages(List<String> shingles) {
    boolean stopWords = settings.get(Keys.SHINGLE_UNIT).equals("stopword");
    int least = sets ? 1 : 3 * (stopWords ? 3 : settings.getInt(Keys.SHINGLE_SIZE));
    List<String> left = new ArrayList<>();
    for (int i = 0; i < shingles.size(); i++) {
      int from = i;
      while (from > 0 && stopShingles.contains(shingles.get(from - 1))) {
        from--;
      }
      int to = i + 1;
      while (to < shingles.size() && stopShingles.contains(shingles.get(to))) {
        to++;
      }
      if (!stopShingles.contains(shingles.get(i)) || to - from < least) {
        left.add(shingles.get(i));
      }
    }
    return left.isEmpty() && settings.isOfContainment() ? shingles : left;
  }

  /** Returns all shingles of a document, repeats included, in the order of the text. */
  private List<String> shingles(byte[] document) {
    if (sets) {
      return Plain.elements(new String(document, UTF_8));
    }
    String text =
        Plain.normalize(
            Plain.without(document, settings.get(Keys.IGNORED_TEXT)),
            Normalization.valueOf(settings.get(Keys.NORMALIZATION).toUpperCase(Locale.ROOT)));
    int k = settings.getInt(Keys.SHINGLE_SIZE);
    WordBoundaries boundaries =
        WordBoundaries.valueOf(settings.get(Keys.WORD_BOUNDARIES).toUpperCase(Locale.ROOT));
    return switch (settings.get(Keys.SHINGLE_UNIT)) {
      case "char" -> Plain.charShingles(text, k);
      case "word" -> Plain.wordShingles(text, k, boundaries);
      default -> Plain.stopWordShingles(text, boundaries, this::isStopWord);
    };
  }

  private boolean isStopWord(String word) {
    byte[] bytes = word.getBytes(UTF_8);
    return stopWords.contains(bytes, 0, bytes.length);
  }

  private long cut(long hash) {
    return settings.get(Keys.SHINGLE_HASH_BITS).equals("32") ? hash & 0xFFFFFFFFL : hash;
  }

  /** The finalizer of SplitMix64. */
  static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
