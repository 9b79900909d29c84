package io.neardup.hadoop.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Cuts a stream into records that lie at the beginning of a window while they are the current one.
 * Of a record that is too long, that is its first bytes; the others are read when it is let go of.
 */
abstract class WindowFrames implements Frames {

  /** What is read of the stream, from the current record on. */
  protected final ByteWindow window;

  /** The longest record that is held, in bytes. */
  protected final int maxLength;

  /** How many bytes at the beginning of the window are of the current record. */
  protected int taken;

  /** Whether the current record is longer than is held. */
  protected boolean tooLong;

  private long position;

  WindowFrames(InputStream in, int maxLength) {
    this.window = new ByteWindow(in);
    this.maxLength = maxLength;
  }

  /**
   * Finds the end of the record that begins where the window does, and sets {@link #taken} and
   * {@link #tooLong}; false if what is there is no record but the end.
   */
  protected abstract boolean cut() throws IOException;

  /** Lets go of what follows the bytes that were taken of a record that is too long. */
  protected abstract void releaseRest(OutputStream outOrNull) throws IOException;

  /** Lets go of the bytes that were taken, and writes them if there is where to. */
  protected final void releaseTaken(OutputStream outOrNull) throws IOException {
    window.release(taken, outOrNull);
    taken = 0;
  }

  private void release(OutputStream outOrNull) throws IOException {
    releaseTaken(outOrNull);
    releaseRest(outOrNull);
  }

  @Override
  public final boolean next() throws IOException {
    release(null);
    if (!window.fillTo(1)) {
      return false;
    }
    position = window.position();
    return cut();
  }

  @Override
  public final long position() {
    return position;
  }

  @Override
  public final boolean tooLong() {
    return tooLong;
  }

  @Override
  public final byte[] bytes() {
    return window.bytes();
  }

  @Override
  public final int offset() {
    return window.start();
  }

  @Override
  public final int rawLength() {
    return tooLong ? 0 : taken;
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    if (tooLong) {
      release(out);
    } else {
      out.write(bytes(), offset(), taken);
    }
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
