package io.neardup.hadoop.format;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads records that are sequences of bytes of a file, and copies them byte for byte. Unless a
 * subclass says otherwise, they are lines, so that a file that is not compressed can be split.
 */
public abstract class ByteRangeReader extends RangeReader {

  private static final int BUFFER = 1 << 16;

  /**
   * The longest record that is held.
   *
   * @param bytes its length
   * @param reason the reason for which a longer one is set aside
   * @param detail the reason in words
   */
  public record Limit(int bytes, SkipReason reason, String detail) {}

  /** What all formats need to know. */
  protected final FormatSettings settings;

  /** The longest record that is held. */
  protected final Limit limit;

  /** The charset of {@code neardup.ingest.charset}. */
  protected final String charset;

  private InputStream in; // null before open
  private Frames frames; // null before open
  private long count;

  protected ByteRangeReader(FormatSettings settings, CorpusRange range, Limit limit) {
    super(range);
    this.settings = settings;
    this.limit = limit;
    this.charset = settings.settings().get(Keys.CHARSET);
  }

  /**
   * Returns the longest line that is held.
   *
   * @param longestWithDocument the longest line in bytes that can hold a document
   */
  protected static Limit lineLimit(FormatSettings settings, int longestWithDocument) {
    int maxLine = settings.settings().getInt(Keys.MAX_LINE_BYTES);
    return maxLine < longestWithDocument
        ? new Limit(maxLine, SkipReason.LONG_LINE, "over " + Quantity.of(maxLine, "byte"))
        : new Limit(longestWithDocument, SkipReason.LONG_DOCUMENT, "a line over the limit");
  }

  /** Opens the file and returns this; see {@link io.neardup.hadoop.corpus.RangeReaders#open}. */
  public final ByteRangeReader open(Path file) throws IOException {
    try {
      frames = frames(file);
      return this;
    } catch (ZstdIOException e) {
      throw refusal(e);
    } finally {
      if (frames == null) {
        close();
      }
    }
  }

  /** Opens the file and cuts the bytes of the range into records. */
  protected Frames frames(Path file) throws IOException {
    long end = isCompressed() ? Long.MAX_VALUE : range.end();
    Frames lines = new Frames(decompressed(file), range.start(), end, limit.bytes());
    if (range.start() == 0) {
      lines.requireText(range.file());
    }
    return lines;
  }

  /** Parses the encoded bytes of a record: sets its id and text, or sets it aside. */
  protected void parseEncoded(byte[] bytes, int offset, int rawLength) throws IOException {
    if (frames.position() == 0) {
      Decoding.refuseUtf16(bytes, offset, rawLength, range.file());
    }
    int length = Frames.withoutEnd(bytes, offset, rawLength);
    if (length == 0) {
      record.skip(SkipReason.EMPTY_LINE, "");
    } else {
      parseLine(bytes, offset, length);
    }
  }

  /** Parses a line that is not empty, without its end. */
  protected void parseLine(byte[] bytes, int offset, int length) throws IOException {
    if (charset.equals(StandardCharsets.UTF_8.name())) {
      parse(bytes, offset, length);
    } else {
      decode(charset, bytes, offset, length);
    }
  }

  /** Decodes bytes to UTF-8 and parses them; see {@link Decoding#utf8}. */
  protected final void decode(String from, byte[] bytes, int offset, int length)
      throws IOException {
    byte[] decoded = Decoding.utf8(from, bytes, offset, length, record);
    if (decoded == null) {
      parse(bytes, offset, length);
    } else {
      parse(decoded, 0, decoded.length);
    }
  }

  /** Parses the UTF-8 of a record: sets its id and text, or sets it aside. */
  protected abstract void parse(byte[] bytes, int offset, int length) throws IOException;

  /** Returns how the whole file is compressed; null if it is not. */
  protected Compression compression() {
    return settings.compressions().of(range.name());
  }

  /** Returns whether the bytes of the file are compressed. */
  protected final boolean isCompressed() {
    // An empty file with a codec's name is an empty file; the codec would miss its header.
    return compression() != null && range.length() > 0;
  }

  /** Opens the decompressed content of the file at the byte before the range. */
  protected final InputStream decompressed(Path file) throws IOException {
    FSDataInputStream raw = SourceStream.open(settings.fileSystems(), file, range.length());
    in = raw;
    if (range.start() > 1) {
      raw.seek(range.start() - 1);
    }
    in = isCompressed() ? compression().decompress(raw) : raw;
    return in;
  }

  /**
   * Returns the number of the record: 1 for the first of the file (or of the range, while the
   * corpus is being ingested).
   */
  protected final long number() {
    return range.firstLine() + count;
  }

  @Override
  public final boolean next() throws IOException {
    try {
      if (!frames.next()) {
        return false;
      }
      count++;
      record.start(frames.position());
      if (frames.tooLong()) {
        skipTooLong();
      } else {
        parseEncoded(frames.bytes(), frames.offset(), frames.rawLength());
      }
      return true;
    } catch (ZstdIOException e) {
      throw refusal(e);
    }
  }

  /** Returns the exception for zstd data that is damaged or needs too large a window. */
  private IOException refusal(ZstdIOException e) {
    return e.getErrorCode() != Zstd.errFrameParameterWindowTooLarge()
        ? e
        : new UnsupportedSourceException(
            range.file()
                + ": its zstd window is larger than "
                + Keys.MAX_ZSTD_WINDOW_BYTES
                + " allows; raise that key, up to 2147483648 (for zstd --long=31); a task needs as"
                + " much memory beside its heap",
            e);
  }

  /** Sets the record aside because it is longer than the limit. */
  protected final void skipTooLong() {
    record.skip(limit.reason(), limit.detail());
  }

  @Override
  public final long lines() {
    return count;
  }

  /** Copies the record with its end. At most one call per record. */
  protected final void copyTo(OutputStream out) throws IOException {
    frames.copyTo(out);
  }

  @Override
  public final RecordFile create(Path file) throws IOException {
    return new Copies(newFile(file));
  }

  /** Makes a file, compressed as the reader's is, that begins with what precedes its records. */
  protected final OutputStream newFile(Path file) throws IOException {
    FileSystem found = settings.fileSystems().of(file);
    // A collection of documents has no files of checksums beside them.
    FileSystem fs = found instanceof ChecksumFileSystem local ? local.getRawFileSystem() : found;
    OutputStream raw = fs.create(file, false, settings.fileSystems().buffer(range.length()));
    OutputStream out =
        compression() == null ? raw : new BufferedOutputStream(compression().compress(raw), BUFFER);
    out.write(frames.head());
    return out;
  }

  /** Writes records to a file. */
  protected static class Copies implements RecordFile {
    protected final OutputStream out;

    protected Copies(OutputStream out) {
      this.out = out;
    }

    @Override
    public void append(RangeReader reader) throws IOException {
      ((ByteRangeReader) reader).copyTo(out);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }

  @Override
  public final void close() throws IOException {
    if (frames != null) {
      frames.close();
    } else if (in != null) {
      in.close();
    }
  }
}
