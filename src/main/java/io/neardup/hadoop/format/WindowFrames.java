package io.neardup.hadoop.format;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Cuts a stream into records. The window begins with the current record: with all of it or, if it
 * is too long to be held, with its first bytes. The other bytes of such a record are read when it
 * is copied or skipped.
 */
public abstract class WindowFrames implements Frames {

  private static final OutputStream NOWHERE = OutputStream.nullOutputStream();

  /** What is read of the stream, from the current record on. */
  protected final ByteWindow window;

  /** The longest record that is held, in bytes. */
  protected final int maxLength;

  /** How many bytes at the beginning of the window belong to the current record. */
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
   * Finds the record at the beginning of the window and sets {@link #held} and {@link #tooLong}.
   * Returns false at the end of the stream.
   */
  protected abstract boolean findRecord() throws IOException;

  /**
   * Reads the bytes of a record that is too long, from the first that is not held, and writes them.
   */
  protected abstract void passRest(OutputStream out) throws IOException;

  /** Writes the bytes that are held and moves the window behind them. */
  protected final void passHeld(OutputStream out) throws IOException {
    window.pass(held, out);
    held = 0;
  }

  @Override
  public boolean next() throws IOException {
    passHeld(NOWHERE);
    passRest(NOWHERE);
    if (!window.fillTo(1)) {
      window.requireEnd();
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
