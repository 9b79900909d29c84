package io.neardup.text;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A way to cut a text into shingles (<i>Mining of Massive Datasets</i> 3.2).
 *
 * <p>A shingle stands for its UTF-8 bytes, and is represented by their XXH3 hash of 64 bits, seed
 * 0. The hashes are part of the stored format: they depend on the text alone and do not change
 * between versions. Implementations that keep a buffer are not safe for use by several threads.
 */
public interface Shingler {

  /** The hash of a shingle. */
  Hasher64 XXH3 = Hashing.xxh3_64();

  /**
   * Appends the hash of every occurrence of a shingle to {@code out}, in text order, repeats
   * included. Appends nothing if the text has no shingle.
   *
   * @param text holds the text from {@code offset} on, in {@code length} bytes; valid UTF-8,
   *     already normalized (what is appended for invalid UTF-8 is undefined)
   * @throws IndexOutOfBoundsException if {@code text} does not have these bytes
   */
  void shingle(byte[] text, int offset, int length, LongArrayList out);
}
