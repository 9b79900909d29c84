package io.neardup.hadoop.format;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.brotli.dec.BrotliInputStream;
import org.netpreserve.jwarc.HttpResponse;

/**
 * Decodes the body of an HTTP response: chunks and compression. Crawlers often write bodies decoded
 * and leave the headers unchanged, so a header that the body contradicts is ignored.
 */
final class HttpBody {

  /** The first line of a chunk: its length in hex, and extensions. */
  private static final Pattern CHUNK_LINE = Pattern.compile("\\p{XDigit}+[ \\t]*(;[^\\r]*)?\\r\\n");

  private static final int LONGEST_CHUNK_LINE = 202;
  private static final int DEFLATE = 8;

  private HttpBody() {}

  /**
   * Returns the body, up to a little more than the limit.
   *
   * @param response the response, whose body has not been read
   * @param raw the body as it was received
   * @param most the limit, in bytes
   * @param record takes the note that the body contradicts its headers
   */
  static byte[] of(HttpResponse response, byte[] raw, int most, SourceRecord record)
      throws IOException {
    byte[] body = raw;
    if (response.headers().contains("Transfer-Encoding", "chunked")) {
      if (beginsWithChunk(raw)) {
        body = response.body().stream().readAllBytes();
      } else {
        record.tolerate(Tolerance.CONTENT_ENCODING);
      }
    }
    String encoding = response.headers().first("Content-Encoding").orElse("");
    try (InputStream decoded = decoder(encoding.strip().toLowerCase(Locale.ROOT), body)) {
      return decoded.readNBytes(most + 1);
    } catch (IOException e) {
      if (ContentType.beginsPage(body) || isUtf8Text(body)) { // compressed data is neither
        record.tolerate(Tolerance.CONTENT_ENCODING);
        return body;
      }
      throw e;
    }
  }

  private static boolean beginsWithChunk(byte[] body) {
    int length = Math.min(LONGEST_CHUNK_LINE, body.length);
    return CHUNK_LINE.matcher(new String(body, 0, length, StandardCharsets.ISO_8859_1)).lookingAt();
  }

  private static boolean isUtf8Text(byte[] body) {
    return BinaryTypes.name(body, 0, body.length) == null
        && CharsetGuess.decode(body, 0, body.length, StandardCharsets.UTF_8) != null;
  }

  private static InputStream decoder(String encoding, byte[] body) throws IOException {
    InputStream in = new ByteArrayInputStream(body);
    return switch (encoding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(in);
      // It means zlib's format, but some servers send raw deflate data.
      case "deflate" -> Compression.inflate(in, isZlib(body));
      case "br" -> new BrotliInputStream(in);
      case "zstd" -> new ZstdInputStream(in);
      default -> {
        if (encoding.contains(",")) {
          throw new IOException("several Content-Encodings: " + encoding);
        }
        yield in; // such as identity, or a charset
      }
    };
  }

  private static boolean isZlib(byte[] body) {
    return body.length >= 2
        && (body[0] & 0xf) == DEFLATE
        && (ByteBuffer.wrap(body).getShort() & 0xffff) % 31 == 0;
  }
}
