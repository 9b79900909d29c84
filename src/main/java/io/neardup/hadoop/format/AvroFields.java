package io.neardup.hadoop.format;

import io.neardup.hadoop.format.SchemaReader.Kind;
import io.neardup.hadoop.format.SchemaReader.Type;
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
 * Reads the wanted fields of Avro records from their binary encoding. Skips other values without
 * creating objects, and terminates for any bytes: Avro's own readers count the nulls of an array
 * one by one, however many it claims to have.
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
  private final byte[][] values;
  private int maxNameDepth = 4; // limited: a schema may be recursive

  private ByteBuffer block; // with the current record

  /**
   * @param names the names of the wanted fields
   * @param values receive their values
   */
  AvroFields(Schema schema, List<String> names, byte[][] values) {
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

  private static Type type(Schema type) {
    LogicalType logical = type.getLogicalType();
    Kind kind =
        switch (type.getType()) {
          case STRING -> Kind.STRING;
          case INT, LONG -> Kind.ID;
          case FLOAT, DOUBLE, BOOLEAN, ENUM -> Kind.VALUE;
          default ->
              logical instanceof LogicalTypes.Decimal || logical instanceof LogicalTypes.Uuid
                  ? Kind.ID
                  : Kind.NONE;
        };
    return new Type(kind, logical == null ? type.getType().getName() : logical.getName());
  }

  /** Returns the types of the fields, at least down to the depth of the wanted ones. */
  Map<String, Type> types() {
    Map<String, Type> types = new LinkedHashMap<>();
    addTypes(schema, "", 0, types);
    types.remove("");
    return types;
  }

  private void addTypes(Schema of, String name, int depth, Map<String, Type> types) {
    if (of.getType() == Schema.Type.UNION) {
      of.getTypes().forEach(branch -> addTypes(branch, name, depth, types));
    } else {
      types.merge(name, type(of), Type::or);
    }
    if (of.getType() == Schema.Type.RECORD && depth < maxNameDepth) {
      for (Schema.Field field : of.getFields()) {
        String inner = depth == 0 ? field.name() : name + "." + field.name();
        addTypes(field.schema(), inner, depth + 1, types);
      }
    }
  }

  /**
   * Reads a record of a block and sets the values of the wanted fields. The block is in an array.
   */
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
      case UNION -> read(choice(type.getTypes()), of, depth + 1);
      case RECORD -> {
        for (Schema.Field field : type.getFields()) {
          read(field.schema(), of.fields.getOrDefault(field.name(), NOTHING), depth + 1);
        }
      }
      case ARRAY -> passItems(type.getElementType(), false, depth + 1);
      case MAP -> passItems(type.getValueType(), true, depth + 1);
      default -> {
        Object value = single(type);
        for (int field : of.values) {
          if (type(type).fits(field)) {
            values[field] = value(field, type, value);
          }
        }
      }
    }
  }

  private void passItems(Schema type, boolean keys, int depth) throws IOException {
    for (long count = readLong(); count != 0; count = readLong()) {
      if (count < 0) {
        take(readLong()); // the bytes of the items
        continue;
      }
      for (long i = 0; i < count; i++) {
        int before = block.position();
        if (keys) {
          take(readLong());
        }
        read(type, NOTHING, depth);
        if (block.position() == before) {
          break; // items of no bytes, like nulls, however many
        }
      }
    }
  }

  private Object single(Schema type) throws IOException {
    return switch (type.getType()) {
      case BOOLEAN -> block.get() != 0;
      case FLOAT -> block.getFloat();
      case DOUBLE -> block.getDouble();
      case INT, LONG -> readLong();
      case ENUM -> choice(type.getEnumSymbols());
      case FIXED -> take(type.getFixedSize());
      default -> take(readLong());
    };
  }

  private static byte[] value(int field, Schema type, Object value) {
    LogicalType logical = type.getLogicalType();
    String name = logical == null ? "" : logical.getName();
    if (value instanceof ByteBuffer shared) {
      ByteBuffer bytes = shared.duplicate();
      if (type.getType() == Schema.Type.STRING) {
        byte[] text = new byte[bytes.remaining()];
        bytes.get(text);
        return text;
      }
      return FormatSettings.utf8(
          logical instanceof LogicalTypes.Decimal
              ? new Conversions.DecimalConversion().fromBytes(bytes, type, logical).toPlainString()
              : new UUID(bytes.getLong(), bytes.getLong()).toString());
    }
    if (field == FormatSettings.ID && name.contains("timestamp-")) {
      String unit = name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT);
      return FormatSettings.time(
          (long) value, ChronoUnit.valueOf(unit), !name.startsWith("local-"));
    }
    return FormatSettings.utf8(value.toString());
  }

  private <T> T choice(List<T> of) throws IOException {
    return of.get(Math.toIntExact(readLong()));
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

  private ByteBuffer take(long count) {
    Objects.checkFromIndexSize(0, count, (long) block.remaining());
    ByteBuffer bytes = block.slice(block.position(), (int) count);
    block.position(block.position() + (int) count);
    return bytes;
  }
}
