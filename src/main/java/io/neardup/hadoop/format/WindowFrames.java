package io.neardup.hadoop.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Cuts a stream into records. The current record lies at the beginning of a window: all of it, or,
 * if it is too long to be held, its first bytes; the others are read when it is copied or left.
 */
public abstract class WindowFrames implements Frames {

  private static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  /** What is read of the stream, from the current record on. */
  protected final ByteWindow window;

  /** The longest record that is held, in bytes. */
  protected final int maxLength;

  /** How many bytes at the beginning of the window are of the current record. */
  protected int held;

  /** Whether the current record is longer than is held. */
  protected boolean tooLong;

  private long position;

  /**
   * @param in what is cut, from its first byte
   * @param maxLength longest record that is held, in bytes
   */
  protected WindowFrames(InputStream in, int maxLength) {
    this.window = new ByteWindow(in);
    this.maxLength = maxLength;
  }

  /**
   * Finds the record that begins where the window does, and sets {@link #held} and {@link
   * #tooLong}; false if what is there is no record but the end.
   */
  protected abstract boolean findRecord() throws IOException;

  /** Reads what follows the bytes that are held of a record that is too long, and writes it. */
  protected abstract void passRest(OutputStream out) throws IOException;

  /** Writes the bytes that are held and moves the window behind them. */
  protected final void passHeld(OutputStream out) throws IOException {
    window.pass(held, out);
    held = 0;
  }

  @Override
  public final boolean next() throws IOException {
    passHeld(NOWHERE);
    passRest(NOWHERE);
    if (!window.fillTo(1)) {
      return false;
    }
    position = window.position();
    return findRecord();
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
    return tooLong ? 0 : held;
  }

  @Override
  public void copyTo(OutputStream out) throws IOException {
    if (tooLong) {
      passHeld(out);
      passRest(out);
    } else {
      out.write(bytes(), offset(), held);
    }
  }

  @Override
  public void close() throws IOException {
    window.close();
  }
}
