package io.neardup.hadoop.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Makes WARC records as bytes. */
public final class Warcs {

  private Warcs() {}

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static byte[] join(byte[]... pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      all.writeBytes(piece);
    }
    return all.toByteArray();
  }

  /**
   * Returns a record with its two line breaks.
   *
   * @param uri null if there is none
   */
  public static byte[] record(String type, String uri, String contentType, byte[] content) {
    return join(
        utf8(
            "WARC/1.0\r\nWARC-Type: "
                + type
                + "\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"
                + "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
                + (uri == null ? "" : "WARC-Target-URI: " + uri + "\r\n")
                + (contentType == null ? "" : "Content-Type: " + contentType + "\r\n")
                + "Content-Length: "
                + content.length
                + "\r\n\r\n"),
        content,
        utf8("\r\n\r\n"));
  }

  /** Returns the record of a text that was made of a page, as in WET files. */
  public static byte[] text(String uri, String text) {
    return record("conversion", uri, "text/plain", utf8(text));
  }

  /**
   * Returns the record of a response.
   *
   * @param headers lines that end with CR LF
   */
  public static byte[] response(String uri, String status, String headers, byte[] body) {
    return record(
        "response",
        uri,
        "application/http; msgtype=response",
        join(utf8("HTTP/1.1 " + status + "\r\n" + headers + "\r\n"), body));
  }

  /** Returns the record of an HTML page. */
  public static byte[] page(String uri, String html) {
    return response(uri, "200 OK", "Content-Type: text/html; charset=utf-8\r\n", utf8(html));
  }

  /** Returns what begins files. */
  public static byte[] info() {
    return record("warcinfo", null, "application/warc-fields", utf8("software: x\r\n"));
  }

  public static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(all)) {
      out.write(bytes);
    }
    return all.toByteArray();
  }
}
