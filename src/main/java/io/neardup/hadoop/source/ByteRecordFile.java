package io.neardup.hadoop.source;

import java.io.BufferedOutputStream;
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
      return new ByteRecordFile(open(file, head));
    }

    /** Makes a file of JSON objects that begins with a head, which may be empty. */
    AnnotatedFile createAnnotated(Path file, byte[] head) throws IOException {
      return new JsonAnnotatedFile(open(file, head));
    }

    private OutputStream open(Path file, byte[] head) throws IOException {
      OutputStream raw = file.getFileSystem(conf).create(file, false);
      OutputStream out =
          compression == null ? raw : new BufferedOutputStream(compression.compress(raw), 1 << 16);
      out.write(head);
      return out;
    }
  }

  private final OutputStream out;

  private ByteRecordFile(OutputStream out) {
    this.out = out;
  }

  @Override
  public void append(RangeReader reader) throws IOException {
    ((RawRangeReader) reader).copyTo(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
