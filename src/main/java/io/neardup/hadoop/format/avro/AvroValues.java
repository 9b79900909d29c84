package io.neardup.hadoop.format.avro;

import io.neardup.config.Quantity;
import java.io.IOException;
import org.apache.avro.Schema;

/**
 * Skips and reads Avro values in their binary encoding without creating objects. It allocates
 * nothing and ends, whatever the bytes are.
 */
final class AvroValues {

  private static final int DEEPEST = 500;

  private byte[] bytes = new byte[0];
  private int next;
  private int end;

  /** Takes the values that follow each other in an array. */
  void set(byte[] newBytes, int offset, int length) {
    bytes = newBytes;
    next = offset;
    end = offset + length;
  }

  /** Returns the array that holds the values. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns where in the array the next value begins. */
  int position() {
    return next;
  }

  /** Returns whether nothing is left. */
  boolean atEnd() {
    return next == end;
  }

  /** Reads an int, a long, or the position of an enum's symbol. */
  long readLong() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = readByte();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw new IOException("a number of more than ten bytes");
  }

  byte readByte() throws IOException {
    if (next == end) {
      throw new IOException("a record goes beyond the end of its block");
    }
    return bytes[next++];
  }

  /** Reads the number of little-endian bytes given, at most 8. */
  long readFixed(int count) throws IOException {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (readByte() & 0xffL) << (8 * i);
    }
    return value;
  }

  /** Reads the length of a string or of bytes; so many follow. */
  int readLength() throws IOException {
    long length = readLong();
    if (length < 0 || length > end - next) {
      throw new IOException(
          "a value of " + Quantity.of(length, "byte") + " in the " + (end - next) + " left");
    }
    return (int) length;
  }

  /** Reads which branch of a union is there. */
  Schema readBranch(Schema union) throws IOException {
    long branch = readLong();
    if (branch < 0 || branch >= union.getTypes().size()) {
      throw new IOException("branch " + branch + " of a union of " + union.getTypes().size());
    }
    return union.getTypes().get((int) branch);
  }

  /** Goes past so many bytes. */
  void skip(long count) throws IOException {
    if (count < 0 || count > end - next) {
      throw new IOException(
          "a value of " + Quantity.of(count, "byte") + " in the " + (end - next) + " left");
    }
    next += (int) count;
  }

  /** Goes past a value. */
  void skip(Schema schema) throws IOException {
    skip(schema, 0);
  }

  /**
   * Goes past a value.
   *
   * @param depth how deep it lies in others
   */
  void skip(Schema schema, int depth) throws IOException {
    if (depth > DEEPEST) {
      throw new IOException("values nested more than " + DEEPEST + " deep");
    }
    switch (schema.getType()) {
      case NULL -> {}
      case BOOLEAN -> skip(1);
      case INT, LONG, ENUM -> readLong();
      case FLOAT -> skip(Float.BYTES);
      case DOUBLE -> skip(Double.BYTES);
      case FIXED -> skip(schema.getFixedSize());
      case STRING, BYTES -> skip(readLength());
      case UNION -> skip(readBranch(schema), depth + 1);
      case RECORD -> {
        for (Schema.Field field : schema.getFields()) {
          skip(field.schema(), depth + 1);
        }
      }
      case ARRAY -> skipItems(false, schema.getElementType(), depth + 1);
      case MAP -> skipItems(true, schema.getValueType(), depth + 1);
    }
  }

  private void skipItems(boolean keys, Schema items, int depth) throws IOException {
    for (long count = readLong(); count != 0; count = readLong()) {
      if (count < 0) {
        skip(readLong()); // the bytes of the items
        continue;
      }
      for (long i = 0; i < count; i++) {
        int before = next;
        if (keys) {
          skip(readLength());
        }
        skip(items, depth);
        if (next == before) {
          break; // items of no bytes, like nulls, however many
        }
      }
    }
  }
}
