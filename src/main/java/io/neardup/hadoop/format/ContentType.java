package io.neardup.hadoop.format;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Content-Type, however it is written.
 *
 * @param name type and subtype in lower case, or what stands in their place
 * @param charset null if it names none
 */
record ContentType(String name, String charset) {

  private static final Set<String> PAGES = Set.of("text/html", "application/xhtml+xml");

  /** Types that say nothing, as the WHATWG's standard on MIME sniffing lists them. */
  private static final Set<String> SAY_NOTHING =
      Set.of("application/octet-stream", "application/unknown", "unknown/unknown", "*/*");

  private static final Pattern NAME = Pattern.compile("[\\s\"]*([^\\s\";,]*)");
  private static final Pattern CHARSET =
      Pattern.compile("[\\s;,]charset\\s*=[\\s\"']*([^\\s\"';,]+)", Pattern.CASE_INSENSITIVE);

  private static final int SNIFFED = 1 << 10;
  private static final Pattern BEGINNING_OF_PAGE =
      Pattern.compile(
          "(\u00ef\u00bb\u00bf)?\\s*(<\\?xml[^>]*>\\s*)?(<!--.*?-->\\s*)*"
              + "<(!doctype\\s+html|(html|head|body|title|meta|div|table|p|h1)[\\s>/])",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Parses the value of a header; without one, the name is empty. */
  static ContentType of(Optional<String> header) {
    Matcher name = NAME.matcher(header.orElse(""));
    Matcher charset = CHARSET.matcher(header.orElse(""));
    return new ContentType(
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

  /** Returns whether bytes begin as an HTML page. */
  static boolean beginsPage(byte[] bytes) {
    int length = Math.min(SNIFFED, bytes.length);
    return BEGINNING_OF_PAGE
        .matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1))
        .lookingAt();
  }
}
