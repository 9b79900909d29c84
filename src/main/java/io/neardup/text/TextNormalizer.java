package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Objects;

/**
 * Brings texts that should count as equal to the same bytes, before they are cut into shingles
 * (<i>Mining of Massive Datasets</i> 3.2.1 on white space).
 *
 * <p>The result is always valid UTF-8: each invalid sequence (a maximal subpart) becomes U+FFFD, as
 * in {@code new String(bytes, UTF_8)}. Then, by {@link Normalization}:
 *
 * <ul>
 *   <li>{@code NONE}: nothing more;
 *   <li>{@code WHITESPACE}: each run of Unicode White_Space characters becomes one U+0020, and
 *       those at the ends are dropped;
 *   <li>{@code FOLD}: NFKC, case folding, NFKC, repeated until nothing changes, then as {@code
 *       WHITESPACE}. Case folding is {@code toUpperCase(ROOT)}, then {@code toLowerCase(ROOT)},
 *       with each sigma, final or not, as U+03C3. U+034F divides a run of more than 30 combining
 *       marks, as in the Stream-Safe Text Format (UAX 15, section 13), because ordering a run takes
 *       time quadratic in its length.
 * </ul>
 *
 * <p>Each is idempotent. {@code NONE} and {@code WHITESPACE} depend on their input alone. {@code
 * FOLD} also depends on the version of Unicode in the JDK, for characters new to it. Valid input
 * takes linear time and allocates no objects; with {@code FOLD} this holds for ASCII only. Not safe
 * for use by several threads.
 */
public final class TextNormalizer {

  private static final long EACH = 0x0101010101010101L;
  private static final long LOW_BITS = ~Utf8.HIGH_BITS;

  private static final int MARKS_IN_A_RUN = 30;
  private static final char GRAPHEME_JOINER = '\u034F';

  private static final int CASE_PIECE_CHARS = 256;

  // A character of Unicode 13 takes at most two rounds. The bound ensures that no sequence of
  // characters can hang a task, whatever the JDK.
  private static final int MAX_FOLD_ROUNDS = 8;

  private final Normalization normalization;
  private final Utf8Buffer out = new Utf8Buffer();

  /** Makes a normalizer of that kind. */
  public TextNormalizer(Normalization normalization) {
    this.normalization = Objects.requireNonNull(normalization);
  }

  /**
   * Returns the normalized form of {@code length} bytes from {@code offset} on, in a buffer that
   * the next call overwrites. It may be empty.
   *
   * @throws IndexOutOfBoundsException if {@code bytes} does not have them
   */
  public Utf8Buffer normalize(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    out.clear();
    switch (normalization) {
      case NONE -> repair(bytes, offset, length);
      case WHITESPACE -> repairAndCollapse(bytes, offset, length);
      case FOLD -> fold(bytes, offset, length);
    }
    return out;
  }

  private void repair(byte[] bytes, int offset, int length) {
    if (Utf8.isValid(bytes, offset, offset + length)) {
      out.append(bytes, offset, length);
    } else {
      byte[] repaired = new String(bytes, offset, length, UTF_8).getBytes(UTF_8);
      out.append(repaired, 0, repaired.length);
    }
  }

  private void repairAndCollapse(byte[] bytes, int offset, int length) {
    if (!collapse(bytes, offset, length)) {
      byte[] repaired = new String(bytes, offset, length, UTF_8).getBytes(UTF_8);
      collapse(repaired, 0, repaired.length);
    }
  }

  private void fold(byte[] bytes, int offset, int length) {
    if (Utf8.endOfAscii(bytes, offset, offset + length) == offset + length) {
      collapse(bytes, offset, length);
      lowerAscii(out.bytes(), out.length());
    } else {
      byte[] folded = foldToFixedPoint(new String(bytes, offset, length, UTF_8)).getBytes(UTF_8);
      collapse(folded, 0, folded.length);
    }
  }

  /**
   * Fills {@code out} with the text, its white space collapsed. Returns false, and leaves {@code
   * out} undefined, if the text is not valid UTF-8.
   */
  private boolean collapse(byte[] in, int offset, int length) {
    // The result is no longer than the text, but is written eight bytes at a time.
    out.ensureCapacity((long) length + Long.BYTES);
    byte[] to = out.bytes();
    int end = offset + length;
    int i = offset;
    int o = 0;
    boolean afterSpace = true;
    while (i < end) {
      if (i <= end - Long.BYTES) {
        long word = (long) Utf8.LONG.get(in, i);
        long changes = changes(word, afterSpace);
        if (changes == 0) { // a case of its own: the next eight bytes need no count first
          Utf8.LONG.set(to, o, word);
          i += Long.BYTES;
          o += Long.BYTES;
          afterSpace = in[i - 1] == ' ';
          continue;
        }
        int same = Long.numberOfTrailingZeros(changes) / Byte.SIZE;
        if (same == 0) {
          same = Utf8.letterBytes(word);
        }
        if (same > 0) {
          Utf8.LONG.set(to, o, word);
          i += same;
          o += same;
          afterSpace = in[i - 1] == ' ';
          continue;
        }
      }
      byte b = in[i];
      int n = b >= 0 ? 1 : Utf8.validLength(in, i, end);
      if (n == 0) {
        return false;
      }
      if (n == 1 ? Utf8.isAsciiWhiteSpace(b) : Utf8.isWhiteSpace(in, i, n)) {
        if (!afterSpace) {
          to[o++] = ' ';
          afterSpace = true;
        }
        i += n;
        while (i < end && Utf8.isAsciiWhiteSpace(in[i])) {
          i++;
        }
      } else {
        afterSpace = false;
        for (int last = i + n; i < last; i++) {
          to[o++] = in[i];
        }
      }
    }
    if (o > 0 && afterSpace) {
      o--;
    }
    out.setLength(o);
    return true;
  }

  /**
   * Marks, by its high bit, each of eight bytes of text that may have to change: non-ASCII bytes,
   * control characters, and spaces after a space. The result is exact up to the first marked byte.
   */
  private static long changes(long word, boolean afterSpace) {
    // A byte below 0x80 has its high bit set after adding 0x60 if it is 0x20 or more, and after
    // adding 0x7F if it is not 0. Only non-ASCII bytes cause carries.
    long notPlain = (word | ~(word + 0x60 * EACH)) & Utf8.HIGH_BITS;
    long spaces = ~((word ^ ' ' * EACH) + LOW_BITS) & Utf8.HIGH_BITS;
    long followsSpace = spaces << Byte.SIZE | (afterSpace ? 0x80 : 0);
    return notPlain | (spaces & followsSpace);
  }

  private static void lowerAscii(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      byte b = bytes[i];
      bytes[i] = b >= 'A' && b <= 'Z' ? (byte) (b | 0x20) : b;
    }
  }

  /** Returns NFKC and case folding of the text, repeated until nothing changes. */
  static String foldToFixedPoint(String text) {
    String folded = foldOnce(text);
    String before = text;
    for (int round = 1; round < MAX_FOLD_ROUNDS && !folded.equals(before); round++) {
      before = folded;
      folded = foldOnce(folded);
    }
    return folded;
  }

  private static String foldOnce(String text) {
    return nfkc(foldCase(nfkc(text)));
  }

  private static String nfkc(String text) {
    return Normalizer.normalize(divideRunsOfMarks(text), Normalizer.Form.NFKC);
  }

  /**
   * Converts the text to upper case, then to lower case, so that texts which differ only in case
   * become equal (ß and SS, for example).
   */
  private static String foldCase(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    int from = 0;
    while (from < text.length()) {
      // In pieces, because the JDK copies the whole result for each character that grows.
      int to = Math.min(text.length(), from + CASE_PIECE_CHARS);
      if (to < text.length() && Character.isLowSurrogate(text.charAt(to))) {
        to++;
      }
      // Only the lower case of sigma depends on its surroundings. For each sigma, the JDK looks for
      // the end of the word with a BreakIterator over the whole text.
      folded.append(
          text.substring(from, to)
              .toUpperCase(Locale.ROOT)
              .replace('\u03A3', '\u03C3')
              .toLowerCase(Locale.ROOT));
      from = to;
    }
    return folded.toString();
  }

  private static String divideRunsOfMarks(String text) {
    int marks = 0;
    int copied = 0;
    StringBuilder divided = null;
    for (int i = 0, cp; i < text.length(); i += Character.charCount(cp)) {
      cp = text.codePointAt(i);
      if (cp == GRAPHEME_JOINER || !isMark(cp)) {
        marks = 0;
      } else if (++marks > MARKS_IN_A_RUN) {
        divided = divided == null ? new StringBuilder() : divided;
        divided.append(text, copied, i).append(GRAPHEME_JOINER);
        copied = i;
        marks = 1;
      }
    }
    return divided == null ? text : divided.append(text, copied, text.length()).toString();
  }

  private static boolean isMark(int codePoint) {
    if (codePoint < 0x300) {
      return false;
    }
    int type = Character.getType(codePoint);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        // Letters that NFKC turns into marks.
        || codePoint == 0xFF9E
        || codePoint == 0xFF9F;
  }
}
