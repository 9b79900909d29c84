package io.neardup.hadoop.format.avro;

import java.io.EOFException;
import java.io.IOException;
import org.apache.avro.file.SeekableInput;
import org.apache.hadoop.fs.FSDataInputStream;

/**
 * A file for Avro's reader. It buffers bytes before and after its position, so that small moves
 * need no seek in the file.
 */
final class AvroInput implements SeekableInput {

  private static final int BUFFER = 1 << 16;
  // As much as Avro's decoder may have read ahead, and more.
  private static final int KEPT = 1 << 14;

  private final FSDataInputStream in;
  private final long length;
  private final byte[] buffer = new byte[BUFFER];
  private long bufferStart;
  private int buffered;
  private long position;

  /**
   * @param length the file's length in bytes
   */
  AvroInput(FSDataInputStream in, long length) {
    this.in = in;
    this.length = length;
  }

  @Override
  public void seek(long newPosition) {
    position = newPosition;
  }

  @Override
  public long tell() {
    return position;
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public int read(byte[] into, int offset, int count) throws IOException {
    if (count == 0) {
      return 0;
    }
    int read;
    if (isBuffered(position) || count < KEPT) {
      if (!isBuffered(position) && !fill(position)) {
        return -1;
      }
      int from = (int) (position - bufferStart);
      read = Math.min(count, buffered - from);
      System.arraycopy(buffer, from, into, offset, read);
    } else {
      seekFile(position);
      read = in.read(into, offset, count);
    }
    if (read > 0) {
      position += read;
    }
    return read;
  }

  /** Reads all bytes of an array from a place in the file, without moving. */
  void look(long at, byte[] into) throws IOException {
    long here = position;
    position = at;
    try {
      for (int done = 0; done < into.length; ) {
        int read = read(into, done, into.length - done);
        if (read < 0) {
          throw new EOFException("the file ends at byte " + length);
        }
        done += read;
      }
    } finally {
      position = here;
    }
  }

  /**
   * Returns the first position from {@code from} to before {@code before} at which a pattern
   * begins; −1 if there is none.
   */
  long find(byte[] pattern, long from, long before) throws IOException {
    long last = Math.min(before, length - pattern.length + 1);
    byte[] window = new byte[BUFFER];
    for (long at = from; at < last; ) {
      int count = (int) Math.min(window.length, last - at + pattern.length - 1);
      byte[] part = count == window.length ? window : new byte[count];
      look(at, part);
      int starts = count - pattern.length + 1;
      for (int i = 0; i < starts; i++) {
        if (startsWith(part, i, pattern)) {
          return at + i;
        }
      }
      at += starts;
    }
    return -1;
  }

  private static boolean startsWith(byte[] bytes, int at, byte[] pattern) {
    for (int i = 0; i < pattern.length; i++) {
      if (bytes[at + i] != pattern[i]) {
        return false;
      }
    }
    return true;
  }

  private boolean isBuffered(long at) {
    return at >= bufferStart && at < bufferStart + buffered;
  }

  private boolean fill(long at) throws IOException {
    if (at >= length) {
      return false;
    }
    int kept = 0;
    if (at == bufferStart + buffered) {
      kept = Math.min(KEPT, buffered);
      System.arraycopy(buffer, buffered - kept, buffer, 0, kept);
    }
    bufferStart = at - kept;
    buffered = kept;
    seekFile(at);
    int read = in.read(buffer, kept, buffer.length - kept);
    if (read <= 0) {
      return false;
    }
    buffered += read;
    return true;
  }

  private void seekFile(long at) throws IOException {
    if (in.getPos() != at) {
      in.seek(at);
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
