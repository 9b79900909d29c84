package io.neardup.hadoop.report.page;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.myers.MyersDiffWithLinearSpace;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.Chunk;
import io.neardup.config.Quantity;
import io.neardup.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The differences of two texts, word by word: parts of them side by side, as many as have room.
 * White space counts as one space.
 *
 * @param hunks the parts shown
 * @param equal whether the words compared are the same
 * @param more how many further places with differences are not shown
 * @param wordsCompared the most words of a text that were compared
 * @param whole whether both texts were compared to their ends
 */
public record Differences(
    List<Hunk> hunks, boolean equal, int more, int wordsCompared, boolean whole) {

  /**
   * A part of two texts, with differences and some words around them.
   *
   * @param skipped words before it that are equal and not shown
   * @param left of the first text
   * @param right of the second text
   */
  public record Hunk(int skipped, List<Piece> left, List<Piece> right) {}

  /**
   * A piece of a text that is compared with another.
   *
   * @param different whether the other text lacks it
   * @param text safe to show, not yet escaped
   */
  public record Piece(boolean different, String text) {}

  /** Most words of a text that are compared: time may grow with the square. */
  static final int MAX_WORDS = 4000;

  /** Most bytes of HTML that the parts of two texts take. */
  static final int MAX_BYTES = 6_000;

  /** Equal words shown before and after a difference. */
  private static final int CONTEXT = 12;

  /** Fewest equal words that are left out. */
  private static final int MIN_SKIPPED = 10;

  /** Most words of one difference that are shown. */
  private static final int MAX_DIFFERENCE = 60;

  /** Bytes of the tags around a piece, and of those around a hunk. */
  private static final int TAGS = 24;

  private static final int HUNK_TAGS = 160;

  /**
   * Compares two texts.
   *
   * @param whole whether they are whole, not only the beginnings of documents
   */
  public static Differences of(String left, String right, boolean whole) {
    ShownWords a = ShownWords.of(left, MAX_WORDS);
    ShownWords b = ShownWords.of(right, MAX_WORDS);
    Map<String, Integer> numbers = new HashMap<>();
    List<AbstractDelta<Integer>> deltas =
        DiffUtils.diff(numbered(a, numbers), numbered(b, numbers), new MyersDiffWithLinearSpace<>())
            .getDeltas();
    return new Builder(a, b, deltas).build(whole && a.whole() && b.whole());
  }

  /** Returns what is not shown, or that nothing differs. */
  public String rest() {
    String compared =
        whole ? "" : " Only the first " + Quantity.of(wordsCompared, "word") + " were compared.";
    if (equal) {
      return (whole ? "The words of both texts are the same." : "So far the texts are the same.")
          + compared;
    }
    return (more == 0
            ? "All differences are shown."
            : Quantity.of(more, "further difference is", "further differences are") + " not shown.")
        + compared;
  }

  private static List<Integer> numbered(ShownWords words, Map<String, Integer> numbers) {
    List<Integer> numbered = new ArrayList<>(words.size());
    for (String word : words.words()) {
      numbered.add(numbers.computeIfAbsent(word, w -> numbers.size()));
    }
    return numbered;
  }

  /** Puts differences that are close to each other into one part. */
  private static final class Builder {
    private final ShownWords a;
    private final ShownWords b;
    private final List<AbstractDelta<Integer>> deltas;
    private final List<Hunk> hunks = new ArrayList<>();
    private List<Piece> left;
    private List<Piece> right;
    private int bytes;

    private Builder(ShownWords a, ShownWords b, List<AbstractDelta<Integer>> deltas) {
      this.a = a;
      this.b = b;
      this.deltas = deltas;
    }

    private Differences build(boolean whole) {
      int shownTo = 0; // words of a
      int next = 0;
      while (next < deltas.size() && bytes < MAX_BYTES) {
        AbstractDelta<Integer> first = deltas.get(next);
        int before = Math.min(CONTEXT, first.getSource().getPosition() - shownTo);
        int skipped = first.getSource().getPosition() - before - shownTo;
        left = new ArrayList<>();
        right = new ArrayList<>();
        bytes += HUNK_TAGS;
        int from = first.getSource().getPosition() - before;
        int begin = next;
        while (next < deltas.size() && bytes < MAX_BYTES && (next == begin || isClose(next))) {
          AbstractDelta<Integer> delta = deltas.get(next);
          int at = delta.getSource().getPosition();
          int to = delta.getTarget().getPosition();
          equal(from, at, to - (at - from), to);
          different(left, a, at, at + delta.getSource().size());
          different(right, b, to, to + delta.getTarget().size());
          from = at + delta.getSource().size();
          next++;
        }
        AbstractDelta<Integer> end = deltas.get(next - 1);
        int right0 = end.getTarget().getPosition() + end.getTarget().size();
        int limit = next < deltas.size() ? deltas.get(next).getSource().getPosition() : a.size();
        int after = Math.min(CONTEXT, limit - from);
        equal(from, from + after, right0, right0 + after);
        shownTo = from + after;
        hunks.add(new Hunk(skipped, left, right));
      }
      if (deltas.isEmpty()) {
        left = new ArrayList<>();
        right = new ArrayList<>();
        equal(0, Math.min(2 * CONTEXT, a.size()), 0, Math.min(2 * CONTEXT, b.size()));
        hunks.add(new Hunk(0, left, right));
      }
      return new Differences(
          hunks, deltas.isEmpty(), deltas.size() - next, Math.max(a.size(), b.size()), whole);
    }

    /** Returns whether a difference belongs to the same part as the one before. */
    private boolean isClose(int difference) {
      Chunk<Integer> before = deltas.get(difference - 1).getSource();
      int from = before.getPosition() + before.size();
      return deltas.get(difference).getSource().getPosition() - from < 2 * CONTEXT + MIN_SKIPPED;
    }

    private void equal(int fromA, int toA, int fromB, int toB) {
      add(left, false, a.text(fromA, toA));
      add(right, false, b.text(fromB, toB));
    }

    private void different(List<Piece> side, ShownWords words, int from, int to) {
      int shown = Math.min(to - from, MAX_DIFFERENCE);
      add(side, true, words.text(from, from + shown));
      if (shown < to - from) {
        add(side, false, " […] ");
      }
    }

    private void add(List<Piece> side, boolean different, String text) {
      if (text.startsWith(" ")) { // is not marked
        if (!side.isEmpty()) {
          side.add(new Piece(false, " "));
        }
        add(side, different, text.substring(1));
      } else if (!text.isEmpty()) {
        String safe = Printable.of(text);
        bytes += Printable.bytes(safe) + TAGS;
        side.add(new Piece(different, safe));
      }
    }
  }
}
