package io.neardup.hadoop.source;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Takes records that are stretches of bytes into a file, compressed as the source is. */
final class ByteRecordFile implements RecordFile {

  /**
   * Makes such files.
   *
   * @param compression of the source, null if its bytes are taken as they are
   */
  record Maker(Configuration conf, Compression compression) {

    /** Makes a file that begins with a head, which may be empty. */
    RecordFile create(Path file, byte[] head) throws IOException {
      OutputStream raw = file.getFileSystem(conf).create(file, false);
      ByteRecordFile made = new ByteRecordFile(raw, compression);
      if (head.length > 0) {
        made.out().write(head);
      }
      return made;
    }
  }

  private final OutputStream raw;
  private final Compression compression;
  private OutputStream out;

  private ByteRecordFile(OutputStream raw, Compression compression) {
    this.raw = raw;
    this.compression = compression;
  }

  /** Returns the stream, with compression begun only now: a file of no records has no bytes. */
  private OutputStream out() throws IOException {
    if (out == null) {
      out = compression == null ? raw : compression.compress(raw);
    }
    return out;
  }

  @Override
  public void append(RangeReader reader) throws IOException {
    ((RawRangeReader) reader).copyTo(out());
  }

  @Override
  public void close() throws IOException {
    if (out == null) {
      raw.close();
    } else {
      out.close();
    }
  }
}
