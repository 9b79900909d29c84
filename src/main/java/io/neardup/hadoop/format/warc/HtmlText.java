package io.neardup.hadoop.format.warc;

import io.neardup.hadoop.format.CharsetGuess;
import io.neardup.hadoop.format.SourceRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
   *     a byte order mark, that which the page declares, UTF-8, or the one that it looks like
   * @param record is told if bytes are not of the charset
   */
  static byte[] of(byte[] html, Charset charsetOrNull, SourceRecord record) throws IOException {
    Document page = parse(html, charsetOrNull);
    String text = text(page);
    if (hasErrors(text, html, page.charset())) {
      Charset guess =
          charsetOrNull == null && !declaresUtf8(page)
              ? CharsetGuess.of(html, 0, html.length)
              : null;
      if (guess == null) {
        record.setUndecoded(html, 0, html.length);
      } else {
        text = text(parse(html, guess));
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Document parse(byte[] html, Charset charset) throws IOException {
    return Jsoup.parse(
        new ByteArrayInputStream(html), charset == null ? null : charset.name(), "");
  }

  private static String text(Document page) {
    String title = page.title();
    page.body().select(NOT_SEEN).remove();
    String text = page.body().text();
    return title.isEmpty() ? text : title + "\n" + text;
  }

  private static boolean hasErrors(String text, byte[] html, Charset charset) {
    if (text.indexOf('\uFFFD') >= 0) { // which may be the page's own
      try {
        CharsetGuess.decode(html, 0, html.length, charset);
      } catch (CharacterCodingException e) {
        return true;
      }
    }
    return false;
  }

  private static boolean declaresUtf8(Document page) {
    return page.select("meta[charset], meta[content*=charset]").stream()
        .map(meta -> (meta.attr("charset") + meta.attr("content")).toLowerCase(Locale.ROOT))
        .anyMatch(declared -> declared.contains("utf-8") || declared.contains("utf8"));
  }
}
