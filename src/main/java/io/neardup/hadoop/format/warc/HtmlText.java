package io.neardup.hadoop.format.warc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Extracts the text of an HTML page: its title and, after a line break, the visible text. */
final class HtmlText {

  /**
   * Largest number of tags of a page that is read. Each node takes some hundred bytes, so a page
   * with more could fill the memory of a task.
   */
  static final int MAX_TAGS = 250_000;

  private static final String NOT_SEEN = "script, style, template, noscript";

  private HtmlText() {}

  /** Returns whether a page has more tags than are read. */
  static boolean hasTooManyTags(byte[] html) {
    int tags = 0;
    for (byte b : html) {
      if (b == '<') {
        tags++;
      }
    }
    return tags > MAX_TAGS;
  }

  /**
   * Returns the text in UTF-8.
   *
   * @param charsetOrNull its charset, if the HTTP header names it; if null, the charset is that of
   *     a byte order mark, that which the page declares, or UTF-8
   */
  static byte[] of(byte[] html, String charsetOrNull) throws IOException {
    Document page = Jsoup.parse(new ByteArrayInputStream(html), supported(charsetOrNull), "");
    String title = page.title();
    page.body().select(NOT_SEEN).remove();
    String text = page.body().text();
    return (title.isEmpty() ? text : title + "\n" + text).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the name of a charset, or null if this Java does not know it. */
  static String supported(String charsetOrNull) {
    try {
      return charsetOrNull != null
              && Charset.isSupported(charsetOrNull)
              && Charset.forName(charsetOrNull).canEncode()
          ? charsetOrNull
          : null;
    } catch (IllegalCharsetNameException e) {
      return null;
    }
  }
}
