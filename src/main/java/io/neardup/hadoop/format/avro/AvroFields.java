package io.neardup.hadoop.format.avro;

import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** Finds the fields of a document in Avro records of one schema. */
final class AvroFields {

  /** The types of single values, which are read as text. */
  private static final Set<Schema.Type> VALUES =
      EnumSet.of(
          Schema.Type.STRING,
          Schema.Type.INT,
          Schema.Type.LONG,
          Schema.Type.FLOAT,
          Schema.Type.DOUBLE,
          Schema.Type.BOOLEAN,
          Schema.Type.ENUM);

  /** The units of logical types of points in time. */
  private static final Map<String, ChronoUnit> TIME_UNITS =
      Map.of(
          LogicalTypes.timestampMillis().getName(), ChronoUnit.MILLIS,
          LogicalTypes.timestampMicros().getName(), ChronoUnit.MICROS,
          LogicalTypes.timestampNanos().getName(), ChronoUnit.NANOS,
          LogicalTypes.localTimestampMillis().getName(), ChronoUnit.MILLIS,
          LogicalTypes.localTimestampMicros().getName(), ChronoUnit.MICROS,
          LogicalTypes.localTimestampNanos().getName(), ChronoUnit.NANOS);

  private static final int DEEPEST_NAME = 4;

  /** What is wanted of a value: itself, or fields of it. */
  private static final class Wanted {
    private final Map<String, Wanted> fields = new HashMap<>();
    private final List<Integer> values = new ArrayList<>();
  }

  private final Schema schema;
  private final Wanted wanted = new Wanted();
  private final FieldValue[] values;

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

  /** See {@link io.neardup.hadoop.format.RangeReader#typeProblem}. */
  String typeProblem(String field) {
    Set<Schema> types = types(field);
    if (types.isEmpty()) {
      return "is missing";
    }
    boolean single = types.stream().anyMatch(type -> VALUES.contains(type.getType()));
    return single ? null : "has the type " + names(types);
  }

  /** Returns what a field should be and is not: empty if there is none, null if it is. */
  private String problem(DocumentFields fields, int field, String what) {
    Set<Schema> types = types(fields.wanted(field));
    if (types.isEmpty()) {
      return "";
    }
    boolean fits = types.stream().anyMatch(type -> fits(field, type));
    return fits ? null : what + ", but " + names(types);
  }

  private static String names(Set<Schema> types) {
    return types.stream().map(AvroFields::name).distinct().collect(Collectors.joining(" or "));
  }

  private static String name(Schema type) {
    return type.getLogicalType() == null
        ? type.getType().getName()
        : type.getLogicalType().getName();
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
              || isDecimal(type)
              || isUuid(type);
      default -> true;
    };
  }

  private static boolean isDecimal(Schema type) {
    return type.getLogicalType() instanceof LogicalTypes.Decimal;
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

  /** Gathers the types that the value at the end of a path may have. */
  private static void find(Schema schema, String[] path, int next, Set<Schema> found) {
    if (schema.getType() == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> find(branch, path, next, found));
    } else if (next == path.length) {
      found.add(schema);
    } else if (schema.getType() == Schema.Type.RECORD && schema.getField(path[next]) != null) {
      find(schema.getField(path[next]).schema(), path, next + 1, found);
    }
  }

  private static void names(Schema schema, String prefix, int depth, List<String> names) {
    if (schema.getType() == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> names(branch, prefix, depth, names));
    } else if (schema.getType() == Schema.Type.RECORD && depth < DEEPEST_NAME) {
      for (Schema.Field field : schema.getFields()) {
        names.add(prefix + field.name());
        names(field.schema(), prefix + field.name() + ".", depth + 1, names);
      }
    }
  }

  /**
   * Reads a record and returns the values of the wanted fields, in the order in which they were
   * asked for. The result is reused.
   */
  FieldValue[] read(AvroValues in) throws IOException {
    for (FieldValue value : values) {
      value.clear();
    }
    read(schema, wanted, in, 0);
    return values;
  }

  private void read(Schema type, Wanted of, AvroValues in, int depth) throws IOException {
    switch (type.getType()) {
      case UNION -> read(in.readBranch(type), of, in, depth + 1);
      case RECORD -> {
        for (Schema.Field field : type.getFields()) {
          Wanted inner = of.fields.get(field.name());
          if (inner == null) {
            in.skip(field.schema(), depth + 1);
          } else {
            read(field.schema(), inner, in, depth + 1);
          }
        }
      }
      case STRING -> {
        int length = in.readLength();
        for (int value : of.values) {
          values[value].set(in.bytes(), in.position(), length);
        }
        in.skip(length);
      }
      case INT, LONG -> setNumber(of, type, in.readLong());
      case FLOAT ->
          set(of, type, Float.toString(Float.intBitsToFloat((int) in.readFixed(Float.BYTES))));
      case DOUBLE ->
          set(of, type, Double.toString(Double.longBitsToDouble(in.readFixed(Double.BYTES))));
      case BOOLEAN -> set(of, type, Boolean.toString(in.readByte() != 0));
      case ENUM -> set(of, type, symbol(type, in.readLong()));
      case BYTES, FIXED -> {
        int length = type.getType() == Schema.Type.FIXED ? type.getFixedSize() : in.readLength();
        int from = in.position();
        in.skip(length);
        if (!of.values.isEmpty() && isDecimal(type)) {
          int scale = ((LogicalTypes.Decimal) type.getLogicalType()).getScale();
          BigInteger number =
              length == 0 ? BigInteger.ZERO : new BigInteger(in.bytes(), from, length);
          set(of, type, new BigDecimal(number, scale).toPlainString());
        } else if (!of.values.isEmpty() && isUuid(type)) {
          ByteBuffer bytes = ByteBuffer.wrap(in.bytes(), from, length);
          set(of, type, new UUID(bytes.getLong(), bytes.getLong()).toString());
        }
      }
      default -> in.skip(type, depth);
    }
  }

  /** Sets a number; a point in time as an id is text, elsewhere it is a number that sorts. */
  private void setNumber(Wanted of, Schema type, long number) {
    String name = type.getLogicalType() == null ? "" : type.getLogicalType().getName();
    ChronoUnit unit = TIME_UNITS.get(name);
    for (int i : of.values) {
      if (i == DocumentFields.ID && unit != null) {
        values[i].setTime(number, unit, !name.startsWith("local-"));
      } else if (fits(i, type)) {
        values[i].set(Long.toString(number));
      }
    }
  }

  private static String symbol(Schema type, long position) throws IOException {
    if (position < 0 || position >= type.getEnumSymbols().size()) {
      throw new IOException("symbol " + position + " of enum " + type.getName());
    }
    return type.getEnumSymbols().get((int) position);
  }

  private void set(Wanted of, Schema type, String value) {
    for (int i : of.values) {
      if (fits(i, type)) {
        values[i].set(value);
      }
    }
  }
}
