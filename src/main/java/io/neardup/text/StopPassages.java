package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows what {@link DocumentShingler} leaves out: the passages of stop shingles of a text, as they
 * stand in the normalized text. Memory: some times the text. Not safe for use by several threads.
 */
public final class StopPassages {

  private static final Pattern WORD = Pattern.compile("[^ \\t\\n\\x0B\\f\\r]+");

  private final ShingleSettings settings;
  private final StopWords stopWords;
  private final StopShingles stopShingles;
  private final TextNormalizer normalizer;
  private final Shingler shingler;

  /**
   * @param settings of the documents, which are no sets
   * @param stopWords used if the unit is {@code STOPWORD}; may be null otherwise
   */
  public StopPassages(ShingleSettings settings, StopWords stopWords, StopShingles stopShingles) {
    this.settings = settings;
    this.stopWords = stopWords;
    this.stopShingles = Objects.requireNonNull(stopShingles);
    this.normalizer = new TextNormalizer(settings.normalization());
    this.shingler = DocumentShingler.shingler(settings, stopWords);
  }

  /** Returns the passages of a document, in their order. */
  public List<String> of(byte[] bytes, int offset, int length) {
    Utf8Buffer buffer = normalizer.normalize(bytes, offset, length);
    LongArrayList hashes = new LongArrayList();
    shingler.shingle(buffer.bytes(), 0, buffer.length(), hashes);
    String text = new String(buffer.bytes(), 0, buffer.length(), UTF_8);
    List<String> passages = new ArrayList<>();
    List<int[]> shingles = new ArrayList<>(); // found if there is a passage
    stopShingles.findPassages(
        hashes,
        settings.minPassage(),
        (from, to) -> {
          if (passages.isEmpty()) {
            findShingles(text, shingles);
          }
          passages.add(text.substring(shingles.get(from)[0], shingles.get(to - 1)[1]));
        });
    return passages;
  }

  /** Finds where the shingles of a text begin and end, in their order. */
  private void findShingles(String text, List<int[]> shingles) {
    List<int[]> units =
        settings.unit() == ShingleSettings.Unit.CHAR ? characters(text) : words(text);
    int k = Math.min(settings.size(), units.size());
    for (int i = 0; i + k <= units.size(); i++) {
      int[] first = units.get(i);
      if (settings.unit() != ShingleSettings.Unit.STOPWORD
          || isStopWord(text.substring(first[0], first[1]))) {
        shingles.add(new int[] {first[0], units.get(i + k - 1)[1]});
      }
    }
  }

  private boolean isStopWord(String word) {
    byte[] bytes = word.getBytes(UTF_8);
    return stopWords.contains(bytes, 0, bytes.length);
  }

  private static List<int[]> characters(String text) {
    List<int[]> characters = new ArrayList<>();
    for (int at = 0, next; at < text.length(); at = next) {
      next = text.offsetByCodePoints(at, 1);
      characters.add(new int[] {at, next});
    }
    return characters;
  }

  private static List<int[]> words(String text) {
    List<int[]> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(text); word.find(); ) {
      words.add(new int[] {word.start(), word.end()});
    }
    return words;
  }
}
