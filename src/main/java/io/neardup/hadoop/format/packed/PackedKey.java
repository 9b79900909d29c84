package io.neardup.hadoop.format.packed;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.WritableUtils;

/**
 * The key of a record in a packed file.
 *
 * <pre>
 * byte   0 a record, 1 the first piece of a record that is too long to be held, 2 a further piece,
 *        3 the rest of a source, which is not read; the value says why
 * vlong  position of the source in the list of sources beside the file, from 0
 * vlong  byte of the (decompressed) source at which the record begins
 * vlong  number of the record in its source, from 1
 * </pre>
 */
final class PackedKey {

  static final byte RECORD = 0;
  static final byte LONG_RECORD = 1;
  static final byte PIECE = 2;
  static final byte DAMAGE = 3;

  private final DataOutputBuffer buffer = new DataOutputBuffer();

  private byte kind;
  private long source;
  private long position;
  private long number;

  void set(byte newKind, long newSource, long newPosition, long newNumber) {
    kind = newKind;
    source = newSource;
    position = newPosition;
    number = newNumber;
  }

  byte kind() {
    return kind;
  }

  long source() {
    return source;
  }

  long position() {
    return position;
  }

  long number() {
    return number;
  }

  void write(BytesWritable key) throws IOException {
    buffer.reset();
    buffer.writeByte(kind);
    WritableUtils.writeVLong(buffer, source);
    WritableUtils.writeVLong(buffer, position);
    WritableUtils.writeVLong(buffer, number);
    key.set(buffer.getData(), 0, buffer.getLength());
  }

  void read(BytesWritable key) throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(key.getBytes(), 0, key.getLength()));
    kind = in.readByte();
    source = WritableUtils.readVLong(in);
    position = WritableUtils.readVLong(in);
    number = WritableUtils.readVLong(in);
  }
}
