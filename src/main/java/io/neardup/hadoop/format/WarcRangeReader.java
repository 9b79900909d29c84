package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Compressions.Compression;
import io.neardup.text.Utf8;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;
import org.netpreserve.jwarc.WarcParser;

/**
 * Reads WARC files. With gzip, each record is compressed again as a member of its own when it is
 * copied, however the members of the source were cut. Documents are plain texts (such as the
 * conversions in WET files) and HTML pages, whose text is extracted. Content whose type is not
 * known is one of these if it begins like one.
 *
 * <p>A record is a header, its content, and line breaks. A record with a broken header or a wrong
 * length ends where the next header begins, so that it does not hide those after it.
 */
final class WarcRangeReader extends ByteRangeReader {

  private static final int MAX_HEADER_BYTES = 1 << 20;
  private static final int TRAILER = 4;
  private static final int MAX_BREAKS = 1 << 10;
  private static final byte[] NEXT = "WARC/".getBytes(StandardCharsets.US_ASCII);

  private static final int MIN_STATUS = 100;
  private static final int OK = 200;
  private static final int MAX_DETAIL = 200;

  private final String idHeader;
  private final WarcParser parser = new WarcParser();
  private boolean gzip; // in the file's bytes, whatever its name

  // The current record
  private String problem; // why it cannot be used; null if it can
  private boolean lenient; // the header, or the bytes before it, violate the standard
  private int content; // where in the window it begins
  private int contentEnd;
  private long rest; // bytes of an oversized record that are not held; -1 once passed

  /** Takes a range that is all of a file. */
  WarcRangeReader(FormatSettings settings, CorpusRange range) {
    // A page is longer than its text; what makes a page of more is hardly its text.
    super(settings, range, 3 * settings.maxDocument + (1 << 16));
    boolean byRecord = settings.settings.get(Keys.WARC_ID).equals("record-id");
    this.idHeader = byRecord ? "WARC-Record-ID" : "WARC-Target-URI";
  }

  /** Returns null for gzip, too: each record is compressed by itself. */
  @Override
  Compression compression() {
    Compression compression = super.compression();
    return compression == null || compression.isGzip() ? null : compression;
  }

  @Override
  void findFirst() throws IOException {
    in = new BufferedInputStream(in);
    in.mark(2);
    gzip = !isCompressed() && in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    in = gzip ? new GzipStream(in) : in;
  }

  // Where records end

  @Override
  boolean findRecord() throws IOException {
    int begin = breaks(0, MAX_BREAKS); // extra ones after the previous record
    if (!fillTo(begin + 1)) {
      pass(begin);
      in.read(); // throws if something else follows the end of a compressed file
      return false;
    }
    tooLong = false;
    problem = readHeader(begin);
    if (problem != null) {
      held = nextHeader(begin + 1, limit.bytes());
      if (held < 0) {
        throw new IOException("byte " + position + ": " + problem);
      }
      return true;
    }
    content = begin + (int) parser.position();
    long length = content + Long.parseLong(parser.headers().first("Content-Length").orElseThrow());
    tooLong = length > limit.bytes();
    held = tooLong ? content : (int) length;
    rest = length - held;
    if (tooLong) {
      return true;
    }
    boolean cutOff = !fillTo(held);
    contentEnd = held;
    int breaks = breaks(held, TRAILER);
    if (cutOff || (breaks == 0 && fillTo(held + 1) && nextHeader(held, held) < 0)) {
      int next = nextHeader(content, limit.bytes());
      if (next >= 0) {
        problem = "the next record does not begin where its Content-Length says";
        held = next;
        return true;
      }
      require(held);
    }
    held += breaks;
    return true;
  }

  /**
   * Reads a header; leniently, if it violates the standard: lines may end with LF, values may have
   * control characters. Returns what is wrong with it; null if nothing is.
   */
  private String readHeader(int begin) throws IOException {
    lenient = false;
    parseHeader(begin);
    if (parser.isError()) {
      lenient = true;
      parseHeader(begin);
    }
    lenient |= begin > 0;
    if (parser.isError() || parser.position() > MAX_HEADER_BYTES) {
      return "not the header of a WARC record";
    }
    if (!parser.version().getProtocol().equals("WARC")) {
      return "a record of an ARC file: convert it to WARC";
    }
    List<String> lengths = parser.headers().all("Content-Length");
    return lengths.size() == 1 && lengths.get(0).matches("\\d{1,18}")
        ? null
        : "a WARC record whose Content-Length is not one number";
  }

  private void parseHeader(int begin) throws IOException {
    parser.reset();
    parser.setLenient(lenient);
    while (!parser.isFinished() && !parser.isError() && parser.position() <= MAX_HEADER_BYTES) {
      int from = begin + (int) parser.position();
      require(from + 1);
      parser.parse(ByteBuffer.wrap(bytes, start + from, available() - from));
    }
  }

  /** Returns where in [from, to] of the window the next header begins, -1 if none does. */
  private int nextHeader(int from, int to) throws IOException {
    for (int at = from; at <= to && fillTo(at + NEXT.length); at++) {
      int begin = start + at;
      if (Arrays.equals(bytes, begin, begin + NEXT.length, NEXT, 0, NEXT.length)) {
        return at;
      }
    }
    return -1;
  }

  /** Reads until the window has the length that the current record needs. */
  private void require(int length) throws IOException {
    if (!fillTo(length)) {
      throw damaged(new EOFException("the file ends inside a WARC record"));
    }
  }

  /** Returns the length of the line breaks at an offset in the window, at most a limit. */
  private int breaks(int offset, int most) throws IOException {
    int at = offset;
    while (at < offset + most
        && fillTo(at + 1)
        && (bytes[start + at] == '\r' || bytes[start + at] == '\n')) {
      at++;
    }
    return at - offset;
  }

  @Override
  void passRest(OutputStream out) throws IOException {
    if (!tooLong || rest < 0) {
      return;
    }
    while (rest > 0) {
      require(1);
      int piece = (int) Math.min(rest, available());
      pass(piece, out);
      rest -= piece;
    }
    rest = -1;
    pass(breaks(0, TRAILER), out);
  }

  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    if (gzip) {
      try (Member member = new Member((OutputStream) to, settings.compressions.gzipLevel())) {
        super.copy(member, annotation);
      }
    } else {
      super.copy(to, annotation);
    }
  }

  /** A gzip member in a stream that stays open. */
  private static final class Member extends GZIPOutputStream {
    Member(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level);
    }

    @Override
    public void close() throws IOException {
      finish();
      def.end();
    }
  }

  // What is in a record

  @Override
  void parseEncoded(int offset, int rawLength) {
    try {
      if (problem != null) {
        throw new IOException(problem);
      }
      parseRecord(offset + content, offset + contentEnd);
    } catch (IOException | IllegalArgumentException | NoSuchElementException e) {
      // All bytes are in memory, so the record is invalid. jwarc throws all of these.
      record.skip(
          SkipReason.BAD_WARC,
          shown(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }
  }

  private void parseRecord(int from, int to) throws IOException {
    if (lenient) {
      record.tolerate(Tolerance.WARC_SYNTAX);
    }
    String warcType = parser.headers().sole("WARC-Type").orElseThrow();
    WarcContent.Type type = WarcContent.Type.of(parser.headers().first("Content-Type"));
    switch (warcType) {
      case "conversion", "resource" ->
          parseContent(type, () -> Arrays.copyOfRange(bytes, from, to));
      case "response" -> {
        if (type.name().equals("application/http")) {
          parseResponse(from, to);
        } else {
          skip("response of " + type.name());
        }
      }
      default -> skip("WARC-Type " + warcType);
    }
  }

  private void parseResponse(int from, int to) throws IOException {
    int length = to - from;
    HttpResponse http =
        HttpResponse.parse(
            LengthedBody.create(
                Channels.newChannel(InputStream.nullInputStream()),
                ByteBuffer.wrap(bytes, from, length),
                length));
    if (http.status() < MIN_STATUS) {
      throw new IOException("no HTTP response");
    }
    if (http.status() != OK) {
      skip("HTTP status " + http.status());
      return;
    }
    int body = from + http.serializeHeader().length;
    Optional<String> type = http.headers().first("Content-Type");
    parseContent(
        WarcContent.Type.of(type.or(() -> parser.headers().first("WARC-Identified-Payload-Type"))),
        () -> WarcContent.body(http, Arrays.copyOfRange(bytes, body, to), limit.bytes(), record));
  }

  /** Parses content, which is decoded only if it may be a document. */
  private void parseContent(WarcContent.Type type, CallableRaisingIOE<byte[]> encoded)
      throws IOException {
    if (!type.isPage() && !type.name().equals("text/plain") && !type.saysNothing()) {
      skip(type.name());
      return;
    }
    byte[] decoded = encoded.apply();
    boolean page = type.isPage();
    if (type.saysNothing()) {
      page = WarcContent.beginsPage(decoded);
      if (!page && BinaryTypes.name(decoded, 0, decoded.length) != null) {
        skip(type.name().isEmpty() ? "no type" : type.name());
        return;
      }
      record.tolerate(Tolerance.CONTENT_TYPE);
    }
    Charset named = Decoding.labelled(type.charset(), decoded);
    if (decoded.length > limit.bytes()) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + Quantity.of(limit.bytes(), "byte"));
    } else if (!page) {
      int mark = Utf8.byteOrderMark(decoded, 0, decoded.length);
      Charset from = mark > 0 ? StandardCharsets.UTF_8 : named; // a mark decides, as in pages
      decode(from == null ? Decoding.DETECT : from.name(), decoded, mark, decoded.length - mark);
    } else if (WarcContent.hasTooManyTags(decoded)) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + WarcContent.MAX_TAGS + " tags");
    } else {
      boolean isXhtml = type.name().equals(WarcContent.XHTML);
      byte[] html = isXhtml ? WarcContent.ofXhtml(decoded) : decoded;
      byte[] text = WarcContent.text(html, named, record);
      parse(text, 0, text.length);
    }
  }

  @Override
  void parse(byte[] text, int offset, int length) {
    Optional<String> id = parser.headers().first(idHeader);
    if (length > settings.maxDocument) {
      record.skip(
          SkipReason.LONG_DOCUMENT, "a text of over " + Quantity.of(settings.maxDocument, "byte"));
    } else if (id.isEmpty()) {
      record.skip(SkipReason.NO_ID, "no " + idHeader);
    } else {
      // Record ids have angle brackets; some programs write target URIs with them, too.
      byte[] uri = id.get().replaceFirst("(?s)^<(.*)>$", "$1").getBytes(StandardCharsets.UTF_8);
      if (record.setId(uri, 0, uri.length, settings.maxId)) {
        record.setText(text, offset, length);
      }
    }
  }

  /** Sets aside a record that is not a document. */
  private void skip(String kind) {
    record.skip(SkipReason.NO_DOCUMENT, shown(kind));
  }

  private static String shown(String value) {
    String shown = value.replaceAll("[\\s\\p{Cntrl}]+", " ");
    return shown.substring(0, Math.min(MAX_DETAIL, shown.length())).strip();
  }
}
