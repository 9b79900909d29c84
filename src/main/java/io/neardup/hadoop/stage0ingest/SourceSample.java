package io.neardup.hadoop.stage0ingest;

import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.Compressions;
import io.neardup.hadoop.format.csv.CsvFormat;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The beginning of a file, and the format that it shows. */
final class SourceSample {

  private static final int BYTES = 1 << 16;
  private static final String GZIP = "gzip";
  private static final String TAR = "tar";
  private static final int TAR_MAGIC_OFFSET = 257;

  /** The first bytes of formats that hold documents, in hex. */
  private static final Map<String, String> FORMATS = new LinkedHashMap<>();

  /** The first bytes of compressed files and archives, in hex. */
  private static final Map<String, String> WRAPPED = new LinkedHashMap<>();

  static {
    FORMATS.put("534551", "sequence"); // SEQ
    FORMATS.put("50415231", "parquet"); // PAR1
    FORMATS.put("4f626a01", "avro"); // Obj, 1
    FORMATS.put("574152432f31", "warc"); // WARC/1
    WRAPPED.put("1f8b", GZIP);
    WRAPPED.put("425a68", "bzip2"); // BZh
    WRAPPED.put("28b52ffd", "zstd");
    WRAPPED.put("fd377a585a00", "xz");
    WRAPPED.put("504b0304", "zip"); // PK, also of office documents
    WRAPPED.put("377abcaf271c", "7z");
    WRAPPED.put("526172211a07", "rar"); // Rar!
    WRAPPED.put("5d00008000", "lzma");
    WRAPPED.put("04224d18", "lz4");
    WRAPPED.put("894c5a4f", "lzo");
    WRAPPED.put("4c5a4950", "lzip"); // LZIP
    WRAPPED.put("1f9d", "compress");
  }

  private final byte[] plain;
  private final String wrapping;

  private SourceSample(byte[] plain, String wrapping) {
    this.plain = plain;
    this.wrapping = wrapping;
  }

  /**
   * Reads how a file begins.
   *
   * @param name its name, whose ending says how it is compressed
   */
  static SourceSample read(Configuration conf, Path file, String name) throws IOException {
    Compression compression = new Compressions(conf).of(name);
    try (InputStream raw = new BufferedInputStream(SourceStream.open(conf, file))) {
      raw.mark(1);
      boolean empty = raw.read() < 0; // a codec would miss its header
      raw.reset();
      byte[] head = head(raw, empty || compression == null ? in -> in : compression::decompress);
      return of(head, compression == null);
    }
  }

  private interface Decompression {
    InputStream of(InputStream raw) throws IOException;
  }

  /** Returns as much of the beginning as can be read: that a file is damaged is told later. */
  private static byte[] head(InputStream raw, Decompression decompression) throws IOException {
    byte[] head = new byte[BYTES];
    int length = 0;
    try (InputStream in = decompression.of(raw)) {
      int read = in.read(head, 0, BYTES);
      while (read > 0) {
        length += read;
        read = in.read(head, length, BYTES - length);
      }
    } catch (IOException e) {
      if (StorageException.causeOf(e) != null) {
        throw e;
      }
    }
    return Arrays.copyOf(head, length);
  }

  private static SourceSample of(byte[] bytes, boolean mayBeCompressed) throws IOException {
    String wrapping = isTar(bytes) ? TAR : named(WRAPPED, bytes);
    if (GZIP.equals(wrapping) && mayBeCompressed) {
      byte[] inside = head(new ByteArrayInputStream(bytes), GZIPInputStream::new);
      if ("warc".equals(named(FORMATS, inside))) {
        return new SourceSample(inside, null); // read whatever the name
      }
      wrapping = isTar(inside) ? TAR : GZIP;
    }
    return new SourceSample(bytes, wrapping);
  }

  private static boolean isTar(byte[] bytes) {
    return bytes.length > TAR_MAGIC_OFFSET + 5
        && new String(bytes, TAR_MAGIC_OFFSET, 5, StandardCharsets.US_ASCII).equals("ustar");
  }

  private static String named(Map<String, String> magic, byte[] bytes) {
    for (Map.Entry<String, String> entry : magic.entrySet()) {
      byte[] start = HexFormat.of().parseHex(entry.getKey());
      if (bytes.length >= start.length
          && Arrays.equals(bytes, 0, start.length, start, 0, start.length)) {
        return entry.getValue();
      }
    }
    return null;
  }

  /** Returns whether there is nothing in the file. */
  boolean isEmpty() {
    return plain.length == 0;
  }

  /**
   * Returns how the file is compressed or archived in spite of its name, or a second time; null if
   * it is not.
   */
  String wrapping() {
    return wrapping;
  }

  /**
   * Returns the format of the file if its first bytes say it, as those of text do not; else null.
   */
  String format() {
    return named(FORMATS, plain);
  }

  /** Returns whether the first line has a tab, and something before it. */
  boolean beginsWithId() {
    for (int i = 0; i < plain.length && plain[i] != '\n'; i++) {
      if (plain[i] == '\t') {
        return i > 0;
      }
    }
    return false;
  }

  /** Returns whether the first character is a brace. */
  boolean beginsWithBrace() {
    return plain.length > 0 && plain[0] == '{';
  }

  /** Returns whether the first character is that of a JSON array. */
  boolean beginsWithBracket() {
    return plain.length > 0 && plain[0] == '[';
  }

  /** Returns whether the first two lines look like JSON objects, one a line. */
  boolean beginsWithObjects() {
    int end = 0;
    while (end < plain.length && plain[end] != '\n') {
      end++;
    }
    int last = end - 1;
    while (last > 0 && (plain[last] == '\r' || plain[last] == ' ')) {
      last--;
    }
    return beginsWithBrace()
        && plain[last] == '}'
        && end + 1 < plain.length
        && plain[end + 1] == '{';
  }

  /** Returns whether the first line names, between tabs, the columns of id and text. */
  boolean beginsWithHeader(String idField, String textField) {
    int end = 0;
    while (end < plain.length && plain[end] != '\n') {
      end++;
    }
    return CsvFormat.isTabbedHeader(Arrays.copyOf(plain, end), idField, textField);
  }
}
