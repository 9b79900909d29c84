package io.neardup.hadoop.format;

import static io.neardup.hadoop.Refusals.assertThrown;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of WARC records, from their bytes to documents. */
class WarcSourceTest {

  private static final String HTML = "Content-Type: text/html\r\n";

  @TempDir private Path folder;

  private Sources sources(String... entries) {
    return new Sources(folder, SourceFormat.WARC, entries);
  }

  /** Returns the one record of a file, which is read alike in a gzip member. */
  private String read(byte[] record, String... entries) throws IOException {
    Sources sources = sources(entries);
    Path plain = sources.write("a.warc", record);
    List<String> records = sources.read(plain);
    assertThat(records).hasSize(1);
    Path gzip = sources.write("a.warc.gz", Warcs.gzip(record));
    assertThat(sources.read(gzip)).isEqualTo(records);
    return records.get(0);
  }

  private String readPage(String headers, byte[] body) throws IOException {
    return read(Warcs.response("http://a/", "200 OK", headers, body));
  }

  // What is a document

  private static final String RUSSIAN =
      "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом";

  /** Records, or {@code page} for that of a page of a type; R is a Russian text. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = "=>",
      quoteCharacter = '~',
      textBlock =
          """
          conversion => text/plain => UTF-8 => one\\ntwo\\r\\n\\r\\n => one\\ntwo\\r\\n\\r\\n
          conversion => text/plain => UTF-8 => ~~ => ~~
          conversion => text/plain; charset=iso-8859-1 => ISO-8859-1 => é => é
          conversion => text/plain; charset=iso-8859-1 => UTF-8 => \ufeffé => é
          conversion => text/plain => UTF-8 => \ufeffé => é
          conversion => text/plain => windows-1251 => R => R
          conversion => text/plain; charset=x-nonsense => windows-1251 => R => R
          conversion => application/json => UTF-8 => {} => NO_DOCUMENT: application/json
          resource => text/html => UTF-8 => <p>x => x
          request => text/html => UTF-8 => <p>x => NO_DOCUMENT: WARC-Type request
          revisit => text/html => UTF-8 => <p>x => NO_DOCUMENT: WARC-Type revisit
          other => text/html => UTF-8 => <p>x => NO_DOCUMENT: WARC-Type other
          response => text/dns => UTF-8 => x => NO_DOCUMENT: response of text/dns
          response => application/http => UTF-8 => no http\\n => BAD_WARC: invalid HTTP message
          response => application/http => UTF-8 => ~~ => BAD_WARC: no HTTP response

          # Of a page, the title and what is seen are the text
          page => text/html => UTF-8 => <!DOCTYPE html><html><head><title> The &amp; title </title><style>p {}</style><script>var x = '<p>no</p>';</script></head><body><!-- no --><h1>Head</h1><p>one <b>t</b>wo<p>three<script>no()</script><template>no</template><noscript>no</noscript><svg><style>no</style></svg></body></html> => The & title\\nHead one two three
          page => text/html => UTF-8 => no markup => no markup
          page => text/html => UTF-8 => ~~ => ~~
          page => application/xhtml+xml => UTF-8 => <p>x</p> => x
          page => application/xhtml+xml => UTF-8 => <html><head><title/><script src="a.js"/><style\\n/></head><body><p>é</p><textarea/><b>x</b></body></html> => é x
          page => text/html => UTF-8 => <body hidden><p>x<p hidden>no<div hidden><p>no</div><p>y => x y
          page => text/plain => UTF-8 => <p>x => <p>x
          page => text/plain; charset=utf-8 => UTF-8 => \ufeff<p>x => <p>x
          page => image/png => UTF-8 => x => NO_DOCUMENT: image/png

          # What has no type that says something is recognized by how it begins
          page => text/html, text/html;charset=utf-8 => UTF-8 => <html><p>é => é
          page => html => UTF-8 => <html><p>é => é
          page => text/html charset=utf-8 => UTF-8 => <html><p>é => é
          page => "text/html" => UTF-8 => <html><p>é => é
          page => application/octet-stream => UTF-8 => <html><p>é => é
          page => TEXT/HTML;;x => UTF-8 => <html><p>é => é
          page => text/html; charset="utf-8"; = => UTF-8 => <html><p>é => é
          page => \\r\\n text/html => UTF-8 => <html><p>é => é
          page => html;charset=iso-8859-7 => iso-8859-7 => <!-- x --><!DOCTYPE html><p>λόγος => λόγος
          page => ~~ => UTF-8 => a < b\\n c => a < b\\n c
          page => ~~ => UTF-8 => \\0\\0\\0 => NO_DOCUMENT: no type
          page => png => UTF-8 => \\0\\0\\0 => NO_DOCUMENT: png

          # The charset is that of the header, that of the page, or detected
          page => text/html; charset=iso-8859-7 => iso-8859-7 => <p>λόγος => λόγος
          page => text/html; charset="ISO-8859-7" => iso-8859-7 => <p>λόγος => λόγος
          page => text/html => iso-8859-7 => <meta charset=iso-8859-7><p>λόγος => λόγος
          page => text/html; charset=nonsense-9 => iso-8859-7 => <meta charset=iso-8859-7><p>λόγος => λόγος
          page => text/html; charset=@@ => UTF-8 => <p>λόγος => λόγος
          page => text/html => UTF-8 => \ufeff<p>λόγος => λόγος
          page => text/html => UTF-16 => <p>λόγος => λόγος
          page => text/html; charset=utf-16le => UTF-16LE => <p>λόγος => λόγος
          page => text/html => windows-1251 => <html><head><title>x</title></head><body><p>R</p></body></html> => x\\nR
          page => text/html; charset=x-nonsense => windows-1251 => <html><div><p>R</p></div></html> => R
          page => text/html => windows-1251 => <meta charset=x-nonsense><html><div><p>R</p></div></html> => R
          """)
  void textsAndPagesAreDocuments(
      String kind, String type, String charset, String body, String expected) throws IOException {
    byte[] bytes = body.translateEscapes().replace("R", RUSSIAN).getBytes(charset);
    String header = type.isEmpty() ? "" : "Content-Type: " + type.translateEscapes() + "\r\n";
    String found =
        kind.equals("page")
            ? readPage(header, bytes)
            : read(Warcs.record(kind, "http://a/", type, bytes));
    if (expected.matches("[A-Z_]+: .*")) {
      assertThat(found).startsWith(expected);
    } else {
      assertThat(found).isEqualTo("http://a/|" + expected.translateEscapes().replace("R", RUSSIAN));
    }
  }

  /** As in browsers, a label means the charset that has all characters of pages with that label. */
  @ParameterizedTest
  @CsvSource({
    "iso-8859-1, windows-1252, “€” – é",
    "us-ascii, windows-1252, “€” – é",
    "iso-8859-9, windows-1254, “ş” – ğ",
    "tis-620, x-windows-874, “ไทย” – ภาษา",
    "shift_jis, windows-31j, ①髙橋～",
    "euc-jp, x-eucJP-Open, ①日本語",
    "euc-kr, x-windows-949, 똠방각하 한국어",
    "gb2312, GB18030, 朱镕基 €",
    "gbk, GB18030, 朱镕基 €",
    "big5, Big5-HKSCS, 香港嘅",
    // Without characters that are only in the superset
    "iso-8859-1, iso-8859-1, é\u0081",
    // A page whose ASCII can be read is not UTF-16
    "utf-16, UTF-8, λόγος",
    "utf-16le, UTF-8, λόγος",
    "utf-16be, UTF-8, λόγος"
  })
  void aLabelMeansASuperset(String label, String charset, String text) throws IOException {
    String meta = "<meta charset=" + label + "><p>";
    byte[] page = (meta + text).getBytes(charset);
    assertThat(readPage(HTML, page)).isEqualTo("http://a/|" + text);
    assertThat(record(Warcs.response("http://a/", "200 OK", HTML, page)).isMalformed()).isFalse();
    if (!label.startsWith("utf")) {
      String named = "; charset=" + label + "\r\n";
      assertThat(readPage(HTML.replace("\r\n", named), text.getBytes(charset)))
          .isEqualTo("http://a/|" + text);
      assertThat(readPage("Content-Type: text/plain" + named, text.getBytes(charset)))
          .isEqualTo("http://a/|" + text);
    }
  }

  @Test
  void onlyResponsesOfStatus200AreDocuments() throws IOException {
    for (String status : List.of("404 Not Found", "301 Moved")) {
      assertThat(read(Warcs.response("http://a/", status, HTML, Warcs.utf8("<p>x"))))
          .isEqualTo("NO_DOCUMENT: HTTP status " + status.substring(0, 3));
    }
    assertThat(read(Warcs.info())).isEqualTo("NO_DOCUMENT: WARC-Type warcinfo");
    assertThat(SkipReason.NO_DOCUMENT.isBad()).isFalse();
    assertThat(SkipReason.BAD_WARC.isBad()).isTrue();
  }

  @Test
  void whatTheCrawlerFoundOutCountsWhereTheServerDoesNotSay() throws IOException {
    String page = new String(Warcs.response("http://a/", "200 OK", "", Warcs.utf8("<p>x")), UTF_8);
    String type = "WARC-Identified-Payload-Type: text/html\r\nWARC-Type:";
    assertThat(read(Warcs.utf8(page.replace("WARC-Type:", type)))).isEqualTo("http://a/|x");
  }

  @Test
  void aTypeThatSaysNothingIsCounted() throws IOException {
    assertThat(record(Warcs.page("http://a/", "<p>x")).tolerated()).isEmpty();
    byte[] page = Warcs.response("http://a/", "200 OK", "", Warcs.utf8("<html>x"));
    assertThat(record(page).tolerated()).containsExactly(Tolerance.CONTENT_TYPE);
  }

  /** Returns the only record of a file. */
  private SourceRecord record(byte[] record) throws IOException {
    Sources sources = sources();
    try (RangeReader reader =
        sources.readers().open(Sources.whole(sources.write("a.warc", record)))) {
      assertThat(reader.next()).isTrue();
      return reader.record();
    }
  }

  // Bodies

  @Test
  void bodiesAreDecoded() throws IOException {
    byte[] body = Warcs.utf8("<p>" + "page ".repeat(50));
    byte[] zlib = deflated(body);
    byte[] chunks =
        Warcs.join(
            Warcs.utf8("7;x=y\r\n"),
            Arrays.copyOf(body, 7),
            Warcs.utf8("\r\n" + Integer.toHexString(body.length - 7) + "\r\n"),
            Arrays.copyOfRange(body, 7, body.length),
            Warcs.utf8("\r\n0\r\n\r\n"));
    Map<String, byte[]> bodies = new LinkedHashMap<>();
    bodies.put("Content-Encoding: gzip", Warcs.gzip(body));
    bodies.put("Content-Encoding: X-GZIP", Warcs.join(Warcs.gzip(body), Warcs.utf8("trailing")));
    String identity = "Content-Encoding: identity";
    bodies.put(identity, body);
    bodies.put(identity + ", gzip", Warcs.gzip(body));
    bodies.put(identity + "\r\nContent-Encoding: gzip", Warcs.gzip(body));
    bodies.put("Content-Encoding: deflate", zlib);
    bodies.put("Content-Encoding: DEFLATE", Arrays.copyOfRange(zlib, 2, zlib.length - 4));
    bodies.put("Content-Encoding: zstd", Zstd.compress(body));
    bodies.put("Transfer-Encoding: chunked", chunks);
    bodies.put("Transfer-Encoding: GZIP", Warcs.gzip(body));
    // As crawlers write them that have decoded the body and left the headers.
    bodies.put("Transfer-Encoding: chunked\r\nContent-Encoding: gzip", body);
    bodies.put("Content-Encoding: utf-8", body);
    bodies.put("Content-Length: 3", body);
    for (Map.Entry<String, byte[]> encoded : bodies.entrySet()) {
      assertThat(readPage(HTML + encoded.getKey() + "\r\n", encoded.getValue()))
          .as(encoded.getKey())
          .isEqualTo("http://a/|" + "page ".repeat(50).strip());
    }
  }

  /** A stream of one uncompressed meta-block, put together by hand from RFC 7932. */
  @Test
  void brotliIsDecoded() throws IOException {
    // WBITS 16 (0), ISLAST 0, MNIBBLES 4 (00), MLEN-1 = 3 in 16 bits, ISUNCOMPRESSED 1, padding.
    int bits = 3 << 4 | 1 << 20;
    byte[] brotli = {
      (byte) bits, (byte) (bits >> 8), (byte) (bits >> 16), '<', 'p', '>', 'x', 3 // last, empty
    };
    assertThat(readPage(HTML + "Content-Encoding: br\r\n", brotli)).isEqualTo("http://a/|x");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "deflate", "br", "zstd", "gzip, gzip"})
  void aPageThatIsNotCompressedIsReadWhateverItsHeadersSay(String encoding) throws IOException {
    String headers = HTML + "Content-Encoding: " + encoding + "\r\n";
    for (String body : new String[] {"<html><p>x", "\n\nλόγος x", "x"}) {
      assertThat(readPage(headers, Warcs.utf8(body)))
          .isEqualTo("http://a/|" + body.replaceAll("<.*>", "").strip());
    }
    byte[] page = Warcs.response("http://a/", "200 OK", headers, Warcs.utf8("<p>x"));
    assertThat(record(page).tolerated()).containsExactly(Tolerance.CONTENT_ENCODING);
    byte[] latin = "<html><p>caf\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    String latin1 = headers.replace("html", "html; charset=iso-8859-1");
    assertThat(readPage(latin1, latin)).isEqualTo("http://a/|café");
  }

  private static byte[] deflated(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void bytesThatAreNotOfTheDeclaredCharsetAreMalformed() throws IOException {
    byte[] page = ("<meta charset=utf-8><p>" + RUSSIAN).getBytes(Charset.forName("windows-1251"));
    byte[] own = Warcs.utf8("<p>the page's own \uFFFD");
    byte[] unseen = Warcs.join(Warcs.utf8("<p>one<script>\""), new byte[] {-1}, Warcs.utf8("\""));
    assertThat(isMalformed("", page)).isTrue();
    assertThat(isMalformed("; charset=utf-8", page)).isTrue();
    assertThat(isMalformed("; charset=Shift_JIS", page)).isTrue();
    assertThat(isMalformed("", own)).isFalse();
    assertThat(isMalformed("", unseen)).isFalse();
  }

  private boolean isMalformed(String charset, byte[] page) throws IOException {
    String headers = "Content-Type: text/html" + charset + "\r\n";
    return record(Warcs.response("http://a/", "200 OK", headers, page)).isMalformed();
  }

  // Ids

  @Test
  void theIdIsTheUriOrThatOfTheRecord() throws IOException {
    assertThat(read(Warcs.text("http://a/ b?x|y#{", "x"))).isEqualTo("http://a/ b?x|y#{|x");
    assertThat(read(Warcs.text("<http://a/>", "x"))).isEqualTo("http://a/|x");
    assertThat(read(Warcs.text(null, "x"))).isEqualTo("NO_ID: no WARC-Target-URI");
    assertThat(read(Warcs.text("http://a/" + "x".repeat(5000), "x")))
        .isEqualTo("LONG_ID: 5,009 bytes, over neardup.ingest.max-id-bytes=4096");
    String byRecord = "neardup.ingest.warc-id=record-id";
    assertThat(read(Warcs.text(null, "x"), byRecord))
        .isEqualTo("urn:uuid:00000000-0000-0000-0000-000000000001|x");
    assertThat(read(Warcs.page("http://a/", "x"), byRecord))
        .isEqualTo("urn:uuid:00000000-0000-0000-0000-000000000001|x");
  }

  // Broken records

  @Test
  void brokenRecordsAreSetAside() throws IOException {
    assertThat(readPage(HTML + "Content-Encoding: gzip\r\n", new byte[] {0x1f, (byte) 0x8b, 9, 9}))
        .startsWith("BAD_WARC: ");
    byte[] body = Warcs.utf8("<p>" + "page ".repeat(50));
    byte[] chunk = Warcs.join(Warcs.utf8("fd\r\n"), body);
    for (int cut : new int[] {3, 6, 9}) { // a decoder must not wait for more
      requireBroken("Content-Encoding: gzip", Warcs.gzip(body), cut);
      byte[] members = Warcs.join(Warcs.gzip(body), Warcs.gzip(body));
      requireBroken("Content-Encoding: gzip", members, members.length / 2 - cut);
      byte[] lost =
          Warcs.join(Warcs.gzip(body), new byte[cut], new byte[] {1, 2}, Warcs.gzip(body));
      requireBroken("Content-Encoding: gzip", lost, 0);
      requireBroken("Content-Encoding: deflate", deflated(body), cut + 1);
      requireBroken("Content-Encoding: zstd", Zstd.compress(body), cut);
      requireBroken("Transfer-Encoding: chunked", chunk, cut);
    }
    requireBroken("Content-Encoding: gzip, gzip", Warcs.gzip(body), 0);
    requireBroken("Content-Encoding: gzip\r\nContent-Encoding: br", Warcs.gzip(body), 0);
  }

  private void requireBroken(String header, byte[] body, int cut) throws IOException {
    byte[] rest = Arrays.copyOf(body, body.length - cut);
    assertThat(readPage(HTML + header + "\r\n", rest)).startsWith("BAD_WARC: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz", "a.warc.zst"})
  void aBrokenRecordDoesNotHideTheNext(String name) throws IOException {
    Sources sources = sources();
    String good = new String(Warcs.text("http://a/", "text"), UTF_8);
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    String[] broken = {
      "no header\r\n\r\n",
      good.replace("Content-Length: 4", "Content-Length: 9"),
      good.replace("Content-Length: 4", "Content-Length: 99999"),
      good.replace("Content-Length: 4", "Content-Length: 2"),
      good.replace("Content-Length: 4", "Content-Length: x"),
      "WARC/1.0\r\nx",
    };
    for (String bad : broken) {
      file.writeBytes(Warcs.utf8(good + bad + good));
    }
    Path written = sources.write(name, sources.compressed(name, file.toByteArray()));
    List<String> records = sources.read(written);
    assertThat(records).hasSize(3 * broken.length);
    for (int i = 0; i < broken.length; i++) {
      assertThat(records.get(3 * i)).isEqualTo("http://a/|text");
      assertThat(records.get(3 * i + 1)).startsWith("BAD_WARC: ");
      assertThat(records.get(3 * i + 2)).isEqualTo("http://a/|text");
    }
    assertThat(records.get(4))
        .isEqualTo("BAD_WARC: the next record does not begin where its Content-Length says");
    assertThat(sources.plain(name, sources.copy(written))).isEqualTo(file.toByteArray());
  }

  @Test
  void aRecordWithOtherLineEndsOrControlCharactersIsRead() throws IOException {
    String good = new String(Warcs.page("http://a/", "<p>x"), UTF_8);
    String header = good.substring(0, good.indexOf("\r\n\r\n") + 4);
    String lineFeeds = header.replace("\r\n", "\n") + good.substring(header.length());
    String control = good.replace("http://a/", "http://a/\bb");
    for (String record : new String[] {good, lineFeeds, control, "\r\n\n" + good}) {
      assertThat(read(Warcs.utf8(record)))
          .isEqualTo(record.equals(control) ? "http://a/\bb|x" : "http://a/|x");
      assertThat(record(Warcs.utf8(record)).tolerated().contains(Tolerance.WARC_SYNTAX))
          .isEqualTo(!record.equals(good));
    }
    Sources sources = sources();
    byte[] file = Warcs.utf8(lineFeeds + good + "\r\n" + control + lineFeeds.strip() + good);
    Path written = sources.write("a.warc", file);
    assertThat(sources.read(written)).hasSize(5).allMatch(record -> record.endsWith("|x"));
    assertThat(sources.copy(written)).isEqualTo(file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"no warc\r\n", "WARC/1.0\r\nContent-Length: 1\r\nx", "\u0000\u0001"})
  void aFileThatGoesOnAsSomethingElseCannotBeReadOn(String rest) throws IOException {
    Sources sources = sources();
    Path file = sources.write("a.warc", Warcs.join(Warcs.text("a:b", "x"), Warcs.utf8(rest)));
    List<String> records = new ArrayList<>();
    assertThrown(IOException.class, () -> sources.readInto(file, records));
    assertThat(records).containsExactly("a:b|x");
    byte[] gzip = Warcs.join(Warcs.gzip(Warcs.text("a:b", "x")), Warcs.utf8(rest));
    Path compressed = sources.write("a.warc.gz", gzip);
    assertThrown(IOException.class, () -> sources.readInto(compressed, records));
    assertThat(records).containsExactly("a:b|x", "a:b|x");
  }

  @Test
  void arcFilesAreNotRead() throws IOException {
    Sources sources = sources();
    Path file =
        sources.write("a.warc", Warcs.utf8("http://a/ 1.2.3.4 20260102030405 text/html 1\nx\n"));
    assertThrown(IOException.class, () -> sources.read(file), "ARC file");
  }

  // Files

  /** Records of random kinds and lengths, some over the limit of 3 · 2000 + 65,536 bytes. */
  private static List<byte[]> records(Random random) {
    List<byte[]> records = new ArrayList<>();
    records.add(Warcs.info());
    for (int i = random.nextInt(12); i >= 0; i--) {
      String uri = "http://a/" + i;
      String text = "wörd " + Long.toString(random.nextLong(), 36);
      switch (random.nextInt(5)) {
        case 0 -> records.add(Warcs.page(uri, "<p>" + text));
        case 1 ->
            records.add(Warcs.text(uri, text + "\r\nWARC/1.0\r\n\r\n".repeat(random.nextInt(9))));
        case 2 -> records.add(Warcs.record("request", uri, null, Warcs.utf8(text)));
        case 3 -> {
          byte[] noise = new byte[60_000 + random.nextInt(20_000)];
          random.nextBytes(noise);
          records.add(Warcs.record("conversion", uri, "text/plain", noise));
        }
        default -> records.add(Warcs.text(uri, text.repeat(100)));
      }
    }
    return records;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.warc", "a.warc.gz", "a.wet", "a.warc.zst", "a.warc.bz2"})
  void filesAreReadAlikeAndCopiedByteForByte(String name) throws IOException {
    Sources sources = sources("neardup.document.max-bytes=2000");
    assertThat(sources.read(sources.write(name, new byte[0]))).isEmpty();
    long tooLong = 0;
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      List<byte[]> records = records(random);
      List<String> expected = new ArrayList<>();
      List<Long> positions = new ArrayList<>();
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      int plainLength = 0;
      for (byte[] record : records) {
        positions.add((long) plainLength);
        plainLength += record.length;
        file.writeBytes(name.endsWith(".gz") ? Warcs.gzip(record) : record);
        expected.addAll(sources.read(sources.write("one.warc", record)));
      }
      tooLong += expected.stream().filter(r -> r.startsWith("LONG_DOCUMENT")).count();
      boolean whole = !name.endsWith(".gz"); // else compressed record by record
      byte[] plain = file.toByteArray();
      Path written = sources.write(name, whole ? sources.compressed(name, plain) : plain);
      assertThat(sources.read(written)).as("seed %d", seed).isEqualTo(expected);
      assertThat(sources.positions(written)).as("seed %d", seed).isEqualTo(positions);
      byte[] copy = sources.copy(written);
      assertThat(whole ? sources.plain(name, copy) : copy).as("seed %d", seed).isEqualTo(plain);
    }
    assertThat(tooLong).isGreaterThan(5);
  }

  /** One member for all, or pieces of a length; and either under a name without gz. */
  @ParameterizedTest
  @CsvSource({"a.warc.gz,0", "a.warc.gz,100", "a.warc.gz,7000", "a.warc,0", "a.wet.gz,60"})
  void recordsThatAreNoMembersOfTheirOwnBecomeThatWhenCopied(String name, int piece)
      throws IOException {
    Sources sources = sources("neardup.document.max-bytes=2000");
    for (int seed = 0; seed < 6; seed++) {
      List<byte[]> records = records(new Random(seed));
      byte[] all = Warcs.join(records.toArray(byte[][]::new));
      ByteArrayOutputStream file = new ByteArrayOutputStream();
      int step = piece == 0 ? all.length : piece;
      for (int from = 0; from < all.length; from += step) {
        file.writeBytes(
            Warcs.gzip(Arrays.copyOfRange(all, from, Math.min(all.length, from + step))));
      }
      Path plain = sources.write("plain.warc", all);
      Path written = sources.write(name, file.toByteArray());
      List<String> expected = sources.read(plain);
      assertThat(sources.read(written)).as("seed %d", seed).isEqualTo(expected);
      ByteArrayOutputStream members = new ByteArrayOutputStream();
      for (byte[] record : records) {
        members.writeBytes(Warcs.gzip(record));
      }
      assertThat(sources.copy(written)).as("seed %d", seed).isEqualTo(members.toByteArray());
    }
  }

  @Test
  void lineBreaksBehindARecordMayBeMissing() throws IOException {
    Sources sources = sources();
    byte[] record = Warcs.text("a:b", "x");
    for (int missing = 0; missing <= 4; missing++) {
      byte[] cut = Arrays.copyOf(record, record.length - missing);
      byte[] file = Warcs.join(cut, record, cut);
      Path written = sources.write("a.warc", file);
      assertThat(sources.read(written)).containsExactly("a:b|x", "a:b|x", "a:b|x");
      assertThat(sources.copy(written)).isEqualTo(file);
      assertThat(sources.read(sources.write("a.warc.gz", Warcs.gzip(cut))))
          .containsExactly("a:b|x");
    }
  }

  @Test
  void theLimitsAreExact() throws IOException {
    String limit = "neardup.document.max-bytes=10";
    String tooLong = "LONG_DOCUMENT: a text of over 10 bytes";
    assertThat(read(Warcs.text("a:b", "1234567890"), limit)).isEqualTo("a:b|1234567890");
    assertThat(read(Warcs.text("a:b", "12345678901"), limit)).isEqualTo(tooLong);
    assertThat(read(Warcs.page("a:b", "<p>1234567890</p>"), limit)).isEqualTo("a:b|1234567890");
    assertThat(read(Warcs.page("a:b", "<p>12345678901</p>"), limit)).isEqualTo(tooLong);
    assertThat(read(Warcs.page("a:b", "<p>" + " ".repeat(3 * 10 + (1 << 16)) + "x"), limit))
        .isEqualTo("LONG_DOCUMENT: a line over the limit");
    assertThat(readPage(HTML + "Content-Encoding: gzip\r\n", Warcs.gzip(new byte[30 << 20])))
        .startsWith("LONG_DOCUMENT: a page of over ");
  }

  @Test
  void aPageOfTooManyTagsIsNotRead() throws IOException {
    byte[] tags = Warcs.utf8("<p>".repeat(WarcContent.MAX_TAGS));
    assertThat(WarcContent.hasTooManyTags(tags)).isFalse();
    assertThat(read(Warcs.page("a:b", "<p>".repeat(WarcContent.MAX_TAGS + 1))))
        .startsWith("LONG_DOCUMENT: a page of over 250000 tags");
  }

  @Test
  void recordsOverTheLimitAreNotHeld() throws IOException {
    long length = 300L << 20;
    String header = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: " + length + "\r\n\r\n";
    WarcRangeReader reader =
        new WarcRangeReader(
            sources("neardup.document.max-bytes=10").settings(), Sources.range("a.warc", 0));
    reader.in = Sources.endless(header, 'x', length);
    reader.findFirst();
    assertThat(reader.next()).isTrue();
    assertThat(reader.tooLong).isTrue();
    assertThat(reader.next()).isFalse();
    assertThat(reader.bytes.length).isLessThan(1 << 20);
  }
}
