package io.neardup.hadoop.report.page;

import io.neardup.text.Printable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the longest passages that several texts have in common. */
public final class SharedText {

  private static final int MAX_WORDS = 4000;
  private static final int MAX_BYTES = 600;

  /** Words of the shortest passage that counts. */
  private static final int SHORTEST = 6;

  private SharedText() {}

  private record Passage(int from, int to) {
    private int length() {
      return to - from;
    }
  }

  /**
   * Returns the longest passages of the first text that all others have too, at most three, the
   * longest first; none if they share no {@value #SHORTEST} words in a row.
   */
  public static List<String> of(List<String> texts) {
    if (texts.size() < 2) {
      return List.of();
    }
    ShownWords first = ShownWords.of(texts.get(0), MAX_WORDS);
    boolean[] shared = new boolean[Math.max(0, first.size() - SHORTEST + 1)];
    Arrays.fill(shared, true);
    for (String other : texts.subList(1, texts.size())) {
      Set<List<String>> runs = runs(ShownWords.of(other, MAX_WORDS));
      for (int w = 0; w < shared.length; w++) {
        shared[w] &= runs.contains(first.words().subList(w, w + SHORTEST));
      }
    }
    List<Passage> passages = new ArrayList<>();
    for (int w = 0; w < shared.length; w++) {
      if (shared[w]) {
        int from = w;
        while (w + 1 < shared.length && shared[w + 1]) {
          w++;
        }
        passages.add(new Passage(from, w + SHORTEST));
      }
    }
    passages.sort(Comparator.comparingInt(Passage::length).reversed());
    return passages.stream()
        .limit(3)
        .map(passage -> Printable.cut(first.text(passage.from, passage.to).strip(), MAX_BYTES))
        .toList();
  }

  private static Set<List<String>> runs(ShownWords words) {
    Set<List<String>> runs = new HashSet<>();
    for (int w = 0; w + SHORTEST <= words.size(); w++) {
      runs.add(words.words().subList(w, w + SHORTEST));
    }
    return runs;
  }
}
