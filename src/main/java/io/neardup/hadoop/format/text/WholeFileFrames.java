package io.neardup.hadoop.format.text;

import io.neardup.hadoop.format.Frames;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A file as one record. */
final class WholeFileFrames implements Frames {

  private final InputStream in;
  private final int maxLength;
  private byte[] bytes = new byte[0];
  private boolean done;
  private boolean tooLong;

  /**
   * @param in the file's bytes, not decompressed
   * @param maxLength length of the longest file that is held, in bytes
   */
  WholeFileFrames(InputStream in, int maxLength) {
    this.in = in;
    this.maxLength = maxLength;
  }

  @Override
  public boolean next() throws IOException {
    if (done) {
      return false;
    }
    done = true;
    bytes = in.readNBytes(maxLength + 1);
    tooLong = bytes.length > maxLength;
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
