package io.neardup.hadoop.format.avro;

import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.FieldValue;
import io.neardup.hadoop.format.MissingFieldException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/** Finds the fields of a document in Avro records of one schema. */
final class AvroFields {

  private static final Set<Schema.Type> TEXTS = EnumSet.of(Schema.Type.STRING);
  private static final Set<Schema.Type> IDS =
      EnumSet.of(
          Schema.Type.STRING,
          Schema.Type.INT,
          Schema.Type.LONG,
          Schema.Type.FLOAT,
          Schema.Type.DOUBLE);

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
   * @throws MissingFieldException if the schema has no field for the id or none for the text
   */
  AvroFields(Schema schema, DocumentFields fields, String file) throws MissingFieldException {
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
        problem(fields.id(), IDS, "string or number"),
        problem(fields.text(), TEXTS, "string"),
        names(),
        "");
  }

  /** Returns the types that a field may have; empty if there is no such field. */
  private Set<Schema.Type> types(String field) {
    Set<Schema.Type> found = EnumSet.noneOf(Schema.Type.class);
    find(schema, field.split("\\.", -1), 0, found);
    return found;
  }

  /** See {@link io.neardup.hadoop.format.RangeReader#typeProblem}. */
  String typeProblem(String field) {
    Set<Schema.Type> types = types(field);
    return types.isEmpty()
        ? "is missing"
        : Collections.disjoint(types, VALUES) ? "has the type " + types : null;
  }

  /** Returns what a field should be and is not: empty if there is none, null if it is. */
  private String problem(String field, Set<Schema.Type> wantedTypes, String what) {
    Set<Schema.Type> types = types(field);
    return types.isEmpty() ? "" : Collections.disjoint(types, wantedTypes) ? what : null;
  }

  /** Returns the names of the schema's fields, those of nested ones from the outermost. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    names(schema, "", 0, names);
    return names;
  }

  /** Gathers the types that the value at the end of a path may have. */
  private static void find(Schema schema, String[] path, int next, Set<Schema.Type> found) {
    if (schema.getType() == Schema.Type.UNION) {
      schema.getTypes().forEach(branch -> find(branch, path, next, found));
    } else if (next == path.length) {
      found.add(schema.getType());
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
      case INT, LONG -> set(of, type, Long.toString(in.readLong()));
      case FLOAT ->
          set(of, type, Float.toString(Float.intBitsToFloat((int) in.readFixed(Float.BYTES))));
      case DOUBLE ->
          set(of, type, Double.toString(Double.longBitsToDouble(in.readFixed(Double.BYTES))));
      case BOOLEAN -> set(of, type, Boolean.toString(in.readByte() != 0));
      case ENUM -> set(of, type, symbol(type, in.readLong()));
      default -> in.skip(type, depth);
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
      boolean fits =
          switch (i) {
            case DocumentFields.ID -> IDS.contains(type.getType());
            case DocumentFields.TEXT -> TEXTS.contains(type.getType());
            default -> true;
          };
      if (fits) {
        values[i].set(value);
      }
    }
  }
}
