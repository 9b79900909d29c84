package io.neardup.text;

/** Splits texts into words, which ASCII white space separates. */
final class Words {

  private Words() {}

  /**
   * Fills {@code into} with the words of the text, with one space between them, so that the bytes
   * of consecutive words are contiguous for hashing. Returns the number of words.
   */
  static int join(byte[] text, int offset, int length, Utf8Buffer into) {
    into.clear();
    into.ensureCapacity(length);
    byte[] to = into.bytes();
    int o = 0;
    int words = 0;
    boolean inWord = false;
    for (int i = offset; i < offset + length; i++) {
      byte b = text[i];
      if (Utf8.isAsciiWhiteSpace(b)) {
        inWord = false;
      } else {
        if (!inWord) {
          if (words > 0) {
            to[o++] = ' ';
          }
          words++;
          inWord = true;
        }
        to[o++] = b;
      }
    }
    into.setLength(o);
    return words;
  }

  /** Returns the end of the word that starts at {@code from}, in joined words [0, length). */
  static int endOfWord(byte[] joined, int from, int length) {
    int i = from;
    while (i < length && joined[i] != ' ') {
      i++;
    }
    return i;
  }
}
