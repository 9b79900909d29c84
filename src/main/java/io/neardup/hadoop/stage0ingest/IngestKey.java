package io.neardup.hadoop.stage0ingest;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.hadoop.table.ColumnPartition;
import java.nio.ByteBuffer;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Partitioner;

/**
 * The keys of the job. They sort byte by byte, as unsigned numbers. Lengths are in parentheses:
 *
 * <pre>
 * range            0 | position of the range in the manifest (8)
 * record set aside 1 | position of the range (8) | number of the record in the range (8)
 * malformed text   2 | position of the range (8) | number of the record in the range (8)
 * id               3 | hash of the id (8) | the id
 * </pre>
 */
final class IngestKey {

  static final byte RANGE = 0;
  static final byte SKIPPED = 1;
  static final byte MALFORMED = 2;
  static final byte ID = 3;

  private static final int ID_OFFSET = 1 + Long.BYTES;

  private IngestKey() {}

  static void setRange(BytesWritable key, long ordinal) {
    key.setSize(1 + Long.BYTES);
    ByteBuffer.wrap(key.getBytes()).put(RANGE).putLong(ordinal);
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

  /**
   * Sends ranges and records set aside to the first reducer, and ids to all reducers by ascending
   * ranges of their hash.
   */
  public static final class KeyPartitioner extends Partitioner<BytesWritable, Text> {
    @Override
    public int getPartition(BytesWritable key, Text value, int parts) {
      return kind(key) == ID ? ColumnPartition.part(idHash(key), parts) : 0;
    }
  }
}
