package io.neardup.hadoop.format.avro;

import io.neardup.config.Quantity;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Reads the fields of a document from the Avro records of a block, in their binary encoding. It
 * passes all other values without creating objects, and it ends, whatever the bytes are.
 */
final class AvroFields {

  private static final int MAX_NAME_DEPTH = 4;
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

  private ByteBuffer block; // which a record is read from

  /**
   * @throws UnsupportedSourceException if the schema has no field for the id or none for the text
   */
  AvroFields(Schema schema, DocumentFields fields, String file) throws UnsupportedSourceException {
    this.schema = schema;
    this.values = fields.values();
    List<String> names = fields.wanted();
    for (int i = 0; i < names.size(); i++) {
      Wanted at = wanted;
      for (String name : names.get(i).split("\\.", -1)) {
        at = at.fields.computeIfAbsent(name, unused -> new Wanted());
      }
      at.values.add(i);
    }
    fields.require(
        file,
        problem(fields, DocumentFields.ID, DocumentFields.IDS),
        problem(fields, DocumentFields.TEXT, "string"),
        names(),
        "");
  }

  /** Returns the types that a field may have; empty if there is no such field. */
  private Set<Schema> types(String field) {
    Set<Schema> found = new LinkedHashSet<>();
    find(schema, field.split("\\.", -1), 0, found);
    return found;
  }

  private static void find(Schema schema, String[] path, int next, Set<Schema> found) {
    if (schema.getType() == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> find(branch, path, next, found));
    } else if (next == path.length) {
      found.add(schema);
    } else if (schema.getType() == Schema.Type.RECORD && schema.getField(path[next]) != null) {
      find(schema.getField(path[next]).schema(), path, next + 1, found);
    }
  }

  /** See {@link io.neardup.hadoop.format.RangeReader#typeProblem}. */
  String typeProblem(String field) {
    Set<Schema> types = types(field);
    if (types.isEmpty()) {
      return "is missing";
    }
    return types.stream().anyMatch(AvroFields::isSingle) ? null : "has the type " + names(types);
  }

  /** Returns what a field should be and is not: empty if there is none, null if it is. */
  private String problem(DocumentFields fields, int field, String what) {
    Set<Schema> types = types(fields.wanted(field));
    if (types.isEmpty()) {
      return "";
    }
    return types.stream().anyMatch(type -> fits(field, type))
        ? null
        : what + ", but " + names(types);
  }

  private static String names(Set<Schema> types) {
    return types.stream()
        .map(type -> logicalName(type).isEmpty() ? type.getType().getName() : logicalName(type))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static String logicalName(Schema type) {
    return type.getLogicalType() == null ? "" : type.getLogicalType().getName();
  }

  /** Returns whether a type is that of single values, which are read as text. */
  private static boolean isSingle(Schema type) {
    return switch (type.getType()) {
      case STRING, INT, LONG, FLOAT, DOUBLE, BOOLEAN, ENUM -> true;
      default -> false;
    };
  }

  /** Returns whether a value of a type can be a field's. */
  private static boolean fits(int field, Schema type) {
    Schema.Type plain = type.getType();
    return switch (field) {
      case DocumentFields.TEXT -> plain == Schema.Type.STRING;
      case DocumentFields.ID ->
          plain == Schema.Type.STRING
              || plain == Schema.Type.INT
              || plain == Schema.Type.LONG
              || type.getLogicalType() instanceof LogicalTypes.Decimal
              || isUuid(type);
      default -> true;
    };
  }

  /** Returns whether a value of a type is the 16 bytes of a UUID. */
  private static boolean isUuid(Schema type) {
    return type.getType() == Schema.Type.FIXED
        && type.getLogicalType() instanceof LogicalTypes.Uuid;
  }

  /** Returns the names of the schema's fields, those of nested ones from the outermost. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    names(schema, "", 0, names);
    return names;
  }

  private static void names(Schema schema, String prefix, int depth, List<String> names) {
    if (schema.getType() == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> names(branch, prefix, depth, names));
    } else if (schema.getType() == Schema.Type.RECORD && depth < MAX_NAME_DEPTH) {
      for (Schema.Field field : schema.getFields()) {
        names.add(prefix + field.name());
        names(field.schema(), prefix + field.name() + ".", depth + 1, names);
      }
    }
  }

  /**
   * Reads a record of a block, which is in an array, and returns the values of the wanted fields,
   * in the order in which they were asked for. The result is reused.
   */
  FieldValue[] read(ByteBuffer records) throws IOException {
    for (FieldValue value : values) {
      value.clear();
    }
    block = records.order(ByteOrder.LITTLE_ENDIAN);
    try {
      read(schema, wanted, 0);
    } catch (BufferUnderflowException e) {
      throw new IOException("a record goes beyond the end of its block", e);
    }
    return values;
  }

  private void read(Schema type, Wanted of, int depth) throws IOException {
    if (depth > MAX_DEPTH) {
      throw new IOException("values nested more than " + MAX_DEPTH + " deep");
    }
    switch (type.getType()) {
      case NULL -> {}
      case UNION -> read(choice(type.getTypes(), readLong(), "branch"), of, depth + 1);
      case RECORD -> {
        for (Schema.Field field : type.getFields()) {
          read(field.schema(), of.fields.getOrDefault(field.name(), NOTHING), depth + 1);
        }
      }
      case ARRAY -> passItems(false, type.getElementType(), depth + 1);
      case MAP -> passItems(true, type.getValueType(), depth + 1);
      default -> readSingle(type, of.values);
    }
  }

  private void passItems(boolean keys, Schema items, int depth) throws IOException {
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
        read(items, NOTHING, depth);
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
      } else if (fits(field, type)) {
        String text = text(type, number, block.slice(from, length), field == DocumentFields.ID);
        if (text != null) {
          values[field].set(text);
        }
      }
    }
  }

  /** Returns a value that is no string; null for bytes that are no number and no UUID. */
  private static String text(Schema type, long number, ByteBuffer bytes, boolean id)
      throws IOException {
    return switch (type.getType()) {
      case BOOLEAN -> Boolean.toString(number != 0);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) number));
      case DOUBLE -> Double.toString(Double.longBitsToDouble(number));
      case ENUM -> choice(type.getEnumSymbols(), number, "symbol");
      case INT, LONG -> {
        // A point in time is text as an id; elsewhere it is a number that sorts.
        String name = id ? logicalName(type) : "";
        if (!name.contains("timestamp-")) {
          yield Long.toString(number);
        }
        String unit = name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT);
        yield FieldValue.time(number, ChronoUnit.valueOf(unit), !name.startsWith("local-"));
      }
      default -> {
        if (type.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
          int length = bytes.remaining();
          BigInteger unscaled =
              length == 0
                  ? BigInteger.ZERO
                  : new BigInteger(bytes.array(), bytes.arrayOffset(), length);
          yield new BigDecimal(unscaled, decimal.getScale()).toPlainString();
        }
        yield isUuid(type) ? new UUID(bytes.getLong(), bytes.getLong()).toString() : null;
      }
    };
  }

  private static <T> T choice(List<T> of, long position, String what) throws IOException {
    if (position < 0 || position >= of.size()) {
      throw new IOException(what + " " + position + " of " + of.size());
    }
    return of.get((int) position);
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

  private void pass(long count) throws IOException {
    if (count < 0 || count > block.remaining()) {
      throw new IOException(
          "a value of " + Quantity.of(count, "byte") + " in the " + block.remaining() + " left");
    }
    block.position(block.position() + (int) count);
  }
}
