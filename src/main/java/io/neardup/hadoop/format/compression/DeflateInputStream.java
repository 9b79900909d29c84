package io.neardup.hadoop.format.compression;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Decompresses deflate data. Closing it frees the memory of its inflater, which lies outside of the
 * heap; the JDK's stream does not free that of an inflater it is given.
 */
public class DeflateInputStream extends InflaterInputStream {

  /**
   * @param inflater from now on belongs to the stream
   */
  public DeflateInputStream(InputStream in, Inflater inflater) {
    super(in, inflater);
  }

  /** Takes the length of its buffer too. */
  DeflateInputStream(InputStream in, Inflater inflater, int buffer) {
    super(in, inflater, buffer);
  }

  @Override
  public void close() throws IOException {
    inf.end();
    super.close();
  }
}
