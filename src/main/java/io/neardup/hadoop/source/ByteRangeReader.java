package io.neardup.hadoop.source;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.Path;

/** Reads records that are stretches of bytes. */
final class ByteRangeReader extends FileRangeReader implements RawRangeReader {

  private final Frames frames;
  private final RecordParser parser;
  private final RecordLimit limit;
  private final ByteRecordFile.Maker files;
  private long count;

  /**
   * @param limit what is said of records over the length that the frames hold
   * @param files makes files of the same compression
   */
  ByteRangeReader(
      Frames frames,
      RecordParser parser,
      RecordLimit limit,
      CorpusRange range,
      ByteRecordFile.Maker files) {
    super(range);
    this.frames = frames;
    this.parser = parser;
    this.limit = limit;
    this.files = files;
  }

  @Override
  public boolean next() throws IOException {
    if (!frames.next()) {
      return false;
    }
    count++;
    record.start(frames.position());
    if (frames.tooLong()) {
      limit.skip(record);
    } else {
      parser.parse(
          frames.bytes(), frames.offset(), frames.rawLength(), range.firstLine() + count, record);
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
    return files.create(file, head());
  }

  @Override
  public AnnotatedFile createAnnotated(Path file) throws IOException {
    return files.createAnnotated(file, head());
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
