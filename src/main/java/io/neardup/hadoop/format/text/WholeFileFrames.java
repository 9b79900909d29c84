package io.neardup.hadoop.format.text;

import io.neardup.hadoop.format.Frames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/** A file as one record. */
final class WholeFileFrames implements Frames {

  private final InputStream in;
  private final long length;
  private final int maxLength;
  private byte[] bytes = new byte[0];
  private boolean done;
  private boolean tooLong;

  /**
   * @param in the file's bytes, not decompressed
   * @param length how many bytes these are
   * @param maxLength length of the longest file that is held, in bytes
   */
  WholeFileFrames(InputStream in, long length, int maxLength) {
    this.in = in;
    this.length = length;
    this.maxLength = maxLength;
  }

  @Override
  public boolean next() throws IOException {
    if (done) {
      return false;
    }
    done = true;
    tooLong = length > maxLength;
    // Not one byte more: asking whether there is one costs as much as reading a small file.
    bytes = new byte[tooLong ? maxLength + 1 : (int) length];
    int read = in.readNBytes(bytes, 0, bytes.length);
    if (read < bytes.length) {
      bytes = Arrays.copyOf(bytes, read);
    }
    return true;
  }

  @Override
  public long position() {
    return 0;
  }

  @Override
  public boolean tooLong() {
    return tooLong;
  }

  @Override
  public byte[] bytes() {
    return bytes;
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int rawLength() {
    return tooLong ? 0 : bytes.length;
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    out.write(bytes);
    if (tooLong) {
      in.transferTo(out);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
