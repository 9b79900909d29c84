package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.GroupWriter;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopOutputFile;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Writes rows to a new Parquet file. Memory: one row group, which ends soon after {@value
 * #ROW_GROUP_BYTES} bytes, however long single rows are.
 */
final class ParquetRecordFile implements RecordFile {

  static final int ROW_GROUP_BYTES = 32 << 20;

  // Asking for the size of what is held goes through all columns.
  private static final int CHECK_BYTES = 1 << 20;

  /**
   * The metadata in which other programs keep a copy of the schema; with further columns that copy
   * would be wrong.
   */
  private static final Set<String> COPIES_OF_SCHEMA =
      Set.of(
          "ARROW:schema",
          "avro.schema",
          "iceberg.schema",
          "org.apache.spark.sql.parquet.row.metadata",
          "parquet.avro.schema");

  /**
   * The properties that a new file shares with its source.
   *
   * @param schema of its rows
   * @param keyValues the further metadata
   * @param codecs those of columns
   * @param codec that of other columns
   */
  record Layout(
      MessageType schema,
      Map<String, String> keyValues,
      Map<ColumnPath, CompressionCodecName> codecs,
      CompressionCodecName codec) {}

  private final Layout layout;
  private final boolean annotated;
  private final MessageType schema;
  private final ParquetProperties properties = ParquetProperties.builder().build();
  private final ParquetCodecs codecs;
  private final ParquetFileWriter out;
  private final MessageColumnIO columnIo;

  private ColumnChunkPageWriteStore pages;
  private ColumnWriteStore columns;
  private Rows rows;
  private GroupWriter groups;
  private long count; // of rows in the row group
  private int rowGroups;
  private boolean broken;

  /**
   * @param annotated whether rows also have the fields of an {@link Annotation}
   */
  ParquetRecordFile(Configuration conf, Path path, Layout layout, boolean annotated)
      throws IOException {
    this.layout = layout;
    this.annotated = annotated;
    this.schema = annotated ? annotatedSchema(layout.schema(), path) : layout.schema();
    this.columnIo = new ColumnIOFactory().getColumnIO(schema);
    this.codecs = new ParquetCodecs(conf);
    codecs.requireCompressor(layout.codec(), path.toString());
    for (CompressionCodecName codec : Set.copyOf(layout.codecs().values())) {
      codecs.requireCompressor(codec, path.toString());
    }
    this.out =
        new ParquetFileWriter(
            HadoopOutputFile.fromPath(path, conf),
            schema,
            ParquetFileWriter.Mode.CREATE,
            ROW_GROUP_BYTES,
            0, // no padding to the blocks of the file system
            null,
            properties);
    out.start();
    startRowGroup();
  }

  private static MessageType annotatedSchema(MessageType schema, Path path) throws IOException {
    List<Type> fields = new ArrayList<>(schema.getFields());
    for (Type added :
        List.of(
            Types.optional(PrimitiveTypeName.BINARY)
                .as(LogicalTypeAnnotation.stringType())
                .named(Annotation.CLUSTER_FIELD),
            Types.optional(PrimitiveTypeName.INT64).named(Annotation.DOCUMENTS_FIELD),
            Types.optional(PrimitiveTypeName.BOOLEAN).named(Annotation.KEPT_FIELD))) {
      if (schema.containsField(added.getName())) {
        throw new IOException(
            "cannot annotate the records of "
                + path
                + ": they have a column "
                + added.getName()
                + " already");
      }
      fields.add(added);
    }
    return new MessageType(schema.getName(), fields);
  }

  private void startRowGroup() {
    pages =
        ColumnChunkPageWriteStore.builder()
            .withCompressorProvider(
                column ->
                    codecs.getCompressor(
                        layout
                            .codecs()
                            .getOrDefault(ColumnPath.get(column.getPath()), layout.codec())))
            .withSchema(schema)
            .withAllocator(properties.getAllocator())
            .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
            .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
            .withRowGroupOrdinal(rowGroups)
            .build();
    columns = properties.newColumnWriteStore(schema, pages, pages);
    rows = new Rows(columnIo.getRecordWriter(columns), layout.schema().getFieldCount());
    groups = new GroupWriter(rows, layout.schema());
    count = 0;
  }

  @Override
  public void append(RangeReader reader) throws IOException {
    append(((ParquetRangeReader) reader).row(), null);
  }

  @Override
  public void append(RangeReader reader, Annotation annotation) throws IOException {
    append(((ParquetRangeReader) reader).row(), annotation);
  }

  private void append(Group row, Annotation annotation) throws IOException {
    broken = true; // unless all goes well: a row in part must not be in the file
    rows.annotation = annotation;
    groups.write(row);
    count++;
    if (rows.unchecked >= CHECK_BYTES) {
      rows.unchecked = 0;
      if (columns.getBufferedSize() >= ROW_GROUP_BYTES) {
        endRowGroup();
        startRowGroup();
      }
    }
    broken = false;
  }

  private void endRowGroup() throws IOException {
    if (count > 0) {
      rows.flush();
      out.startBlock(count);
      columns.flush();
      pages.flushToFileWriter(out);
      out.endBlock();
      rowGroups++;
    }
    columns.close();
    pages.close();
  }

  private Map<String, String> keyValues() {
    Map<String, String> keyValues = new HashMap<>(layout.keyValues());
    if (annotated) {
      keyValues.keySet().removeAll(COPIES_OF_SCHEMA);
    }
    return keyValues;
  }

  @Override
  public void close() throws IOException {
    try (out) {
      if (broken) {
        out.abort();
      } else {
        endRowGroup();
        out.end(keyValues());
      }
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // which close declares
      throw new IOException(e);
    } finally {
      codecs.release();
    }
  }

  /** Passes rows on, counts their bytes and adds the annotation at the end of each. */
  private static final class Rows extends RecordConsumer {
    private final RecordConsumer to;
    private final int fields;
    private Annotation annotation;
    private long unchecked;

    /**
     * @param fields how many fields the rows have of their own
     */
    Rows(RecordConsumer to, int fields) {
      this.to = to;
      this.fields = fields;
    }

    @Override
    public void startMessage() {
      unchecked++;
      to.startMessage();
    }

    @Override
    public void endMessage() {
      if (annotation != null) {
        if (annotation.cluster() != null) {
          startField(Annotation.CLUSTER_FIELD, fields);
          addBinary(Binary.fromString(annotation.cluster()));
          endField(Annotation.CLUSTER_FIELD, fields);
        }
        startField(Annotation.DOCUMENTS_FIELD, fields + 1);
        addLong(annotation.clusterDocuments());
        endField(Annotation.DOCUMENTS_FIELD, fields + 1);
        startField(Annotation.KEPT_FIELD, fields + 2);
        addBoolean(annotation.kept());
        endField(Annotation.KEPT_FIELD, fields + 2);
      }
      to.endMessage();
    }

    @Override
    public void startField(String field, int index) {
      to.startField(field, index);
    }

    @Override
    public void endField(String field, int index) {
      to.endField(field, index);
    }

    @Override
    public void startGroup() {
      unchecked++;
      to.startGroup();
    }

    @Override
    public void endGroup() {
      to.endGroup();
    }

    @Override
    public void addInteger(int value) {
      unchecked += Integer.BYTES;
      to.addInteger(value);
    }

    @Override
    public void addLong(long value) {
      unchecked += Long.BYTES;
      to.addLong(value);
    }

    @Override
    public void addBoolean(boolean value) {
      unchecked++;
      to.addBoolean(value);
    }

    @Override
    public void addBinary(Binary value) {
      unchecked += value.length();
      to.addBinary(value);
    }

    @Override
    public void addFloat(float value) {
      unchecked += Float.BYTES;
      to.addFloat(value);
    }

    @Override
    public void addDouble(double value) {
      unchecked += Double.BYTES;
      to.addDouble(value);
    }

    @Override
    public void flush() {
      to.flush();
    }
  }
}
