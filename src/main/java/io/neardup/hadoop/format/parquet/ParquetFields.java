package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;

/** Finds the fields of a document in Parquet rows of one schema. */
final class ParquetFields {

  private final MessageType schema;
  private final List<List<Integer>> paths = new ArrayList<>(); // null where there is no column
  private final FieldValue[] values;

  /**
   * @throws UnsupportedSourceException if the schema has no column for the id or none for the text
   */
  ParquetFields(MessageType schema, DocumentFields fields, String file)
      throws UnsupportedSourceException {
    this.schema = schema;
    this.values = fields.values();
    for (String name : fields.wanted()) {
      paths.add(path(schema, name));
    }
    Type id = type(DocumentFields.ID);
    Type text = type(DocumentFields.TEXT);
    fields.require(
        file,
        id == null ? "" : isId(id) ? null : DocumentFields.IDS + but(id),
        text == null ? "" : isString(text) ? null : "string" + but(text),
        names(),
        "");
    for (int i = 0; i < values.length; i++) {
      if (paths.get(i) != null && !isSingle(type(i))) {
        paths.set(i, null);
      }
    }
  }

  /** See {@link io.neardup.hadoop.format.RangeReader#typeProblem}. */
  String typeProblem(String field) {
    List<Integer> path = path(schema, field);
    if (path == null) {
      return "is missing";
    }
    Type type = type(path);
    return isSingle(type) ? null : "has the type " + type.toString().replaceAll("\\s+", " ");
  }

  /** Returns the names of the schema's columns, those of nested ones from the outermost. */
  List<String> names() {
    return schema.getPaths().stream().map(path -> String.join(".", path)).toList();
  }

  /** Returns the positions of the fields on the way to a field, null if there is none. */
  private static List<Integer> path(GroupType group, String name) {
    if (group.containsField(name)) {
      return List.of(group.getFieldIndex(name));
    }
    for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      String outer = name.substring(0, dot);
      if (group.containsField(outer) && isSingleGroup(group.getType(outer))) {
        List<Integer> rest = path(group.getType(outer).asGroupType(), name.substring(dot + 1));
        if (rest != null) {
          List<Integer> path = new ArrayList<>(List.of(group.getFieldIndex(outer)));
          path.addAll(rest);
          return path;
        }
      }
    }
    return null;
  }

  private static boolean isSingleGroup(Type type) {
    return !type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED);
  }

  private static boolean isSingle(Type type) {
    return type.isPrimitive() && !type.isRepetition(Type.Repetition.REPEATED);
  }

  /** Returns the type of a wanted field, null if there is no such column. */
  private Type type(int field) {
    return paths.get(field) == null ? null : type(paths.get(field));
  }

  private Type type(List<Integer> path) {
    Type type = schema;
    for (int position : path) {
      type = type.asGroupType().getType(position);
    }
    return type;
  }

  private static boolean isString(Type type) {
    if (!isSingle(type) || primitive(type) != PrimitiveTypeName.BINARY) {
      return false;
    }
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return annotation == null // as older writers have it
        || annotation.equals(LogicalTypeAnnotation.stringType())
        || annotation.equals(LogicalTypeAnnotation.enumType())
        || annotation.equals(LogicalTypeAnnotation.jsonType());
  }

  private static boolean isId(Type type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return isSingle(type)
        && (isString(type)
            || (annotation == null
                && (primitive(type) == PrimitiveTypeName.INT32
                    || primitive(type) == PrimitiveTypeName.INT64))
            || annotation instanceof IntLogicalTypeAnnotation
            || annotation instanceof DecimalLogicalTypeAnnotation
            || annotation instanceof TimestampLogicalTypeAnnotation
            || annotation instanceof UUIDLogicalTypeAnnotation);
  }

  private static String but(Type type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    return ", but "
        + (!isSingle(type) ? "a group or list" : annotation == null ? primitive(type) : annotation);
  }

  private static PrimitiveTypeName primitive(Type type) {
    return type.asPrimitiveType().getPrimitiveTypeName();
  }

  /**
   * Returns the values of a row, in the order in which they were asked for. The result is reused.
   */
  FieldValue[] read(Group row) throws IOException {
    for (int i = 0; i < values.length; i++) {
      values[i].clear();
      if (paths.get(i) != null) {
        read(row, paths.get(i), i == DocumentFields.ID, values[i]);
      }
    }
    return values;
  }

  private static void read(Group row, List<Integer> path, boolean id, FieldValue value)
      throws IOException {
    int position = path.get(0);
    if (row.getFieldRepetitionCount(position) == 0) {
      return;
    }
    if (path.size() > 1) {
      read(row.getGroup(position, 0), path.subList(1, path.size()), id, value);
    } else {
      read(row, position, id, value);
    }
  }

  private static void read(Group group, int position, boolean id, FieldValue value)
      throws IOException {
    PrimitiveType type = group.getType().getType(position).asPrimitiveType();
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    boolean unsigned = annotation instanceof IntLogicalTypeAnnotation number && !number.isSigned();
    if (annotation instanceof DecimalLogicalTypeAnnotation decimal) {
      value.set(new BigDecimal(unscaled(group, position), decimal.getScale()).toPlainString());
      return;
    }
    switch (type.getPrimitiveTypeName()) {
      case BINARY, FIXED_LEN_BYTE_ARRAY -> {
        Binary binary = group.getBinary(position, 0);
        if (isString(type)) {
          byte[] bytes = binary.getBytesUnsafe();
          value.set(bytes, 0, bytes.length);
        } else if (annotation instanceof UUIDLogicalTypeAnnotation) {
          ByteBuffer bytes = binary.toByteBuffer();
          value.set(new UUID(bytes.getLong(), bytes.getLong()).toString());
        }
      }
      case INT32 -> {
        int number = group.getInteger(position, 0);
        value.set(unsigned ? Integer.toUnsignedString(number) : Integer.toString(number));
      }
      case INT64 -> {
        long number = group.getLong(position, 0);
        value.set(
            id && annotation instanceof TimestampLogicalTypeAnnotation time
                ? FieldValue.time(
                    number, ChronoUnit.valueOf(time.getUnit().name()), time.isAdjustedToUTC())
                : unsigned ? Long.toUnsignedString(number) : Long.toString(number));
      }
      case BOOLEAN, FLOAT, DOUBLE -> value.set(group.getValueToString(position, 0));
      case INT96 -> {} // a point in time of old writers: no value
    }
  }

  private static BigInteger unscaled(Group group, int position) throws IOException {
    return switch (group.getType().getType(position).asPrimitiveType().getPrimitiveTypeName()) {
      case INT32 -> BigInteger.valueOf(group.getInteger(position, 0));
      case INT64 -> BigInteger.valueOf(group.getLong(position, 0));
      default -> {
        byte[] bytes = group.getBinary(position, 0).getBytesUnsafe();
        if (bytes.length == 0) {
          throw new IOException(
              "a decimal of no bytes in column " + group.getType().getFieldName(position));
        }
        yield new BigInteger(bytes);
      }
    };
  }
}
