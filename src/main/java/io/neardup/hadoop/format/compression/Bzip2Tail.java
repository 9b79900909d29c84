package io.neardup.hadoop.format.compression;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * Remembers the last bytes of a bzip2 file, to check whether it is complete. A complete file ends
 * with a mark, a checksum and up to seven bits. Hadoop's codec does not notice a file that is
 * truncated between two blocks, and takes a read error for the end of the file.
 */
final class Bzip2Tail extends FilterInputStream {

  private static final BigInteger MARK = BigInteger.valueOf(0x177245385090L);
  private static final int MARK_BITS = 48;
  private static final int CHECKSUM_BITS = 32;
  private static final int LONGEST = 11;

  private byte[] last = new byte[0];
  private IOException failure;

  Bzip2Tail(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      read = super.read(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
    if (read > 0) {
      int kept = Math.min(last.length, Math.max(0, LONGEST - read));
      int taken = Math.min(read, LONGEST);
      byte[] tail = Arrays.copyOfRange(last, last.length - kept, last.length + taken);
      System.arraycopy(bytes, offset + read - taken, tail, kept, taken);
      last = tail;
    }
    return read;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  /**
   * Checks that the file, which was read to its end, is complete.
   *
   * @throws IOException the exception that was thrown while the file was read, if there was one; or
   *     if the file is truncated
   */
  void requireEnd() throws IOException {
    if (failure != null) {
      throw failure;
    }
    BigInteger bits = new BigInteger(1, last);
    BigInteger mask = BigInteger.ONE.shiftLeft(MARK_BITS).subtract(BigInteger.ONE);
    for (int padding = 0; padding < 8; padding++) {
      if (bits.shiftRight(padding + CHECKSUM_BITS).and(mask).equals(MARK)) {
        return;
      }
    }
    throw new EOFException("the bzip2 file is cut off");
  }
}
