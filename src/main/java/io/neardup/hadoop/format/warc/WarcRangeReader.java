package io.neardup.hadoop.format.warc;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.ByteRangeReader;
import io.neardup.hadoop.format.CharsetGuess;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.Decoding;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.Frames;
import io.neardup.hadoop.format.SkipReason;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.GzipStream;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.netpreserve.jwarc.HttpResponse;
import org.netpreserve.jwarc.MessageHeaders;
import org.netpreserve.jwarc.WarcConversion;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;
import org.netpreserve.jwarc.WarcResource;
import org.netpreserve.jwarc.WarcResponse;
import org.netpreserve.jwarc.WarcTargetRecord;

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

  private final boolean idIsRecordId;
  private WarcFrames frames; // null before open
  private WarcTargetRecord warc; // that is parsed

  /** Takes the settings of a batch, and a range that is all of a file. */
  public WarcRangeReader(FormatSettings settings, CorpusRange range) {
    // A page is longer than its text; what makes a page of more is hardly its text.
    super(settings, range, lineLimit(settings, 3 * settings.maxDocument() + (1 << 16)));
    this.idIsRecordId = settings.settings().get(Keys.WARC_ID).equals("record-id");
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
    frames = new WarcFrames(gzip ? new GzipStream(in) : in, limit.bytes(), gzip);
    return frames;
  }

  @Override
  protected void parseEncoded(byte[] bytes, int offset, int length) {
    try {
      parseRecord(bytes, offset);
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

  private void parseRecord(byte[] bytes, int from) throws IOException {
    if (frames.problem != null) {
      throw new IOException(frames.problem);
    }
    if (frames.lenient || frames.begin > 0) {
      record.tolerate(Tolerance.WARC_SYNTAX);
    }
    int begin = from + frames.begin;
    int end = from + frames.end;
    try (WarcReader reader = new WarcReader(new ByteArrayInputStream(bytes, begin, end - begin))) {
      reader.setLenient(frames.lenient);
      WarcRecord next = jwarc(() -> reader.next().orElseThrow());
      if (next instanceof WarcResponse response) {
        warc = response;
        parseResponse(response, bytes, from + frames.content, end);
      } else if (next instanceof WarcConversion || next instanceof WarcResource) {
        warc = (WarcTargetRecord) next;
        ContentType type = contentType(warc.headers());
        if (mayBeDocument(type)) {
          parseContent(type, warc.body().stream().readNBytes(limit.bytes() + 1));
        }
      } else {
        record.skip(SkipReason.NO_DOCUMENT, "WARC-Type " + shown(jwarc(next::type)));
      }
    }
  }

  private void parseResponse(WarcResponse response, byte[] bytes, int from, int to)
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
    if (mayBeDocument(type)) {
      parseContent(type, HttpBody.of(http, bytes, from, to, limit.bytes(), record));
    }
  }

  private static ContentType contentType(MessageHeaders headers) {
    return ContentType.of(headers.first("Content-Type").orElse(""));
  }

  /** Returns whether content of a type has to be looked at; else sets the record aside. */
  private boolean mayBeDocument(ContentType type) {
    boolean may = type.isPage() || type.isText() || type.saysNothing();
    if (!may) {
      skipNoDocument(type);
    }
    return may;
  }

  private void skipNoDocument(ContentType type) {
    record.skip(SkipReason.NO_DOCUMENT, type.name().isEmpty() ? "no type" : shown(type.name()));
  }

  private void parseContent(ContentType type, byte[] content) throws IOException {
    boolean page = type.isPage();
    if (type.saysNothing()) {
      page = ContentType.beginsPage(content);
      if (!page && !ContentType.beginsText(content)) {
        skipNoDocument(type);
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
    if (length > settings.maxDocument()) {
      record.skip(
          SkipReason.LONG_DOCUMENT,
          "a text of over " + Quantity.of(settings.maxDocument(), "byte"));
      return;
    }
    Optional<String> id = warc.headers().first(idIsRecordId ? "WARC-Record-ID" : "WARC-Target-URI");
    if (id.isEmpty()) {
      record.skip(SkipReason.NO_ID, idIsRecordId ? "no WARC-Record-ID" : "no WARC-Target-URI");
      return;
    }
    byte[] idBytes = withoutBrackets(id.get()).getBytes(StandardCharsets.UTF_8);
    if (record.setId(idBytes, 0, idBytes.length, settings.maxId())) {
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
