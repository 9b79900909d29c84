package io.neardup.hadoop.format.warc;

import com.github.luben.zstd.ZstdInputStream;
import io.neardup.hadoop.format.SourceRecord;
import io.neardup.hadoop.format.Tolerance;
import io.neardup.hadoop.format.compression.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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

  private static final int LONGEST_CHUNK_LINE = 202;

  /** The first line of a chunk: its length in hex, and extensions. */
  private static final Pattern CHUNK_LINE = Pattern.compile("\\p{XDigit}+[ \\t]*(;[^\\r]*)?\\r\\n");

  private static final int DEFLATE = 8;

  private HttpBody() {}

  /**
   * Returns the body, up to a little more than the limit.
   *
   * @param response the response, whose body has not been read
   * @param bytes holds the response as it was received, from a byte to another
   * @param most the largest number of bytes that are used
   * @param record takes the note that the body contradicts its headers
   */
  static byte[] of(
      HttpResponse response, byte[] bytes, int from, int to, int most, SourceRecord record)
      throws IOException {
    boolean saysChunks = response.headers().contains("Transfer-Encoding", "chunked");
    int body = afterHeader(bytes, from, to);
    byte[] whole;
    if (saysChunks && !beginsWithChunk(bytes, body, to)) {
      record.tolerate(Tolerance.CONTENT_ENCODING);
      whole = Arrays.copyOfRange(bytes, body, to);
    } else {
      whole = response.body().stream().readNBytes(most + 1);
    }
    String encoding =
        response.headers().first("Content-Encoding").orElse("").strip().toLowerCase(Locale.ROOT);
    try (InputStream decoded = decoder(encoding, new ByteArrayInputStream(whole), whole)) {
      return decoded == null ? whole : decoded.readNBytes(most + 1);
    } catch (IOException e) {
      if (ContentType.beginsPage(whole) || isUtf8Text(whole)) { // as nothing compressed does
        record.tolerate(Tolerance.CONTENT_ENCODING);
        return whole;
      }
      throw e;
    }
  }

  private static boolean isUtf8Text(byte[] bytes) {
    return ContentType.beginsText(bytes)
        && new String(bytes, StandardCharsets.UTF_8).indexOf('\ufffd') < 0;
  }

  private static int afterHeader(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n') {
        int next = i + 1 < to && bytes[i + 1] == '\r' ? i + 2 : i + 1;
        if (next < to && bytes[next] == '\n') {
          return next + 1;
        }
      }
    }
    return to;
  }

  private static boolean beginsWithChunk(byte[] bytes, int from, int to) {
    int length = Math.min(LONGEST_CHUNK_LINE, to - from);
    String beginning = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    return CHUNK_LINE.matcher(beginning).lookingAt();
  }

  /** Returns a stream that decodes a body, null if there is nothing to decode. */
  private static InputStream decoder(String encoding, InputStream in, byte[] body)
      throws IOException {
    return switch (encoding) {
      case "gzip", "x-gzip" -> new GZIPInputStream(in);
      // Meant is zlib's format, but what it is named after has been sent as well.
      case "deflate" -> Compression.inflate(in, isZlib(body));
      case "br" -> new BrotliInputStream(in);
      case "zstd" -> new ZstdInputStream(in);
      default -> {
        if (encoding.contains(",")) {
          throw new IOException("several Content-Encodings: " + encoding);
        }
        yield null; // such as identity, or a charset
      }
    };
  }

  private static boolean isZlib(byte[] bytes) {
    return bytes.length >= 2
        && (bytes[0] & 0xf) == DEFLATE
        && ((bytes[0] & 0xff) << 8 | (bytes[1] & 0xff)) % 31 == 0;
  }
}
