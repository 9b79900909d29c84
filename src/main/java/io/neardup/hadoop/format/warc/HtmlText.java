package io.neardup.hadoop.format.warc;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The text of an HTML page: its title and, on a line of its own, what a reader sees. */
final class HtmlText {

  /**
   * Most tags of a page that is read: with its nodes, of some hundred bytes each, one page of more
   * could fill the memory of a task.
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
   * @param charsetOrNull its charset, where something outside the page says so; else a byte order
   *     mark or the page itself says it, or it is UTF-8
   */
  static byte[] of(byte[] html, String charsetOrNull) throws IOException {
    Document page = Jsoup.parse(new ByteArrayInputStream(html), supported(charsetOrNull), "");
    String title = page.title();
    page.body().select(NOT_SEEN).remove();
    String text = page.body().text();
    return (title.isEmpty() ? text : title + "\n" + text).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the name of a charset if there is such a one here, else null. */
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
