package io.neardup.hadoop.format.warc;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CharsetGuess;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MediaType;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;

/**
 * Parses WARC records, uncompressed or as gzip members. Documents are conversions to plain text (as
 * in WET files) and HTML pages, whose text is extracted.
 */
final class WarcRecords implements RecordParser {

  private static final int LEAST_STATUS = 100;
  private static final int OK = 200;
  private static final int LONGEST_DETAIL = 200;

  private final boolean idIsRecordId;
  private final int maxRecord;
  private final int maxId;
  private final int maxDocument;

  /**
   * @param idIsRecordId whether ids are those of the records, rather than target URIs
   * @param maxRecord longest record, and longest content of one, in bytes
   */
  WarcRecords(boolean idIsRecordId, int maxRecord, int maxId, int maxDocument) {
    this.idIsRecordId = idIsRecordId;
    this.maxRecord = maxRecord;
    this.maxId = maxId;
    this.maxDocument = maxDocument;
  }

  @Override
  public void parse(byte[] bytes, int offset, int length, long number, SourceRecord record) {
    try {
      parsePlain(plain(bytes, offset, length), record);
    } catch (IOException e) { // all is in memory: it is the record that is wrong
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      why = why.replaceAll("[\\s\\p{Cntrl}]+", " ");
      record.skip(
          SkipReason.BAD_WARC, why.substring(0, Math.min(LONGEST_DETAIL, why.length())).strip());
    }
  }

  /** A call of jwarc. */
  private interface Call<T> {
    T get() throws IOException;
  }

  /** Calls jwarc, which throws these exceptions, too, if a record is malformed. */
  private static <T> T jwarc(Call<T> call) throws IOException {
    try {
      return call.get();
    } catch (IllegalArgumentException | NoSuchElementException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Returns the bytes of a record that may be in a gzip member. */
  private byte[] plain(byte[] bytes, int offset, int length) throws IOException {
    InputStream raw = new ByteArrayInputStream(bytes, offset, length);
    boolean gzip = HttpBody.isGzip(bytes, offset, offset + length);
    try (InputStream in = gzip ? new GZIPInputStream(raw) : raw) {
      return in.readAllBytes();
    }
  }

  private void parsePlain(byte[] bytes, SourceRecord record) throws IOException {
    WarcHeader header = new WarcHeader();
    if (!header.parse(bytes, 0, bytes.length)) {
      throw new IOException("the record ends in its header");
    }
    long end = header.length() + header.contentLength();
    if (end > bytes.length) {
      throw new IOException(
          "the record ends " + Quantity.of(end - bytes.length, "byte") + " early");
    }
    for (int i = (int) end; i < bytes.length; i++) {
      if (bytes[i] != '\r' && bytes[i] != '\n') {
        throw new IOException("something follows the record in its gzip member");
      }
    }
    try (WarcReader reader = new WarcReader(new ByteArrayInputStream(bytes, 0, (int) end))) {
      WarcRecord warc = jwarc(() -> reader.next().orElseThrow());
      if (warc instanceof WarcConversion conversion) {
        parse(conversion, record);
      } else if (warc instanceof WarcResponse response) {
        parse(response, bytes, header.length(), (int) end, record);
      } else if (warc instanceof WarcResource resource) {
        parsePage(resource, jwarc(resource::contentType), read(resource.body()), record);
      } else {
        record.skip(SkipReason.NO_DOCUMENT, "a record of the type " + shown(jwarc(warc::type)));
      }
    }
  }

  private void parse(WarcConversion conversion, SourceRecord record) throws IOException {
    MediaType type = jwarc(conversion::contentType);
    if (!type.base().equals(MediaType.PLAIN_TEXT)) {
      parsePage(conversion, type, read(conversion.body()), record);
      return;
    }
    byte[] text = read(conversion.body());
    Charset charset = charset(type);
    new Decoding(
            charset == null ? Decoding.DETECT : charset.name(),
            (bytes, offset, length, number, same) ->
                set(conversion, bytes, offset, length, record))
        .parse(text, 0, text.length, 1, record);
  }

  private static Charset charset(MediaType type) {
    return CharsetGuess.supported(type.parameters().get("charset"));
  }

  private void parse(WarcResponse response, byte[] bytes, int from, int to, SourceRecord record)
      throws IOException {
    MediaType responseType = jwarc(response::contentType);
    if (!responseType.base().equals(MediaType.HTTP)) {
      record.skip(SkipReason.NO_DOCUMENT, "a response of " + shown(responseType));
      return;
    }
    HttpResponse http = jwarc(response::http);
    if (http.status() < LEAST_STATUS) {
      throw new IOException("no HTTP response");
    }
    if (http.status() != OK) {
      record.skip(SkipReason.NO_DOCUMENT, "HTTP status " + http.status());
      return;
    }
    MediaType type =
        http.headers().first("Content-Type").isPresent()
            ? jwarc(http::contentType)
            : jwarc(response::identifiedPayloadType).orElse(MediaType.OCTET_STREAM);
    if (isPage(type)) {
      parsePage(response, type, HttpBody.of(http, bytes, from, to, maxRecord), record);
    } else {
      skipNoPage(type, record);
    }
  }

  private void parsePage(WarcTargetRecord warc, MediaType type, byte[] html, SourceRecord record)
      throws IOException {
    if (!isPage(type)) {
      skipNoPage(type, record);
    } else if (html.length > maxRecord) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + Quantity.of(maxRecord, "byte"));
    } else if (HtmlText.hasTooManyTags(html)) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + HtmlText.MAX_TAGS + " tags");
    } else {
      byte[] text = HtmlText.of(html, charset(type), record);
      set(warc, text, 0, text.length, record);
    }
  }

  private static boolean isPage(MediaType type) {
    MediaType base = type.base();
    return base.equals(MediaType.HTML) || base.equals(MediaType.XHTML);
  }

  private static void skipNoPage(MediaType type, SourceRecord record) {
    record.skip(SkipReason.NO_DOCUMENT, "a record of " + shown(type));
  }

  /** Returns the decoded body, up to a little more than the limit. */
  private byte[] read(MessageBody body) throws IOException {
    return body.stream().readNBytes(maxRecord + 1);
  }

  private void set(
      WarcTargetRecord warc, byte[] text, int offset, int length, SourceRecord record) {
    if (length > maxDocument) {
      record.skip(SkipReason.LONG_DOCUMENT, "a text of over " + Quantity.of(maxDocument, "byte"));
      return;
    }
    Optional<String> id = warc.headers().first(idIsRecordId ? "WARC-Record-ID" : "WARC-Target-URI");
    if (id.isEmpty()) {
      record.skip(SkipReason.NO_ID, idIsRecordId ? "no WARC-Record-ID" : "no WARC-Target-URI");
      return;
    }
    byte[] idBytes = withoutBrackets(id.get()).getBytes(StandardCharsets.UTF_8);
    if (Ids.set(record, idBytes, 0, idBytes.length, maxId)) {
      record.setText(text, offset, length);
    }
  }

  /**
   * Removes angle brackets. Record ids have them; some programs write target URIs with them, too.
   */
  private static String withoutBrackets(String uri) {
    return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
  }

  private static String shown(Object value) {
    String shown =
        String.valueOf(value).toLowerCase(Locale.ROOT).replaceAll("[\\s\\p{Cntrl}]+", " ");
    return shown.substring(0, Math.min(LONGEST_DETAIL, shown.length()));
  }
}
