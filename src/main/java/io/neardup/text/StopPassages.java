package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Shows what {@link DocumentShingler} leaves out: the passages of stop shingles of a text, as they
 * stand in the normalized text. Memory: some times the text. Not safe for use by several threads.
 */
public final class StopPassages {

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
    this.normalizer = TextNormalizer.of(settings);
    this.shingler = DocumentShingler.shingler(settings, stopWords);
  }

  /** Returns the passages of a document, in their order. */
  public List<String> of(byte[] bytes, int offset, int length) {
    Utf8Buffer text = normalizer.normalize(bytes, offset, length);
    LongArrayList hashes = new LongArrayList();
    shingler.shingle(text.bytes(), 0, text.length(), hashes);
    List<String> passages = new ArrayList<>();
    List<int[]> shingles = new ArrayList<>(); // found if there is a passage
    stopShingles.findPassages(
        hashes,
        settings.minPassage(),
        (from, to) -> {
          if (passages.isEmpty()) {
            findShingles(text, shingles);
          }
          int start = shingles.get(from)[0];
          passages.add(new String(text.bytes(), start, shingles.get(to - 1)[1] - start, UTF_8));
        });
    return passages;
  }

  /** Finds where the shingles of a text begin and end, in their order. */
  private void findShingles(Utf8Buffer text, List<int[]> shingles) {
    List<int[]> units = new ArrayList<>();
    if (settings.unit() == ShingleSettings.Unit.CHAR) {
      for (int at = 0, next; at < text.length(); at = next) {
        next = at + Utf8.length(text.bytes()[at]);
        units.add(new int[] {at, next});
      }
    } else {
      new Words(settings.wordBoundaries())
          .find(text.bytes(), 0, text.length(), (from, to) -> units.add(new int[] {from, to}));
    }
    int k = Math.min(settings.size(), units.size());
    for (int i = 0; i + k <= units.size(); i++) {
      int start = units.get(i)[0];
      if (settings.unit() != ShingleSettings.Unit.STOPWORD
          || stopWords.contains(text.bytes(), start, units.get(i)[1] - start)) {
        shingles.add(new int[] {start, units.get(i + k - 1)[1]});
      }
    }
  }
}
