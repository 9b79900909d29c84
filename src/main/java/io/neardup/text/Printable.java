package io.neardup.text;

import java.util.Locale;

/**
 * Makes any text safe to look at: control characters become their pictures, and characters that
 * change the direction or are invisible become their numbers. For HTML, what it returns still has
 * to be escaped.
 */
public final class Printable {

  /** Most bytes that an id takes in the page. */
  public static final int ID_BYTES = 400;

  private static final int PICTURES = 0x2400;
  private static final int PICTURE_OF_DELETE = 0x2421;
  private static final char ELLIPSIS = '…';

  private Printable() {}

  /** Returns a text in one line, cut to at most {@link #ID_BYTES} bytes of HTML. */
  public static String id(String text) {
    return cut(text, ID_BYTES);
  }

  /** Returns a text in one line, cut to a number of bytes of HTML; a cut text ends with …. */
  public static String cut(String text, int maxBytes) {
    StringBuilder out = new StringBuilder();
    int bytes = bytes(ELLIPSIS);
    for (int at = 0; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      String shown = shown(codePoint);
      bytes += bytes(shown);
      if (bytes > maxBytes) {
        return out.append(ELLIPSIS).toString();
      }
      out.append(shown);
      at += Character.charCount(codePoint);
    }
    return out.toString();
  }

  /** Returns a text in one line, whole. */
  public static String of(String text) {
    return cut(text, Integer.MAX_VALUE);
  }

  /** Returns lines for a terminal: line breaks and tabs stay as they are. */
  public static String lines(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            codePoint ->
                out.append(
                    codePoint == '\n' || codePoint == '\t'
                        ? Character.toString(codePoint)
                        : shown(codePoint)));
    return out.toString();
  }

  /** Returns how a character is shown. */
  private static String shown(int codePoint) {
    if (codePoint < ' ') {
      return Character.toString(PICTURES + codePoint);
    }
    if (codePoint == 0x7f) {
      return Character.toString(PICTURE_OF_DELETE);
    }
    boolean joiner = codePoint == 0x200c || codePoint == 0x200d; // letters and pictures need them
    return switch (Character.getType(codePoint)) {
      case Character.SURROGATE -> "\uFFFD";
      case Character.FORMAT -> joiner ? Character.toString(codePoint) : number(codePoint);
      case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
          number(codePoint);
      default ->
          (codePoint & 0xfffe) == 0xfffe || (codePoint >= 0xfdd0 && codePoint <= 0xfdef)
              ? number(codePoint)
              : Character.toString(codePoint);
    };
  }

  private static String number(int codePoint) {
    return String.format(Locale.ROOT, "⟨U+%04X⟩", codePoint);
  }

  /** Returns how many bytes a text takes in the page at most, escaped and as UTF-8. */
  public static int bytes(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += bytes(text.charAt(i));
    }
    return bytes;
  }

  private static int bytes(char c) {
    if (c >= 0x80) {
      return c < 0x800 || Character.isSurrogate(c) ? 2 : 3; // two surrogates are one character
    }
    return switch (c) {
      case '&', '<', '>', '"', '\'' -> 5;
      default -> 1;
    };
  }
}
