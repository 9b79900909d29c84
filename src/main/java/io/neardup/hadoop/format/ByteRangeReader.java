package io.neardup.hadoop.format;

import io.neardup.hadoop.format.compression.WindowTooLargeException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Reads records that are stretches of bytes. */
final class ByteRangeReader extends FileRangeReader implements RawRangeReader {

  private final ByteFormat format;
  private final Frames frames;
  private final RecordParser parser;
  private long count;

  ByteRangeReader(ByteFormat format, Frames frames, RecordParser parser, CorpusRange range) {
    super(range);
    this.format = format;
    this.frames = frames;
    this.parser = parser;
  }

  @Override
  public boolean next() throws IOException {
    try {
      return nextRecord();
    } catch (WindowTooLargeException e) {
      throw UnsupportedSourceException.of(range.file(), e);
    }
  }

  private boolean nextRecord() throws IOException {
    if (!frames.next()) {
      return false;
    }
    count++;
    byte[] bytes = frames.bytes();
    int offset = frames.offset();
    int length = frames.rawLength();
    record.start(frames.position());
    if (format.hasLines()) {
      if (frames.position() == 0) {
        Decoding.refuseUtf16(bytes, offset, length, range.file());
      }
      length = Frames.withoutEnd(bytes, offset, length);
    }
    if (frames.tooLong()) {
      format.limit().skip(record);
    } else if (length == 0 && format.hasLines()) {
      record.skip(SkipReason.EMPTY_LINE, "");
    } else {
      parser.parse(bytes, offset, length, range.firstLine() + count, record);
    }
    return true;
  }

  @Override
  public List<String> fieldNames() throws IOException {
    return parser.fieldNames(frames.bytes(), frames.offset(), frames.rawLength());
  }

  @Override
  public long lines() {
    return count;
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    frames.copyTo(out);
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    return format.create(file, range.name(), frames.head(), range.length());
  }

  @Override
  public AnnotatedFile createAnnotated(Path file) throws IOException {
    return format.createAnnotated(file, range.name(), frames.head());
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
