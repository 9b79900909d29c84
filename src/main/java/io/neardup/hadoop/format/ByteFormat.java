package io.neardup.hadoop.format;

import io.neardup.config.Keys;
import io.neardup.hadoop.format.compression.Compression;
import io.neardup.hadoop.format.compression.WindowTooLargeException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A format in which a record is a sequence of bytes of the file. Records are copied byte for byte.
 */
public abstract class ByteFormat implements FileFormat {

  private static final int BUFFER = 1 << 16;

  /** What all formats need to know. */
  protected final FormatSettings settings;

  /** Takes the settings of a batch. */
  protected ByteFormat(FormatSettings settings) {
    this.settings = settings;
  }

  /** Returns the longest record that is held. */
  public abstract RecordLimit limit();

  /** Cuts the bytes of a range into records. */
  protected abstract Frames frames(Path file, CorpusRange range) throws IOException;

  /**
   * Returns the parser that makes documents of the records of a source.
   *
   * @param head the bytes before its first record
   * @throws MissingFieldException if the head lacks a field that the configuration names
   * @throws UnsupportedSourceException if it is UTF-16
   */
  public abstract RecordParser parser(String sourceName, byte[] head) throws IOException;

  /** Returns a parser of records in the charset of the sources, given one of UTF-8. */
  protected final RecordParser decoding(RecordParser parser) {
    String charset = settings.settings().get(Keys.CHARSET);
    return Decoding.isUtf8(charset) ? parser : new Decoding(charset, parser);
  }

  /** Returns whether records end as lines do; their parser gets them without their ends. */
  protected boolean hasLines() {
    return false;
  }

  /** Returns how a whole file of a name is compressed; null if it is not. */
  protected Compression compression(String sourceName) {
    return settings.compressions().of(sourceName);
  }

  @Override
  public final RangeReader open(Path file, CorpusRange range) throws IOException {
    Frames frames;
    try {
      frames = frames(file, range);
    } catch (WindowTooLargeException e) {
      throw UnsupportedSourceException.of(range.file(), e);
    }
    try {
      return new ByteRangeReader(this, frames, parser(range.name(), frames.head()), range);
    } catch (IOException | RuntimeException e) {
      frames.close();
      throw e;
    }
  }

  /** Returns whether the bytes of a range are those of a compressed file. */
  protected final boolean isCompressed(CorpusRange range) {
    // An empty file with a codec's name is an empty file; the codec would miss its header.
    return compression(range.name()) != null && range.length() > 0;
  }

  /** Returns the decompressed content of the file of a range, from its first byte. */
  protected final InputStream decompressed(Path file, CorpusRange range) throws IOException {
    InputStream in = SourceStream.open(settings.fileSystems(), file, range.length());
    try {
      return isCompressed(range) ? compression(range.name()).decompress(in) : in;
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * Creates a file for the records of a source, with the compression of the source.
   *
   * @param head the bytes that the file begins with; may be empty
   * @param maxLength about how many bytes will be written at most
   * @throws IOException if it exists
   */
  final RecordFile create(Path file, String sourceName, byte[] head, long maxLength)
      throws IOException {
    return new ByteRecordFile(newFile(file, sourceName, head, maxLength));
  }

  /**
   * Creates a file for the records of a source with further fields.
   *
   * @throws UnsupportedOperationException if the records of the format have no fields to add to
   */
  public AnnotatedFile createAnnotated(Path file, String sourceName, byte[] head)
      throws IOException {
    throw new UnsupportedOperationException("these records have no fields to add to");
  }

  /** Makes a file, compressed as a source is, that begins with a head. */
  protected final OutputStream newFile(Path file, String sourceName, byte[] head)
      throws IOException {
    return newFile(file, sourceName, head, Long.MAX_VALUE);
  }

  private OutputStream newFile(Path file, String sourceName, byte[] head, long maxLength)
      throws IOException {
    Compression compression = compression(sourceName);
    FileSystem found = settings.fileSystems().of(file);
    // A collection of documents has no files of checksums beside them.
    FileSystem fs = found instanceof ChecksumFileSystem local ? local.getRawFileSystem() : found;
    OutputStream raw =
        fs.create(
            file,
            false,
            settings.fileSystems().buffer(maxLength),
            fs.getDefaultReplication(file),
            fs.getDefaultBlockSize(file));
    OutputStream out =
        compression == null ? raw : new BufferedOutputStream(compression.compress(raw), BUFFER);
    out.write(head);
    return out;
  }
}
