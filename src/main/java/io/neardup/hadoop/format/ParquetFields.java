package io.neardup.hadoop.format;

import io.neardup.hadoop.format.FieldType.Kind;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/** Finds the fields of a document in Parquet rows of one schema. */
final class ParquetFields {

  private static final Set<LogicalTypeAnnotation> STRINGS =
      Set.of(
          LogicalTypeAnnotation.stringType(),
          LogicalTypeAnnotation.enumType(),
          LogicalTypeAnnotation.jsonType());

  private final Map<String, FieldType> types = new LinkedHashMap<>();
  private final ColumnDescriptor[] columns; // null where there are no values
  private final FieldValue[] values;

  /**
   * @param names the names of the wanted fields; a dot may also be part of a column's name
   * @param values receive their values
   */
  ParquetFields(MessageType schema, List<String> names, FieldValue[] values) {
    this.columns = new ColumnDescriptor[values.length];
    this.values = values;
    for (ColumnDescriptor column : schema.getColumns()) {
      String name = "";
      for (String part : column.getPath()) {
        name += name.isEmpty() ? part : "." + part;
        types.putIfAbsent(name, new FieldType(Kind.NONE, "a group or list"));
      }
      if (column.getMaxRepetitionLevel() == 0) {
        types.put(name, type(column.getPrimitiveType()));
      }
      for (int i = 0; i < columns.length; i++) {
        if (names.get(i).equals(name)) {
          columns[i] = types.get(name).fits(i) ? column : null;
        }
      }
    }
  }

  private static FieldType type(PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    boolean plain = annotation == null;
    Kind kind =
        switch (type.getPrimitiveTypeName()) {
          case BINARY -> plain || STRINGS.contains(annotation) ? Kind.STRING : Kind.NONE;
          case INT32, INT64 ->
              plain || annotation instanceof TimestampLogicalTypeAnnotation ? Kind.ID : Kind.VALUE;
          case BOOLEAN, FLOAT, DOUBLE -> Kind.VALUE;
          case FIXED_LEN_BYTE_ARRAY, INT96 -> Kind.NONE;
        };
    return new FieldType(
        hasText(annotation) ? Kind.ID : kind,
        plain ? type.getPrimitiveTypeName().toString() : annotation.toString());
  }

  /** Returns whether a type's values must be read as Parquet prints them, not as plain numbers. */
  private static boolean hasText(LogicalTypeAnnotation annotation) {
    return annotation instanceof IntLogicalTypeAnnotation
        || annotation instanceof DecimalLogicalTypeAnnotation
        || annotation instanceof UUIDLogicalTypeAnnotation;
  }

  /** Returns the types of the fields. */
  Map<String, FieldType> types() {
    return types;
  }

  /** Sets the values of the wanted fields of a row. */
  void read(Group row) {
    for (int i = 0; i < values.length; i++) {
      Group group = columns[i] == null ? null : innermost(row, columns[i].getPath());
      if (group != null) {
        read(group, columns[i].getPrimitiveType(), i);
      }
    }
  }

  /** Returns the group that holds the value of a column, null if there is none. */
  private static Group innermost(Group row, String[] path) {
    Group group = row;
    for (int i = 0; group.getFieldRepetitionCount(path[i]) > 0; i++) {
      if (i == path.length - 1) {
        return group;
      }
      group = group.getGroup(path[i], 0);
    }
    return null;
  }

  private void read(Group group, PrimitiveType type, int field) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    String name = type.getName();
    if (hasText(annotation)) {
      String text =
          switch (type.getPrimitiveTypeName()) {
            case INT32 -> type.stringifier().stringify(group.getInteger(name, 0));
            case INT64 -> type.stringifier().stringify(group.getLong(name, 0));
            default -> type.stringifier().stringify(group.getBinary(name, 0));
          };
      boolean decimal = annotation instanceof DecimalLogicalTypeAnnotation;
      values[field].set(decimal ? new BigDecimal(text).toPlainString() : text);
    } else if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY) {
      byte[] bytes = group.getBinary(name, 0).getBytesUnsafe();
      values[field].set(bytes, 0, bytes.length);
    } else if (annotation instanceof TimestampLogicalTypeAnnotation time
        && field == DocumentFields.ID) {
      ChronoUnit unit = ChronoUnit.valueOf(time.getUnit().name());
      values[field].set(FieldValue.time(group.getLong(name, 0), unit, time.isAdjustedToUTC()));
    } else {
      values[field].set(group.getValueToString(group.getType().getFieldIndex(name), 0));
    }
  }
}
