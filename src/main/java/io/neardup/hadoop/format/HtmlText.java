package io.neardup.hadoop.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
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

  private static final String DECLARED_UTF8 =
      "meta[charset~=(?i)utf-?8], meta[content~=(?i)charset.*utf-?8]";

  private HtmlText() {}

  /** Returns whether a page has more tags than are read. */
  static boolean hasTooManyTags(byte[] html) {
    int tags = 0;
    for (byte b : html) {
      tags += b == '<' ? 1 : 0;
    }
    return tags > MAX_TAGS;
  }

  /**
   * Returns the text in UTF-8.
   *
   * @param charsetOrNull its charset, if the HTTP header names it; if null, the charset of a byte
   *     order mark, the one that the page declares, UTF-8, or a guess
   * @param record is marked if bytes are invalid in the charset
   */
  static byte[] of(byte[] html, Charset charsetOrNull, SourceRecord record) throws IOException {
    Document page = parse(html, charsetOrNull);
    String text = text(page);
    if (text.indexOf('\uFFFD') >= 0 // may be in the page itself
        && CharsetGuess.decode(html, 0, html.length, page.charset()) == null) {
      boolean named = charsetOrNull != null || !page.select(DECLARED_UTF8).isEmpty();
      Charset guess = named ? null : CharsetGuess.of(html, 0, html.length);
      if (guess == null) {
        record.setUndecoded(html, 0, html.length);
      } else {
        text = text(parse(html, guess));
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Document parse(byte[] html, Charset charset) throws IOException {
    return Jsoup.parse(new ByteArrayInputStream(html), charset == null ? null : charset.name(), "");
  }

  private static String text(Document page) {
    page.body().select(NOT_SEEN).remove();
    String text = page.body().text();
    return page.title().isEmpty() ? text : page.title() + "\n" + text;
  }
}
