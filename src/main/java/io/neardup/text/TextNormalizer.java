package io.neardup.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;
import java.util.List;
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
 *   <li>{@code FOLD}: NFKC_Casefold (the Unicode Standard, 3.13, D148), then as {@code WHITESPACE};
 *   <li>{@code LETTERS}: NFKC_Casefold without the general categories P and S, enclosing marks, and
 *       marks of the canonical combining classes 10 to 35 (points of Hebrew and Arabic) and 200 or
 *       more (accents), then in NFC and as {@code WHITESPACE}.
 * </ul>
 *
 * <p>{@code FOLD} and {@code LETTERS} depend on ICU's version of Unicode alone. A run of more than
 * 30 combining marks is normalized in pieces of 30, because ordering a run takes time quadratic in
 * its length. All are idempotent, except on texts with such runs. Valid input takes linear time and
 * allocates no objects; with {@code FOLD} and {@code LETTERS} this holds for ASCII only. Not safe
 * for use by several threads.
 */
public final class TextNormalizer {

  private static final long EACH = 0x0101010101010101L;
  private static final long LOW_BITS = ~Utf8.HIGH_BITS;

  private static final int MARKS_IN_A_RUN = 30;

  private static final int FIRST_POINT = 10; // combining classes
  private static final int LAST_POINT = 35;
  private static final int FIRST_ACCENT = 200;

  /** General categories, a bit each. */
  private static final int MARKS =
      1 << UCharacterCategory.NON_SPACING_MARK
          | 1 << UCharacterCategory.COMBINING_SPACING_MARK
          | 1 << UCharacterCategory.ENCLOSING_MARK;

  private static final int NOT_LETTERS =
      1 << UCharacterCategory.ENCLOSING_MARK
          | 1 << UCharacterCategory.DASH_PUNCTUATION
          | 1 << UCharacterCategory.START_PUNCTUATION
          | 1 << UCharacterCategory.END_PUNCTUATION
          | 1 << UCharacterCategory.CONNECTOR_PUNCTUATION
          | 1 << UCharacterCategory.OTHER_PUNCTUATION
          | 1 << UCharacterCategory.INITIAL_PUNCTUATION
          | 1 << UCharacterCategory.FINAL_PUNCTUATION
          | 1 << UCharacterCategory.MATH_SYMBOL
          | 1 << UCharacterCategory.CURRENCY_SYMBOL
          | 1 << UCharacterCategory.MODIFIER_SYMBOL
          | 1 << UCharacterCategory.OTHER_SYMBOL;

  private final IgnoredText ignored;
  private final Normalization normalization;
  private final Utf8Buffer out = new Utf8Buffer();

  /**
   * Makes a normalizer of that kind.
   *
   * @param ignored what is left out before: see {@link IgnoredText}
   * @throws com.google.re2j.PatternSyntaxException if one of them is no regular expression
   */
  public TextNormalizer(List<String> ignored, Normalization normalization) {
    this.ignored = new IgnoredText(ignored);
    this.normalization = Objects.requireNonNull(normalization);
  }

  /** Returns the normalizer of documents that are cut into shingles with these settings. */
  static TextNormalizer of(ShingleSettings settings) {
    // Elements of a set stand one per line: collapsing white space would join them.
    return settings.unit() == ShingleSettings.Unit.ELEMENT
        ? new TextNormalizer(List.of(), Normalization.NONE)
        : new TextNormalizer(settings.ignored(), settings.normalization());
  }

  /** Returns how many documents had a match so far, for each ignored expression. */
  long[] ignored() {
    return ignored.counts();
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
    if (ignored.isNothing()) {
      normalizeAll(bytes, offset, length);
    } else {
      byte[] rest = ignored.without(new String(bytes, offset, length, UTF_8)).getBytes(UTF_8);
      normalizeAll(rest, 0, rest.length);
    }
    return out;
  }

  private void normalizeAll(byte[] bytes, int offset, int length) {
    switch (normalization) {
      case NONE -> repair(bytes, offset, length);
      case WHITESPACE -> repairAndCollapse(bytes, offset, length);
      case FOLD, LETTERS -> fold(bytes, offset, length);
    }
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
    if (Utf8.endOfAscii(bytes, offset, offset + length) < offset + length) {
      byte[] folded = fold(new String(bytes, offset, length, UTF_8)).getBytes(UTF_8);
      collapse(folded, 0, folded.length);
    } else if (normalization == Normalization.FOLD) {
      collapse(bytes, offset, length);
      lowerAscii(out.bytes(), out.length());
    } else {
      lettersOfAscii(bytes, offset, length);
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

  private static byte lower(byte ascii) {
    return ascii >= 'A' && ascii <= 'Z' ? (byte) (ascii | 0x20) : ascii;
  }

  private static void lowerAscii(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      bytes[i] = lower(bytes[i]);
    }
  }

  private void lettersOfAscii(byte[] in, int offset, int length) {
    out.ensureCapacity(length);
    byte[] to = out.bytes();
    int o = 0;
    for (int i = offset; i < offset + length; i++) {
      byte b = lower(in[i]);
      if (Utf8.isAsciiWhiteSpace(b)) {
        if (o > 0 && to[o - 1] != ' ') {
          to[o++] = ' ';
        }
      } else if ((b >= 'a' && b <= 'z') || (b >= '0' && b <= '9') || b < ' ' || b == 0x7F) {
        to[o++] = b;
      }
    }
    out.setLength(o > 0 && to[o - 1] == ' ' ? o - 1 : o);
  }

  /** Returns the text without what {@link Normalization#LETTERS} leaves out of a folded one. */
  private static String letters(String folded) {
    String decomposed = Normalizer2.getNFDInstance().normalize(folded);
    StringBuilder letters = new StringBuilder(decomposed.length());
    decomposed
        .codePoints()
        .filter(cp -> (1 << UCharacter.getType(cp) & NOT_LETTERS) == 0 && !isAccent(cp))
        .forEach(letters::appendCodePoint);
    return Normalizer2.getNFCInstance().normalize(letters);
  }

  private static boolean isAccent(int codePoint) {
    int combiningClass = UCharacter.getCombiningClass(codePoint);
    return combiningClass >= FIRST_ACCENT
        || (combiningClass >= FIRST_POINT && combiningClass <= LAST_POINT);
  }

  /** Folds a text, each run of more than {@value #MARKS_IN_A_RUN} marks in pieces. */
  private String fold(String text) {
    StringBuilder folded = new StringBuilder();
    int marks = 0;
    int from = 0;
    for (int i = 0, cp; i < text.length(); i += Character.charCount(cp)) {
      cp = text.codePointAt(i);
      marks = isMark(cp) ? marks + 1 : 0;
      if (marks > MARKS_IN_A_RUN) {
        folded.append(foldPiece(text.substring(from, i)));
        from = i;
        marks = 1;
      }
    }
    String rest = foldPiece(text.substring(from));
    return from == 0 ? rest : folded.append(rest).toString();
  }

  private String foldPiece(String text) {
    String folded = Normalizer2.getNFKCCasefoldInstance().normalize(text);
    return normalization == Normalization.FOLD ? folded : letters(folded);
  }

  private static boolean isMark(int codePoint) {
    return codePoint >= 0x300
        && ((1 << UCharacter.getType(codePoint) & MARKS) != 0
            // Letters that NFKC turns into marks.
            || codePoint == 0xFF9E
            || codePoint == 0xFF9F);
  }
}
