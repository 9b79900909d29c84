package io.neardup.hadoop.format.warc;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.CharsetGuess;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.Ids;
import io.neardup.hadoop.format.RecordParser;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageBody;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;

/**
 * Parses WARC records. Documents are plain texts (such as the conversions in WET files) and HTML
 * pages, whose text is extracted. Content whose type is not known is one of these if it begins like
 * one.
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
      parseRecord(bytes, offset, offset + length, record);
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

  private void parseRecord(byte[] bytes, int from, int to, SourceRecord record) throws IOException {
    int begin = from; // of the header: too many line breaks may stand before it
    while (begin < to && isBreak(bytes[begin])) {
      begin++;
    }
    WarcHeader header = new WarcHeader();
    if (!header.parse(bytes, begin, to - begin)) {
      throw new IOException("the record ends in its header");
    }
    if (header.problem().isPresent()) {
      throw new IOException(header.problem().get());
    }
    int content = begin + header.length();
    long end = content + header.contentLength();
    if (end > to) {
      throw new IOException("the record ends " + Quantity.of(end - to, "byte") + " early");
    }
    for (int i = (int) end; i < to; i++) {
      if (!isBreak(bytes[i])) {
        throw new IOException("the record is longer than its Content-Length");
      }
    }
    if (header.isLenient() || begin > from) {
      record.tolerate(Tolerance.WARC_SYNTAX);
    }
    try (WarcReader reader =
        new WarcReader(new ByteArrayInputStream(bytes, begin, (int) end - begin))) {
      reader.setLenient(header.isLenient());
      WarcRecord warc = jwarc(() -> reader.next().orElseThrow());
      if (warc instanceof WarcResponse response) {
        parse(response, bytes, content, (int) end, record);
      } else if (warc instanceof WarcConversion || warc instanceof WarcResource) {
        ContentType type = contentType(warc.headers());
        if (mayBeDocument(type, record)) {
          parse((WarcTargetRecord) warc, type, read(warc.body()), record);
        }
      } else {
        record.skip(SkipReason.NO_DOCUMENT, "WARC-Type " + shown(jwarc(warc::type)));
      }
    }
  }

  private static boolean isBreak(byte b) {
    return b == '\r' || b == '\n';
  }

  private void parse(WarcResponse response, byte[] bytes, int from, int to, SourceRecord record)
      throws IOException {
    ContentType responseType = contentType(response.headers());
    if (!responseType.name().equals("application/http")) {
      record.skip(SkipReason.NO_DOCUMENT, "response of " + shown(responseType.name()));
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
    ContentType type =
        http.headers().first("Content-Type").isPresent()
            ? contentType(http.headers())
            : ContentType.of(response.headers().first("WARC-Identified-Payload-Type").orElse(""));
    if (mayBeDocument(type, record)) {
      parse(response, type, HttpBody.of(http, bytes, from, to, maxRecord, record), record);
    }
  }

  private static ContentType contentType(MessageHeaders headers) {
    return ContentType.of(headers.first("Content-Type").orElse(""));
  }

  /** Returns whether content of a type has to be looked at; else sets the record aside. */
  private static boolean mayBeDocument(ContentType type, SourceRecord record) {
    boolean may = type.isPage() || type.isText() || type.saysNothing();
    if (!may) {
      skipNoDocument(type, record);
    }
    return may;
  }

  private static void skipNoDocument(ContentType type, SourceRecord record) {
    record.skip(SkipReason.NO_DOCUMENT, type.name().isEmpty() ? "no type" : shown(type.name()));
  }

  private void parse(WarcTargetRecord warc, ContentType type, byte[] content, SourceRecord record)
      throws IOException {
    boolean page = type.isPage();
    if (type.saysNothing()) {
      page = ContentType.beginsPage(content);
      if (!page && !ContentType.beginsText(content)) {
        skipNoDocument(type, record);
        return;
      }
      record.tolerate(Tolerance.CONTENT_TYPE);
    }
    if (content.length > maxRecord) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + Quantity.of(maxRecord, "byte"));
    } else if (!page) {
      decode(content, charset(type), warc, record);
    } else if (HtmlText.hasTooManyTags(content)) {
      record.skip(SkipReason.LONG_DOCUMENT, "a page of over " + HtmlText.MAX_TAGS + " tags");
    } else {
      byte[] text = HtmlText.of(content, charset(type), record);
      set(warc, text, 0, text.length, record);
    }
  }

  private void decode(byte[] text, Charset charset, WarcTargetRecord warc, SourceRecord record)
      throws IOException {
    new Decoding(
            charset == null ? Decoding.DETECT : charset.name(),
            (bytes, offset, length, number, same) -> set(warc, bytes, offset, length, record))
        .parse(text, 0, text.length, 1, record);
  }

  private static Charset charset(ContentType type) {
    return CharsetGuess.supported(type.charset());
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
