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
    if (frames.position() == 0 && format.hasLines()) {
      Decoding.refuseUtf16(frames.bytes(), frames.offset(), frames.rawLength(), range.file());
    }
    record.start(frames.position());
    if (frames.tooLong()) {
      format.limit().skip(record);
    } else {
      parser.parse(
          frames.bytes(), frames.offset(), frames.rawLength(), range.firstLine() + count, record);
    }
    return true;
  }

  @Override
  public boolean hasAddresses() {
    return frames.isSeekable();
  }

  @Override
  public void moveTo(long address, long number) throws IOException {
    frames.moveTo(address);
    count = number - 1 - range.firstLine();
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
  public long number() {
    return range.firstLine() + count;
  }

  @Override
  public byte[] head() {
    return frames.head();
  }

  @Override
  public boolean tooLong() {
    return frames.tooLong();
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    frames.copyTo(out);
  }

  @Override
  public RecordFile create(Path file) throws IOException {
    return format.create(file, range.name(), head(), range.length());
  }

  @Override
  public AnnotatedFile createAnnotated(Path file) throws IOException {
    return format.createAnnotated(file, range.name(), head());
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
