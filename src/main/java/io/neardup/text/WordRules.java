package io.neardup.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacter.WordBreak;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;

/**
 * The word boundaries of Unicode (UAX 29, rules WB4 to WB13b) on UTF-8, for texts of the Basic
 * Multilingual Plane without Hebrew, Korean, U+200D, and scripts that need a dictionary. It agrees
 * with ICU and is several times as fast.
 */
final class WordRules {

  private static final byte OTHER = 0;
  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;
  private static final byte CONNECTOR = 3; // ExtendNumLet
  private static final byte MID_LETTER = 4;
  private static final byte MID_NUMBER = 5;
  private static final byte MID_BOTH = 6;
  private static final byte EXTEND = 7;
  private static final byte NOT_HERE = 8;

  /** By code point. */
  private static final byte[] KINDS = new byte[1 << Character.SIZE];

  static {
    for (int cp = 0; cp < KINDS.length; cp++) {
      KINDS[cp] = kind(cp);
    }
  }

  private WordRules() {}

  private static byte kind(int cp) {
    if (Character.isSurrogate((char) cp)
        || UScript.hasScript(cp, UScript.HAN)
        || UScript.hasScript(cp, UScript.HANGUL)
        || UScript.hasScript(cp, UScript.KATAKANA)
        || UCharacter.getIntPropertyValue(cp, UProperty.LINE_BREAK)
            == UCharacter.LineBreak.COMPLEX_CONTEXT) {
      return NOT_HERE;
    }
    return switch (UCharacter.getIntPropertyValue(cp, UProperty.WORD_BREAK)) {
      case WordBreak.ALETTER -> LETTER;
      case WordBreak.NUMERIC -> DIGIT;
      case WordBreak.EXTENDNUMLET -> CONNECTOR;
      case WordBreak.MIDLETTER -> MID_LETTER;
      case WordBreak.MIDNUM -> MID_NUMBER;
      case WordBreak.MIDNUMLET, WordBreak.SINGLE_QUOTE -> MID_BOTH;
      case WordBreak.EXTEND, WordBreak.FORMAT -> EXTEND;
      case WordBreak.ZWJ -> NOT_HERE;
      default -> isOfWord(cp) ? NOT_HERE : OTHER;
    };
  }

  /** Returns whether what stands between boundaries is a word if it has this character. */
  static boolean isOfWord(int codePoint) {
    return switch (UCharacter.getIntPropertyValue(codePoint, UProperty.WORD_BREAK)) {
      case WordBreak.ALETTER, WordBreak.NUMERIC, WordBreak.HEBREW_LETTER, WordBreak.KATAKANA ->
          true;
      case WordBreak.OTHER -> UCharacter.hasBinaryProperty(codePoint, UProperty.ALPHABETIC);
      default -> false;
    };
  }

  /**
   * Finds the words of the valid UTF-8 [from, to), in its order; returns false, without a word, if
   * the text has characters that these rules do not cover.
   */
  static boolean find(byte[] text, int from, int to, Words.Sink sink) {
    for (int i = Utf8.endOfAscii(text, from, to); i < to; i += Utf8.length(text[i])) {
      if (kind(text, i) == NOT_HERE) {
        return false;
      }
    }
    int start = from; // of a word
    int end = from; // of the word as far as it is known; none if this is start
    byte last = OTHER; // kind of its last character
    byte mid = OTHER; // kind of a character after it that may be part of it
    boolean isWord = false;
    for (int i = from, n; i < to; i += n) {
      n = Utf8.length(text[i]);
      byte kind = kind(text, i);
      if (kind == EXTEND) {
        end = end > start && mid == OTHER ? i + n : end;
      } else if (kind == LETTER || kind == DIGIT || kind == CONNECTOR) {
        if (end > start && !joins(last, mid, kind)) {
          emit(start, end, isWord, sink);
          end = start;
        }
        isWord = kind != CONNECTOR || (isWord && end > start);
        start = end > start ? start : i;
        end = i + n;
        last = kind;
        mid = OTHER;
      } else if (end > start && mid == OTHER && kind != OTHER) {
        mid = kind;
      } else if (end > start) {
        emit(start, end, isWord, sink);
        end = start;
      }
    }
    if (end > start) {
      emit(start, end, isWord, sink);
    }
    return true;
  }

  private static void emit(int start, int end, boolean isWord, Words.Sink sink) {
    if (isWord) {
      sink.word(start, end);
    }
  }

  /** Returns whether two characters are of one word, with another between them or not. */
  private static boolean joins(byte last, byte mid, byte kind) {
    return switch (mid) {
      case OTHER -> true;
      case MID_LETTER -> last == LETTER && kind == LETTER;
      case MID_NUMBER -> last == DIGIT && kind == DIGIT;
      default -> last == kind && kind != CONNECTOR;
    };
  }

  private static byte kind(byte[] text, int i) {
    int lead = text[i];
    if (lead >= 0) {
      return KINDS[lead];
    }
    if (lead < (byte) 0xE0) {
      return KINDS[(lead & 0x1F) << 6 | (text[i + 1] & 0x3F)];
    }
    return lead < (byte) 0xF0
        ? KINDS[(lead & 0xF) << 12 | (text[i + 1] & 0x3F) << 6 | (text[i + 2] & 0x3F)]
        : NOT_HERE;
  }
}
