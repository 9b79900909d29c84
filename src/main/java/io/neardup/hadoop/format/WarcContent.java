package io.neardup.hadoop.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.brotli.dec.BrotliInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.netpreserve.jwarc.HttpResponse;

/** The content of WARC records: its type, the body of HTTP responses, the text of HTML pages. */
final class WarcContent {

  /**
   * Largest number of tags of a page that is read. Each node takes some hundred bytes, so a page
   * with more could fill the memory of a task.
   */
  static final int MAX_TAGS = 250_000;

  static final String XHTML = "application/xhtml+xml";

  private static final Set<String> PAGES = Set.of("text/html", XHTML);

  /** Types that say nothing, as the WHATWG's standard on MIME sniffing lists them. */
  private static final Set<String> SAY_NOTHING =
      Set.of("application/octet-stream", "application/unknown", "unknown/unknown", "*/*");

  private static final Pattern NAME = Pattern.compile("[\\s\"]*([^\\s\";,]*)");
  private static final Pattern CHARSET =
      Pattern.compile("[\\s;,]charset\\s*=[\\s\"']*([^\\s\"';,]+)", Pattern.CASE_INSENSITIVE);

  private static final Pattern BEGINNING_OF_PAGE =
      Pattern.compile(
          "(\u00ef\u00bb\u00bf)?\\s*(<\\?xml[^>]*>\\s*)?(<!--.*?-->\\s*)*"
              + "<(!doctype\\s+html|(html|head|body|title|meta|div|table|p|h1)[\\s>/])",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The first line of a chunk: its length in hex, and extensions. */
  private static final Pattern CHUNK_LINE = Pattern.compile("\\p{XDigit}+[ \\t]*(;[^\\r]*)?\\r\\n");

  /** An element of XHTML without content, which HTML would take for the start of one with text. */
  private static final Pattern EMPTY_ELEMENT =
      Pattern.compile("<(script|style|title|textarea|iframe|noscript|template)(\\s[^<>]*)?/>");

  private static final int DEFLATE = 8;
  private static final String NOT_SEEN = "script, style, template, noscript, [hidden]:not(body)";
  private static final String DECLARED_UTF8 =
      "meta[charset~=(?i)utf-?8], meta[content~=(?i)charset.*utf-?8]";

  private WarcContent() {}

  /**
   * A Content-Type, however it is written: type and subtype in lower case, or what stands in their
   * place, and the charset, null if it names none.
   */
  record Type(String name, String charset) {

    /** Parses the value of a header; without one, the name is empty. */
    static Type of(Optional<String> header) {
      Matcher name = NAME.matcher(header.orElse(""));
      Matcher charset = CHARSET.matcher(header.orElse(""));
      return new Type(
          name.lookingAt() ? name.group(1).toLowerCase(Locale.ROOT) : "",
          charset.find() ? charset.group(1) : null);
    }

    boolean isPage() {
      return PAGES.contains(name);
    }

    /** Returns whether only the content can say what it is. */
    boolean saysNothing() {
      return SAY_NOTHING.contains(name) || !name.matches("[^/]+/[^/]+");
    }
  }

  /** Returns whether bytes begin as an HTML page. */
  static boolean beginsPage(byte[] bytes) {
    return begins(bytes, 1 << 10, BEGINNING_OF_PAGE);
  }

  private static boolean begins(byte[] bytes, int longest, Pattern with) {
    int length = Math.min(longest, bytes.length);
    return with.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  /**
   * Returns the raw body of an HTTP response without chunks and compression, up to a little more
   * than a limit in bytes. Crawlers often write bodies decoded and leave the headers unchanged, so
   * a header that the body contradicts is ignored, and the record notes it.
   */
  static byte[] body(HttpResponse response, byte[] raw, int most, SourceRecord record)
      throws IOException {
    byte[] body = raw;
    if (response.headers().contains("Transfer-Encoding", "chunked")) {
      if (begins(raw, 202, CHUNK_LINE)) {
        body = response.body().stream().readAllBytes();
      } else {
        record.tolerate(Tolerance.CONTENT_ENCODING);
      }
    }
    String lines =
        Stream.of("Content-Encoding", "Transfer-Encoding")
            .flatMap(name -> response.headers().all(name).stream())
            .collect(Collectors.joining(","));
    String encoding =
        Stream.of(lines.strip().toLowerCase(Locale.ROOT).split("\\s*,\\s*"))
            .filter(name -> !name.matches("|identity|chunked"))
            .collect(Collectors.joining(", "));
    try (InputStream decoded = decoder(encoding, body)) {
      return decoded.readNBytes(most + 1);
    } catch (IOException e) {
      if (beginsPage(body) || isUtf8Text(body)) { // compressed data is neither
        record.tolerate(Tolerance.CONTENT_ENCODING);
        return body;
      }
      throw e;
    }
  }

  private static boolean isUtf8Text(byte[] body) {
    return BinaryTypes.name(body, 0, body.length) == null
        && Decoding.decode(body, 0, body.length, StandardCharsets.UTF_8) != null;
  }

  private static InputStream decoder(String encoding, byte[] body) throws IOException {
    InputStream in = new ByteArrayInputStream(body);
    return switch (encoding) {
      case "gzip", "x-gzip" -> new GzipStream(in); // the JDK's hides damage after a member
      // It means zlib's format, but some servers send raw deflate data.
      case "deflate" -> Compressions.inflate(in, isZlib(body));
      case "br" -> new BrotliInputStream(in);
      case "zstd" -> new ZstdStream(in);
      default -> {
        if (encoding.contains(",")) {
          throw new IOException("several Content-Encodings: " + encoding);
        }
        yield in; // such as a charset
      }
    };
  }

  private static boolean isZlib(byte[] body) {
    return body.length >= 2
        && (body[0] & 0xf) == DEFLATE
        && (ByteBuffer.wrap(body).getShort() & 0xffff) % 31 == 0;
  }

  /** Returns a page of XHTML, in which elements may be empty, as one of HTML. */
  static byte[] ofXhtml(byte[] page) {
    String bytes = new String(page, StandardCharsets.ISO_8859_1);
    String html = EMPTY_ELEMENT.matcher(bytes).replaceAll("<$1$2></$1>");
    return html.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Returns whether a page has more tags than are read. */
  static boolean hasTooManyTags(byte[] html) {
    int tags = 0;
    for (byte b : html) {
      tags += b == '<' ? 1 : 0;
    }
    return tags > MAX_TAGS;
  }

  /**
   * Returns the text of an HTML page in UTF-8: its title and, after a line break, the visible text.
   *
   * @param charsetOrNull its charset, if the HTTP header names it; if null, the charset of a byte
   *     order mark, the one that the page declares, UTF-8, or a guess
   * @param record is marked if bytes are invalid in the charset
   */
  static byte[] text(byte[] html, Charset charsetOrNull, SourceRecord record) throws IOException {
    Document page = parse(html, charsetOrNull);
    Charset charset = Decoding.labelled(page.charset().name(), html);
    if (charsetOrNull == null
        && charset.name().startsWith("UTF-16")
        && !Decoding.beginsAsUtf16(html, 0, html.length)) {
      charset = StandardCharsets.UTF_8; // the page declares it in ASCII, so it is wrong
    }
    if (!charset.equals(page.charset())) {
      page = parse(html, charset);
    }
    String text = text(page);
    if (text.indexOf('\uFFFD') >= 0 // may be in the page itself
        && Decoding.decode(html, 0, html.length, page.charset()) == null) {
      boolean named = charsetOrNull != null || !page.select(DECLARED_UTF8).isEmpty();
      Charset guess = named ? null : Decoding.guess(html, 0, html.length);
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
