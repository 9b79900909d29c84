package io.neardup.hadoop.export;

import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * A column of a table.
 *
 * @param name its name
 * @param kind the type of its values
 * @param nullable whether an empty field is null; otherwise it is an error
 * @param field the position, in the line of a row, of the field with its values
 */
record TableColumn(String name, Kind kind, boolean nullable, int field) {

  /** The type of a column's values. */
  enum Kind {
    /** UTF-8: {@code STRING} in Hive and Spark. */
    STRING,
    /** A number from 0 to 2⁶³ − 1: {@code BIGINT}. */
    BIGINT,
    /** A number with decimals: {@code DOUBLE}. */
    DOUBLE
  }

  /** Returns the column of a Parquet schema. */
  Type type() {
    Repetition repetition = nullable ? Repetition.OPTIONAL : Repetition.REQUIRED;
    return switch (kind) {
      case STRING ->
          Types.primitive(PrimitiveTypeName.BINARY, repetition)
              .as(LogicalTypeAnnotation.stringType())
              .named(name);
      case BIGINT -> Types.primitive(PrimitiveTypeName.INT64, repetition).named(name);
      case DOUBLE -> Types.primitive(PrimitiveTypeName.DOUBLE, repetition).named(name);
    };
  }
}
