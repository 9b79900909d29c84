package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.LengthedBody;

/**
 * Reads WARC files. With gzip, each record is compressed again as a member of its own when it is
 * copied, however the members of the source were cut. Documents are plain texts (such as the
 * conversions in WET files) and HTML pages, whose text is extracted. Content whose type is not
 * known is one of these if it begins like one.
 */
public final class WarcRangeReader extends ByteRangeReader {

  private static final int LEAST_STATUS = 100;
  private static final int OK = 200;
  private static final int LONGEST_DETAIL = 200;

  private final String idHeader;
  private WarcFrames frames; // null before open

  /** Takes the settings of a batch, and a range that is all of a file. */
  public WarcRangeReader(FormatSettings settings, CorpusRange range) {
    // A page is longer than its text; what makes a page of more is hardly its text.
    super(settings, range, lineLimit(settings, 3 * settings.maxDocument() + (1 << 16)));
    boolean byRecord = settings.settings().get(Keys.WARC_ID).equals("record-id");
    this.idHeader = byRecord ? "WARC-Record-ID" : "WARC-Target-URI";
  }

  /**
   * Returns null for gzip, too: each record is compressed by itself, whatever the name of the file.
   */
  @Override
  protected Compression compression() {
    Compression compression = super.compression();
    return compression == null || compression.isGzip() ? null : compression;
  }

  @Override
  protected Frames frames(Path file) throws IOException {
    InputStream in = new BufferedInputStream(decompressed(file));
    in.mark(2);
    boolean gzip = !isCompressed() && in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    int gzipLevel = gzip ? settings.compressions().gzipLevel() : -1;
    frames = new WarcFrames(gzip ? new GzipStream(in) : in, limit.bytes(), gzipLevel);
    return frames;
  }

  @Override
  protected void parseEncoded(byte[] bytes, int offset, int length) {
    try {
      if (frames.problem != null) {
        throw new IOException(frames.problem);
      }
      parseRecord(bytes, offset + frames.content, offset + frames.end);
    } catch (IOException | IllegalArgumentException | NoSuchElementException e) {
      // All bytes are in memory, so the record is invalid. jwarc throws all of these.
      record.skip(
          SkipReason.BAD_WARC,
          shown(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
    }
  }

  private void parseRecord(byte[] bytes, int from, int to) throws IOException {
    if (frames.lenient) {
      record.tolerate(Tolerance.WARC_SYNTAX);
    }
    String warcType = frames.headers().sole("WARC-Type").orElseThrow();
    ContentType type = ContentType.of(frames.headers().first("Content-Type"));
    switch (warcType) {
      case "conversion", "resource" ->
          parseContent(type, () -> Arrays.copyOfRange(bytes, from, to));
      case "response" -> {
        if (type.name().equals("application/http")) {
          parseResponse(bytes, from, to);
        } else {
          skip("response of " + type.name());
        }
      }
      default -> skip("WARC-Type " + warcType);
    }
  }

  private void parseResponse(byte[] bytes, int from, int to) throws IOException {
    int length = to - from;
    HttpResponse http =
        HttpResponse.parse(
            LengthedBody.create(
                Channels.newChannel(InputStream.nullInputStream()),
                ByteBuffer.wrap(bytes, from, length),
                length));
    if (http.status() < LEAST_STATUS) {
      throw new IOException("no HTTP response");
    }
    if (http.status() != OK) {
      skip("HTTP status " + http.status());
      return;
    }
    int body = from + http.serializeHeader().length;
    Optional<String> type = http.headers().first("Content-Type");
    parseContent(
        ContentType.of(type.or(() -> frames.headers().first("WARC-Identified-Payload-Type"))),
        () -> HttpBody.of(http, Arrays.copyOfRange(bytes, body, to), limit.bytes(), record));
  }

  /** The content of a record, decoded only if it may be a document. */
  private interface Content {
    byte[] get() throws IOException;
  }

  private void parseContent(ContentType type, Content encoded) throws IOException {
    if (!type.isPage() && !type.name().equals("text/plain") && !type.saysNothing()) {
      skip(type.name());
      return;
    }
    byte[] content = encoded.get();
    boolean page = type.isPage();
    if (type.saysNothing()) {
      page = ContentType.beginsPage(content);
      if (!page && BinaryTypes.name(content, 0, content.length) != null) {
        skip(type.name().isEmpty() ? "no type" : type.name());
        return;
      }
      record.tolerate(Tolerance.CONTENT_TYPE);
    }
    Charset named = CharsetGuess.supported(type.charset());
    if (content.length > limit.bytes()) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + Quantity.of(limit.bytes(), "byte"));
    } else if (!page) {
      decode(named == null ? Decoding.DETECT : named.name(), content, 0, content.length);
    } else if (HtmlText.hasTooManyTags(content)) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + HtmlText.MAX_TAGS + " tags");
    } else {
      byte[] text = HtmlText.of(content, named, record);
      parse(text, 0, text.length);
    }
  }

  @Override
  protected void parse(byte[] text, int offset, int length) {
    Optional<String> id = frames.headers().first(idHeader);
    if (length > settings.maxDocument()) {
      record.skip(
          SkipReason.LONG_DOCUMENT,
          "a text of over " + Quantity.of(settings.maxDocument(), "byte"));
    } else if (id.isEmpty()) {
      record.skip(SkipReason.NO_ID, "no " + idHeader);
    } else {
      // Record ids have angle brackets; some programs write target URIs with them, too.
      byte[] uri = id.get().replaceFirst("(?s)^<(.*)>$", "$1").getBytes(StandardCharsets.UTF_8);
      if (record.setId(uri, 0, uri.length, settings.maxId())) {
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
    return shown.substring(0, Math.min(LONGEST_DETAIL, shown.length())).strip();
  }
}
