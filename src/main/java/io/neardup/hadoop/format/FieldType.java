package io.neardup.hadoop.format;

import java.util.List;

/**
 * The type of a field in a schema.
 *
 * @param kind what its values can be used for
 * @param name for messages
 */
public record FieldType(Kind kind, String name) {

  /** What values can be used for, the most useful first. */
  public enum Kind {
    /** Strings: for everything. */
    STRING,
    /** Integers, decimals, UUIDs, timestamps: for all but the text. */
    ID,
    /** Other single values: as a further field. */
    VALUE,
    /** Lists, records, bytes: for nothing. */
    NONE
  }

  /**
   * Returns whether a field can have values of this type.
   *
   * @param field the position of the field among those {@link DocumentFields#wanted}
   */
  public boolean fits(int field) {
    Kind other = field == DocumentFields.ID ? Kind.ID : Kind.VALUE;
    return kind.compareTo(field == DocumentFields.TEXT ? Kind.STRING : other) <= 0;
  }

  /** Returns the type of a field that has values of this type and of another. */
  public FieldType or(FieldType other) {
    return new FieldType(
        kind.compareTo(other.kind) < 0 ? kind : other.kind,
        List.of(name.split(" or ")).contains(other.name) ? name : name + " or " + other.name);
  }
}
