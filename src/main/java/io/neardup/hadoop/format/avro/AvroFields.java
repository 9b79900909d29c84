package io.neardup.hadoop.format.avro;

import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldType;
import io.neardup.hadoop.format.FieldValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.avro.Conversions;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Reads the wanted fields of Avro records in their binary encoding. It passes all other values
 * without creating objects, and it ends, whatever the bytes are: Avro's own readers count the nulls
 * of an array one by one, however many it claims to have.
 */
final class AvroFields {

  private static final int MAX_DEPTH = 500;

  /** What is wanted of a value: itself, or fields of it. */
  private record Wanted(Map<String, Wanted> fields, List<Integer> values) {
    Wanted() {
      this(new HashMap<>(), new ArrayList<>());
    }
  }

  private static final Wanted NOTHING = new Wanted();

  private final Schema schema;
  private final Wanted wanted = new Wanted();
  private final FieldValue[] values;
  private int maxNameDepth = 4; // of a schema that may be recursive

  private ByteBuffer block; // which a record is read from

  /**
   * @param names those of the wanted fields
   * @param values to set to their values
   */
  AvroFields(Schema schema, List<String> names, FieldValue[] values) {
    this.schema = schema;
    this.values = values;
    for (int i = 0; i < values.length; i++) {
      Wanted at = wanted;
      List<String> path = List.of(names.get(i).split("\\.", -1));
      maxNameDepth = Math.max(maxNameDepth, path.size());
      for (String name : path) {
        at = at.fields.computeIfAbsent(name, unused -> new Wanted());
      }
      at.values.add(i);
    }
  }

  private static FieldType type(Schema type) {
    LogicalType logical = type.getLogicalType();
    FieldType.Kind kind =
        switch (type.getType()) {
          case STRING -> FieldType.Kind.STRING;
          case INT, LONG -> FieldType.Kind.ID;
          case FLOAT, DOUBLE, BOOLEAN, ENUM -> FieldType.Kind.VALUE;
          default ->
              logical instanceof LogicalTypes.Decimal || logical instanceof LogicalTypes.Uuid
                  ? FieldType.Kind.ID
                  : FieldType.Kind.NONE;
        };
    return new FieldType(kind, logical == null ? type.getType().getName() : logical.getName());
  }

  /** Returns the types of the fields, down to the depth of those wanted at least. */
  Map<String, FieldType> types() {
    Map<String, FieldType> types = new LinkedHashMap<>();
    addTypes(schema, "", 0, types);
    return types;
  }

  private void addTypes(Schema of, String name, int depth, Map<String, FieldType> types) {
    if (of.getType() == Schema.Type.UNION) {
      of.getTypes().forEach(branch -> addTypes(branch, name, depth, types));
      return;
    }
    if (depth > 0) {
      types.merge(name, type(of), FieldType::or);
    }
    if (of.getType() == Schema.Type.RECORD && depth < maxNameDepth) {
      String prefix = depth == 0 ? "" : name + ".";
      of.getFields().forEach(f -> addTypes(f.schema(), prefix + f.name(), depth + 1, types));
    }
  }

  /** Reads a record of a block, which is in an array, and sets the values of the wanted fields. */
  void read(ByteBuffer records) throws IOException {
    block = records.order(ByteOrder.LITTLE_ENDIAN);
    read(schema, wanted, 0);
  }

  private void read(Schema type, Wanted of, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("values nested more than " + MAX_DEPTH + " deep");
    }
    switch (type.getType()) {
      case NULL -> {}
      case UNION -> read(choice(type.getTypes(), readLong()), of, depth + 1);
      case RECORD -> {
        for (Schema.Field field : type.getFields()) {
          read(field.schema(), of.fields.getOrDefault(field.name(), NOTHING), depth + 1);
        }
      }
      case ARRAY -> passItems(type.getElementType(), false, depth + 1);
      case MAP -> passItems(type.getValueType(), true, depth + 1);
      default -> readSingle(type, of.values);
    }
  }

  private void passItems(Schema type, boolean keys, int depth) throws IOException {
    for (long count = readLong(); count != 0; count = readLong()) {
      if (count < 0) {
        pass(readLong()); // the bytes of the items
        continue;
      }
      for (long i = 0; i < count; i++) {
        int before = block.position();
        if (keys) {
          pass(readLong());
        }
        read(type, NOTHING, depth);
        if (block.position() == before) {
          break; // items of no bytes, like nulls, however many
        }
      }
    }
  }

  private void readSingle(Schema type, List<Integer> of) throws IOException {
    long number =
        switch (type.getType()) {
          case BOOLEAN -> block.get();
          case FLOAT -> block.getInt();
          case DOUBLE -> block.getLong();
          case FIXED -> type.getFixedSize();
          default -> readLong();
        };
    int from = block.position();
    switch (type.getType()) {
      case STRING, BYTES, FIXED -> pass(number);
      default -> {}
    }
    int length = block.position() - from;
    for (int field : of) {
      if (type.getType() == Schema.Type.STRING) {
        values[field].set(block.array(), block.arrayOffset() + from, length);
      } else if (type(type).fits(field)) {
        values[field].set(text(type, number, block.slice(from, length), field));
      }
    }
  }

  /** Returns a value that is no string. */
  private static String text(Schema type, long number, ByteBuffer bytes, int field) {
    LogicalType logical = type.getLogicalType();
    return switch (type.getType()) {
      case BOOLEAN -> Boolean.toString(number != 0);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) number));
      case DOUBLE -> Double.toString(Double.longBitsToDouble(number));
      case ENUM -> choice(type.getEnumSymbols(), number);
      case INT, LONG -> {
        // A point in time is text as an id; elsewhere it is a number that sorts.
        if (field != DocumentFields.ID || !type(type).name().contains("timestamp-")) {
          yield Long.toString(number);
        }
        String name = logical.getName();
        String unit = name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT);
        yield FieldValue.time(number, ChronoUnit.valueOf(unit), !name.startsWith("local-"));
      }
      default ->
          logical instanceof LogicalTypes.Decimal
              ? new Conversions.DecimalConversion().fromBytes(bytes, type, logical).toPlainString()
              : new UUID(bytes.getLong(), bytes.getLong()).toString();
    };
  }

  private static <T> T choice(List<T> of, long position) {
    return of.get(Math.toIntExact(position));
  }

  /** Reads an int, a long, or a position in a list. */
  private long readLong() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte b = block.get();
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value >>> 1 ^ -(value & 1);
      }
    }
    throw new IOException("a number of more than ten bytes");
  }

  private void pass(long count) {
    Objects.checkFromIndexSize(0, count, (long) block.remaining());
    block.position(block.position() + (int) count);
  }
}
