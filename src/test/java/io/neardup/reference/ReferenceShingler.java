package io.neardup.reference;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.config.Keys;
import io.neardup.config.Settings;
import io.neardup.text.StopWords;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Documents to sets of elements (MMDS 3.2), on strings and code points. */
final class ReferenceShingler {

  private static final String ASCII_WHITE_SPACE = "[ \\t\\n\\x0B\\f\\r]+";
  private static final String UNICODE_WHITE_SPACE =
      "[\\x{9}-\\x{D}\\x{20}\\x{85}\\x{A0}\\x{1680}\\x{2000}-\\x{200A}\\x{2028}\\x{2029}\\x{202F}"
          + "\\x{205F}\\x{3000}]+";
  // Thirty combining marks and, as there is one more, what UAX 15 puts between.
  private static final String LONG_RUN_OF_MARKS =
      "([[\\p{M}\\x{FF9E}\\x{FF9F}]&&[^\\x{34F}]]{30})(?=[[\\p{M}\\x{FF9E}\\x{FF9F}]&&[^\\x{34F}]])";

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
   * Leaves out passages of shingles that more than a share of some documents have: at least 3k such
   * shingles that follow each other, or each such element of a set.
   */
  void leaveOut(double maxDocumentShare, List<byte[]> documents) {
    stopShingles = sharedByMore(maxDocumentShare, documents);
  }

  /** Leaves out passages of what is shared by more than a share of any source of at least 20. */
  void leaveOutOfSources(double maxDocumentShare, Collection<List<byte[]>> sources) {
    stopShingles = new HashSet<>();
    for (List<byte[]> documents : sources) {
      if (documents.size() >= 20) {
        stopShingles.addAll(sharedByMore(maxDocumentShare, documents));
      }
    }
  }

  private Set<String> sharedByMore(double maxDocumentShare, List<byte[]> documents) {
    Map<String, Integer> counts = new HashMap<>();
    for (byte[] document : documents) {
      for (String shingle : new HashSet<>(shingles(new String(document, UTF_8)))) {
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
    for (String shingle : withoutPassages(shingles(new String(document, UTF_8)))) {
      long element = cut(Hashing.xxh3_64().hashBytesToLong(shingle.getBytes(UTF_8)));
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
    return withoutPassages(shingles(new String(document, UTF_8))).stream()
        .map(shingle -> cut(Hashing.xxh3_64().hashBytesToLong(shingle.getBytes(UTF_8))))
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
    return left;
  }

  /** Returns all shingles of a document, repeats included, in the order of the text. */
  List<String> shingles(String document) {
    if (sets) {
      return elementsOfSet(document);
    }
    String text = normalize(document);
    int k = settings.getInt(Keys.SHINGLE_SIZE);
    return switch (settings.get(Keys.SHINGLE_UNIT)) {
      case "char" -> windows(characters(text), k, "");
      case "word" -> windows(words(text), k, " ");
      case "stopword" -> stopWordShingles(words(text));
      default -> throw new AssertionError("a unit the key does not allow");
    };
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

  private String normalize(String text) {
    return switch (settings.get(Keys.NORMALIZATION)) {
      case "none" -> text;
      case "whitespace" -> collapse(text);
      case "fold" -> collapse(fold(text));
      default -> throw new AssertionError("a normalization the key does not allow");
    };
  }

  private static String collapse(String text) {
    return text.replaceAll(UNICODE_WHITE_SPACE, " ").replaceAll("^ | $", "");
  }

  /** NFKC, case folding, NFKC, until nothing changes. */
  private static String fold(String text) {
    String before = text;
    String folded = foldOnce(text);
    while (!folded.equals(before)) {
      before = folded;
      folded = foldOnce(folded);
    }
    return folded;
  }

  private static String foldOnce(String text) {
    String lower =
        nfkc(text).toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT).replace('\u03C2', '\u03C3');
    return nfkc(lower);
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(
        text.replaceAll(LONG_RUN_OF_MARKS, "$1\u034F"), Normalizer.Form.NFKC);
  }

  private static List<String> characters(String text) {
    return text.codePoints().mapToObj(Character::toString).toList();
  }

  private static List<String> words(String text) {
    return Arrays.stream(text.split(ASCII_WHITE_SPACE, -1)).filter(w -> !w.isEmpty()).toList();
  }

  private static List<String> elementsOfSet(String document) {
    return Arrays.stream(document.split("\n", -1)).filter(e -> !e.isEmpty()).toList();
  }

  /** Every k tokens in succession; all of them if there are fewer. */
  private static List<String> windows(List<String> tokens, int k, String separator) {
    if (tokens.isEmpty()) {
      return List.of();
    }
    List<String> windows = new ArrayList<>();
    int size = Math.min(k, tokens.size());
    for (int i = 0; i + size <= tokens.size(); i++) {
      windows.add(String.join(separator, tokens.subList(i, i + size)));
    }
    return windows;
  }

  /** Every stop word with the two words after it. */
  private List<String> stopWordShingles(List<String> words) {
    List<String> shingles = new ArrayList<>();
    for (int i = 0; i + 3 <= words.size(); i++) {
      byte[] word = words.get(i).getBytes(UTF_8);
      if (stopWords.contains(word, 0, word.length)) {
        shingles.add(String.join(" ", words.subList(i, i + 3)));
      }
    }
    return shingles;
  }
}
