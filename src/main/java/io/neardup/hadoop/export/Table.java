package io.neardup.hadoop.export;

import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * The tables of an export; also the counters of their rows. A row is made of a line of fields,
 * separated by tabs; an empty field is null, if its column is optional:
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
      """
      message pairs {
        required int64 column_a;
        required int64 column_b;
        required binary id_a (STRING);
        required binary id_b (STRING);
        required double signature_similarity;
        optional double jaccard;
        optional int64 intersection_size;
        optional int64 union_size;
        optional int64 size_a;
        optional int64 size_b;
      }
      """,
      14,
      new int[] {0, 1, 6, 7, 8, 9, 10, 11, 12, 13}),

  /** The documents of the clusters. */
  CLUSTERS(
      """
      message clusters {
        required int64 cluster_column;
        required binary cluster_id (STRING);
        required int64 document_column;
        required binary document_id (STRING);
        required binary verdict (STRING);
        required int64 kept_column;
      }
      """,
      6,
      new int[] {0, 3, 1, 4, 5, 2}),

  /** The removed documents. */
  REMOVALS(
      """
      message removals {
        required int64 removed_column;
        required binary removed_id (STRING);
        optional binary removed_file (STRING);
        optional int64 removed_position;
        required binary reason (STRING);
        optional int64 kept_column;
        optional binary kept_id (STRING);
        optional binary kept_file (STRING);
        optional int64 kept_position;
        optional double similarity;
        optional int64 link_column;
        optional binary link_id (STRING);
        optional double link_similarity;
      }
      """,
      13,
      new int[] {4, 0, 5, 6, 3, 7, 1, 8, 9, 2, 11, 10, 12});

  final int fields; // of a line
  private final String schema;

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
  private final int[] positions; // in a line, of the field of each column

  Table(String schema, int fields, int[] positions) {
    this.schema = schema;
    this.fields = fields;
    this.positions = positions;
  }

  /** Returns the name of the table's folder. */
  String folder() {
    return schema().getName();
  }

  /** Returns the schema of the table's files. */
  MessageType schema() {
    return MessageTypeParser.parseMessageType(schema);
  }

  /** Returns the position, in a line, of the field of a column. */
  int position(int column) {
    return positions[column];
  }
}
