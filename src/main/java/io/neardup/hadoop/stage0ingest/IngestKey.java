package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;

/**
 * The keys of the counting job. They sort byte by byte, as unsigned numbers. Lengths are in
 * parentheses:
 *
 * <pre>
 * range            0 | position of the range in the manifest (8)
 * addresses        1 | position of the range (8)
 * record set aside 2 | position of the range (8) | number of the record in the range (8)
 * malformed text   3 | position of the range (8) | number of the record in the range (8)
 * id               4 | hash of the id (8) | the id
 * </pre>
 */
final class IngestKey {

  static final byte RANGE = 0;
  static final byte ADDRESSES = 1;
  static final byte SKIPPED = 2;
  static final byte MALFORMED = 3;
  static final byte ID = 4;

  private static final int ID_OFFSET = 1 + Long.BYTES;

  private IngestKey() {}

  static void setRange(BytesWritable key, long ordinal) {
    set(key, RANGE, ordinal);
  }

  static void setAddresses(BytesWritable key, long ordinal) {
    set(key, ADDRESSES, ordinal);
  }

  private static void set(BytesWritable key, byte kind, long ordinal) {
    key.setSize(1 + Long.BYTES);
    ByteBuffer.wrap(key.getBytes()).put(kind).putLong(ordinal);
  }

  /**
   * Sets the key of a record that is listed.
   *
   * @param kind SKIPPED or MALFORMED
   */
  static void setRecord(BytesWritable key, byte kind, long ordinal, long place) {
    key.setSize(1 + 2 * Long.BYTES);
    ByteBuffer.wrap(key.getBytes()).put(kind).putLong(ordinal).putLong(place);
  }

  static void setId(BytesWritable key, byte[] id, int length) {
    key.setSize(ID_OFFSET + length);
    long hash = Hashing.xxh3_64().hashBytesToLong(id, 0, length);
    ByteBuffer.wrap(key.getBytes()).put(ID).putLong(hash).put(id, 0, length);
  }

  static byte kind(BytesWritable key) {
    return key.getBytes()[0];
  }

  static long ordinal(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes()).getLong(1);
  }

  static long idHash(BytesWritable key) {
    return ByteBuffer.wrap(key.getBytes()).getLong(1);
  }

  static int idOffset() {
    return ID_OFFSET;
  }
}
