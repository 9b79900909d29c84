package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.config.Quantity;
import io.neardup.hadoop.format.Compressions.Compression;
import io.neardup.hadoop.output.NewFile;
import io.neardup.text.Utf8;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads records that are sequences of bytes of a file, and copies them byte for byte. They are the
 * lines that begin in the range, unless a subclass finds others. A line ends with LF; one CR before
 * it does not belong to the line. The last line needs no LF.
 *
 * <p>The window, the part of the file in memory, begins with the current record, or with the first
 * bytes of a record that is too long. The other bytes of such a record are read when it is copied
 * or skipped; a line is skipped only up to the end of the range.
 */
abstract class ByteRangeReader extends RangeReader {

  /** Discards the bytes of records that are not copied. */
  static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  private static final int CHUNK = 1 << 16;
  private static final int KEPT = 1 << 20;

  /**
   * The longest record that is held, in bytes without its end, and why a longer one is set aside.
   */
  record Limit(int bytes, SkipReason reason, Supplier<String> detail) {}

  final FormatSettings settings;
  final Limit limit;

  /** The setting {@code neardup.ingest.charset}. */
  final String charset;

  /** What precedes the first record of the file: a byte order mark, a header; may be empty. */
  byte[] head = new byte[0];

  /** Holds the window. */
  byte[] bytes;

  /** Where the window begins. */
  int start;

  /** How many bytes at the beginning of the window belong to the current record. */
  int held;

  /** Whether the current record is too long to be held. */
  boolean tooLong;

  /** The byte of the (decompressed) file at which the current record begins. */
  long position;

  /** The decompressed file, from the byte before the range. */
  InputStream in;

  private int windowEnd; // in the bytes
  private long windowPosition; // in the file
  private long end = Long.MAX_VALUE; // of the range
  private boolean passing; // the end of an oversized line is not found yet
  private boolean endOfStream;
  private IOException damage; // of the file; null before it is found
  private long count;

  ByteRangeReader(FormatSettings settings, CorpusRange range, Limit limit) {
    super(range);
    this.settings = settings;
    this.limit = limit;
    this.charset = settings.settings.get(Keys.CHARSET);
    this.bytes = new byte[SourceStream.buffer(range.length())];
  }

  /** Reads lines, or records limited like these; a longer one than given cannot hold a document. */
  ByteRangeReader(FormatSettings settings, CorpusRange range, int longestWithDocument) {
    this(settings, range, lineLimit(settings, longestWithDocument));
  }

  private static Limit lineLimit(FormatSettings settings, int longestWithDocument) {
    int maxLine = settings.settings.getInt(Keys.MAX_LINE_BYTES);
    return maxLine < longestWithDocument
        ? new Limit(maxLine, SkipReason.LONG_LINE, () -> "over " + Quantity.of(maxLine, "byte"))
        : new Limit(longestWithDocument, SkipReason.LONG_DOCUMENT, () -> "a line over the limit");
  }

  /** Opens the file, moves to the first record and returns this. */
  final ByteRangeReader open(FileStatus file) throws IOException {
    FSDataInputStream raw = settings.open(file, range.length());
    in = raw;
    try {
      if (range.start() > 1) {
        raw.seek(range.start() - 1);
      }
      if (isCompressed()) {
        in = compression().decompress(raw, range.file());
      }
      findFirst();
      return this;
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Moves to the first record. */
  void findFirst() throws IOException {
    end = isCompressed() ? Long.MAX_VALUE : range.end();
    windowPosition = Math.max(0, range.start() - 1);
    passing = range.start() > 0;
    if (!passing) {
      passHead(fillTo(3) ? Utf8.byteOrderMark(bytes, start, windowEnd) : 0);
      end = Math.max(end, head.length + 1); // the range includes the first line
      requireText();
    }
    passRest(NOWHERE);
  }

  /** Returns how the whole file is compressed; null if it is not. */
  Compression compression() {
    return settings.compressions.of(range.name());
  }

  final boolean isCompressed() {
    // An empty file with a codec's name is an empty file; the codec would miss its header.
    return compression() != null && range.length() > 0;
  }

  // Records

  @Override
  public final boolean next() throws IOException {
    pass(held);
    held = 0;
    passRest(NOWHERE);
    position = windowPosition;
    if (position >= end || !findRecord()) {
      return false;
    }
    count++;
    record.start(position);
    if (tooLong) {
      skipTooLong();
    } else {
      parseEncoded(start, held);
    }
    return true;
  }

  /**
   * Finds the record at the beginning of the window, and sets {@link #held} and {@link #tooLong}.
   * Returns false at the end of the file. IOException also if something else follows the end of a
   * compressed file.
   */
  boolean findRecord() throws IOException {
    if (!fillTo(1)) {
      in.read(); // throws if something follows
      return false;
    }
    scan(0, limit.bytes());
    return true;
  }

  /**
   * Looks for the end of the record at the beginning of the window, which is not empty.
   *
   * @param from where in the window to begin
   * @param longest the longest record that is held, in bytes without its end
   */
  final void scan(int from, int longest) throws IOException {
    tooLong = false;
    int scanned = from;
    int found;
    do {
      found = recordEnd(scanned);
      scanned = available();
    } while (found == 0 && scanned <= longest + 2 && fill()); // CR LF
    if (found == 0) {
      found = earlierEnd();
    }
    passing = found == 0 && scanned > longest + 2;
    held = found > 0 ? found : scanned; // the last line may have no LF
    tooLong = passing || withoutEnd(bytes, start, held) > longest;
  }

  /**
   * Returns where in the window the record ends, 0 if not in the window; continues at an offset.
   */
  int recordEnd(int from) {
    int newline = Utf8.indexOf(bytes, start + from, windowEnd, '\n');
    return newline < windowEnd ? newline + 1 - start : 0;
  }

  /** Returns where to end a record that has no end or is too long; 0 if nowhere. */
  int earlierEnd() {
    return 0;
  }

  /** Reads and writes the bytes of an oversized record that are not held. */
  void passRest(OutputStream out) throws IOException {
    long until = out == NOWHERE ? end : Long.MAX_VALUE;
    while (passing && windowPosition < until && fillTo(1)) {
      int length = recordEnd(0);
      passing = length == 0;
      pass(passing ? available() : length, out);
    }
  }

  /** Returns the length of a line, or another record, without its end: LF or CR LF. */
  static int withoutEnd(byte[] bytes, int offset, int rawLength) {
    int length = rawLength;
    if (length > 0 && bytes[offset + length - 1] == '\n') {
      length--;
    }
    if (length > 0 && bytes[offset + length - 1] == '\r') {
      length--;
    }
    return length;
  }

  final void skipTooLong() {
    record.skip(limit.reason(), limit.detail().get());
  }

  /** Parses a record as it stands in the window: sets its id and text, or sets it aside. */
  void parseEncoded(int offset, int rawLength) throws IOException {
    if (position == 0) {
      Decoding.refuseUtf16(bytes, offset, rawLength, range.file());
    }
    int length = withoutEnd(bytes, offset, rawLength);
    if (length == 0) {
      record.skip(SkipReason.EMPTY_LINE, "");
    } else {
      parseLine(bytes, offset, length);
    }
  }

  /** Parses a line that is not empty, without its end. */
  void parseLine(byte[] line, int offset, int length) throws IOException {
    if (charset.equals(StandardCharsets.UTF_8.name())) {
      parse(line, offset, length);
    } else {
      decode(charset, line, offset, length);
    }
  }

  /** Decodes bytes to UTF-8 and parses them; see {@link Decoding#utf8}. */
  final void decode(String from, byte[] encoded, int offset, int length) throws IOException {
    byte[] decoded = Decoding.utf8(from, encoded, offset, length, record);
    if (decoded == null) {
      parse(encoded, offset, length);
    } else {
      parse(decoded, 0, decoded.length);
    }
  }

  /** Parses the UTF-8 of a record: sets its id and text, or sets it aside. */
  abstract void parse(byte[] utf8, int offset, int length) throws IOException;

  /** Returns the record's number in the file, from 1; while it is ingested, in the range. */
  final long number() {
    return range.firstLine() + count;
  }

  @Override
  public final long lines() {
    return count;
  }

  // Copies

  /** Creates a file, compressed as the reader's is, that begins with what precedes its records. */
  @Override
  public OutputStream create(Path file, boolean annotated) throws IOException {
    if (range.start() > 0) { // the head has not been read yet; it is at most a byte order mark
      byte[] first = new byte[(int) Math.min(3, range.length())];
      ((FSDataInputStream) in).readFully(0, first);
      head = Arrays.copyOf(first, Utf8.byteOrderMark(first, 0, first.length));
    }
    return create(file, head);
  }

  /** Creates a file, compressed as the reader's is, that begins with some bytes. */
  final OutputStream create(Path file, byte[] first) throws IOException {
    // A collection of documents has no files of checksums beside them.
    FileSystem fs = NewFile.unchecked(settings.fileSystem(file));
    OutputStream raw = fs.create(file, false, SourceStream.buffer(range.length()));
    OutputStream out =
        compression() == null ? raw : new BufferedOutputStream(compression().compress(raw), CHUNK);
    out.write(first);
    return out;
  }

  /**
   * Copies the record, however long, with its end, and without an annotation; as far as it can be
   * read: {@link #next} fails if the file is damaged there.
   */
  @Override
  public void copy(Closeable to, Annotation annotation) throws IOException {
    OutputStream out = (OutputStream) to;
    out.write(bytes, start, held);
    if (tooLong) {
      pass(held);
      held = 0;
      try {
        passRest(out);
      } catch (IOException e) {
        if (e != damage) {
          throw e;
        }
      }
    }
  }

  // The window

  /** Moves past the first bytes of the file and makes them its head. */
  final void passHead(int length) {
    head = Arrays.copyOfRange(bytes, start, start + length);
    pass(length);
  }

  /** Checks that the window is text; see {@link BinaryTypes#name}. */
  final void requireText() throws UnsupportedSourceException {
    String type = BinaryTypes.name(bytes, start, available());
    if (type != null) {
      throw new UnsupportedSourceException("%s is not text but %s", range.file(), type);
    }
  }

  final int available() {
    return windowEnd - start;
  }

  /** Reads more of the file into the window; false at its end. */
  final boolean fill() throws IOException {
    if (endOfStream) {
      return false;
    }
    if (start == windowEnd) {
      start = 0;
      windowEnd = 0;
      bytes = bytes.length > KEPT ? new byte[CHUNK] : bytes;
    } else if (windowEnd == bytes.length && start > 0) {
      System.arraycopy(bytes, start, bytes, 0, available());
      windowEnd -= start;
      start = 0;
    }
    if (windowEnd == bytes.length) {
      bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }
    if (damage != null) {
      throw damage;
    }
    int read;
    try {
      read = in.read(bytes, windowEnd, bytes.length - windowEnd);
    } catch (IOException e) {
      throw damaged(e);
    }
    endOfStream = read < 0;
    windowEnd += Math.max(0, read);
    return !endOfStream;
  }

  /** Returns an exception after noting that the file cannot be read on for that reason. */
  final IOException damaged(IOException e) {
    damage = e;
    return e;
  }

  /** Reads on until the window has the given length; returns false if the file ends before. */
  final boolean fillTo(int length) throws IOException {
    while (available() < length) {
      if (!fill()) {
        return false;
      }
    }
    return true;
  }

  /** Moves the beginning of the window forward by some bytes. */
  final void pass(int length) {
    start += length;
    windowPosition += length;
  }

  /** Writes the first bytes of the window and moves its beginning past them. */
  final void pass(int length, OutputStream out) throws IOException {
    out.write(bytes, start, length);
    pass(length);
  }

  @Override
  public final void close() throws IOException {
    in.close();
  }
}
