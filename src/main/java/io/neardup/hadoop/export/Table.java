package io.neardup.hadoop.export;

import io.neardup.hadoop.export.TableColumn.Kind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.MessageType;

/**
 * The tables of an export. A row is made of a line of fields, separated by tabs:
 *
 * <ul>
 *   <li>pairs: the lines of a pair in the columns files and part files of stage 4
 *   <li>clusters: {@code cluster<TAB>column<TAB>kept}, three columns of the matrix, and the line of
 *       the document in a part file of stage 5
 *   <li>removals: the line of {@code removed-by.tsv}
 * </ul>
 */
enum Table {
  /** The verified pairs. */
  PAIRS(
      ExportCounters.PAIR_ROWS,
      14,
      column("column_a", Kind.BIGINT, 0),
      column("column_b", Kind.BIGINT, 1),
      column("id_a", Kind.STRING, 6),
      column("id_b", Kind.STRING, 7),
      column("signature_similarity", Kind.DOUBLE, 8),
      nullable("jaccard", Kind.DOUBLE, 9),
      nullable("intersection_size", Kind.BIGINT, 10),
      nullable("union_size", Kind.BIGINT, 11),
      nullable("size_a", Kind.BIGINT, 12),
      nullable("size_b", Kind.BIGINT, 13)),

  /** The documents of the clusters. */
  CLUSTERS(
      ExportCounters.CLUSTER_ROWS,
      6,
      column("cluster_column", Kind.BIGINT, 0),
      column("cluster_id", Kind.STRING, 3),
      column("document_column", Kind.BIGINT, 1),
      column("document_id", Kind.STRING, 4),
      column("verdict", Kind.STRING, 5),
      column("kept_column", Kind.BIGINT, 2)),

  /** The removed documents. */
  REMOVALS(
      ExportCounters.REMOVAL_ROWS,
      13,
      column("removed_column", Kind.BIGINT, 4),
      column("removed_id", Kind.STRING, 0),
      nullable("removed_file", Kind.STRING, 5),
      nullable("removed_position", Kind.BIGINT, 6),
      column("reason", Kind.STRING, 3),
      nullable("kept_column", Kind.BIGINT, 7),
      nullable("kept_id", Kind.STRING, 1),
      nullable("kept_file", Kind.STRING, 8),
      nullable("kept_position", Kind.BIGINT, 9),
      nullable("similarity", Kind.DOUBLE, 2),
      nullable("link_column", Kind.BIGINT, 11),
      nullable("link_id", Kind.STRING, 10),
      nullable("link_similarity", Kind.DOUBLE, 12));

  private final ExportCounters counter;
  private final int fields;

  @SuppressWarnings("ImmutableEnumChecker") // of List.of
  private final List<TableColumn> columns;

  Table(ExportCounters counter, int fields, TableColumn... columns) {
    this.counter = counter;
    this.fields = fields;
    this.columns = List.of(columns);
  }

  private static TableColumn column(String name, Kind kind, int field) {
    return new TableColumn(name, kind, false, field);
  }

  private static TableColumn nullable(String name, Kind kind, int field) {
    return new TableColumn(name, kind, true, field);
  }

  /** Returns the name of the table's folder. */
  String folder() {
    return switch (this) {
      case PAIRS -> "pairs";
      case CLUSTERS -> "clusters";
      case REMOVALS -> "removals";
    };
  }

  /** Returns the counter of the rows. */
  ExportCounters counter() {
    return counter;
  }

  /** Returns the number of fields of a line. */
  int fields() {
    return fields;
  }

  /** Returns the columns, in the order of the schema. */
  List<TableColumn> columns() {
    return columns;
  }

  /** Returns the schema of the table's files. */
  MessageType schema() {
    List<org.apache.parquet.schema.Type> types = new ArrayList<>();
    columns.forEach(column -> types.add(column.type()));
    return new MessageType(folder(), types);
  }
}
