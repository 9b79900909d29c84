package io.neardup.hadoop.table;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import org.apache.hadoop.io.Text;

/**
 * A checksum of lines in any order: the sum of their hashes (XXH3-64), modulo 2⁶⁴. Sums of parts
 * can be added, so it is the same however the lines are divided. A line that is missing, added or
 * changed gives another sum, but for a chance of 2⁻⁶⁴.
 */
public final class LineChecksum {

  private static final Hasher64 HASHER = Hashing.xxh3_64();

  private long sum;

  /** Adds a line, without its line feed. */
  public void add(Text line) {
    sum += HASHER.hashBytesToLong(line.getBytes(), 0, line.getLength());
  }

  public long sum() {
    return sum;
  }
}
