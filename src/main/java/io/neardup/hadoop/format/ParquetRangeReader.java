package io.neardup.hadoop.format;

import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * Reads the rows of the row groups of a Parquet file that begin in a range. The position of a
 * record is its row in the file, from 0. All columns are decoded even if rows are not copied, so
 * that ingest finds files that cannot be copied.
 */
final class ParquetRangeReader extends SchemaReader {

  private static final Set<LogicalTypeAnnotation> STRINGS =
      Set.of(
          LogicalTypeAnnotation.stringType(),
          LogicalTypeAnnotation.enumType(),
          LogicalTypeAnnotation.jsonType());

  private final ParquetRecordFile.Codecs codecs;
  private final ParquetFileReader file;
  private final List<BlockMetaData> rowGroups;
  private final MessageType schema;
  private final MessageType rowSchema; // with room for an annotation
  private final ColumnDescriptor[] columns; // of the wanted fields; null where there are no values

  private int nextRowGroup;
  private long nextRow; // in the file
  private long left; // rows of the row group
  private RecordReader<Group> rows;
  private Group row;

  ParquetRangeReader(FormatSettings settings, FileStatus status, CorpusRange range)
      throws IOException {
    super(settings, range);
    columns = new ColumnDescriptor[values.length];
    codecs = new ParquetRecordFile.Codecs(settings.conf);
    FSDataInputStream in = settings.open(status, range.length());
    try {
      ParquetReadOptions options =
          HadoopReadOptions.builder(settings.conf, status.getPath())
              .withCodecFactory(codecs)
              .usePageChecksumVerification()
              .withUseHadoopVectoredIo(false)
              .build();
      InputFile input = HadoopInputFile.fromStatus(status, settings.conf);
      file = ParquetFileReader.open(input, options, HadoopStreams.wrap(in));
      rowGroups = file.getRowGroups();
      schema = file.getFileMetaData().getSchema();
      rowSchema = ParquetRecordFile.annotated(schema);
      setTypes(findColumns());
      requireReadable();
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      in.close();
      throw failure("the footer", e);
    }
  }

  /** Finds the columns of the wanted fields; returns the types of all fields. */
  private Map<String, Type> findColumns() {
    Map<String, Type> types = new LinkedHashMap<>();
    for (ColumnDescriptor column : schema.getColumns()) {
      String name = "";
      for (String part : column.getPath()) { // a dot may also be part of a column's name
        name += name.isEmpty() ? part : "." + part;
        types.putIfAbsent(name, new Type(Kind.NONE, "a group or list"));
      }
      if (column.getMaxRepetitionLevel() == 0) {
        types.put(name, type(column.getPrimitiveType()));
      }
      for (int i = 0; i < columns.length; i++) {
        if (settings.wanted.get(i).equals(name)) {
          columns[i] = types.get(name).fits(i) ? column : null;
        }
      }
    }
    return types;
  }

  private static Type type(PrimitiveType type) {
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
    return new Type(
        hasText(annotation) ? Kind.ID : kind,
        plain ? type.getPrimitiveTypeName().toString() : annotation.toString());
  }

  /** Returns whether a type's values must be read as Parquet prints them, not as plain numbers. */
  private static boolean hasText(LogicalTypeAnnotation annotation) {
    return annotation instanceof IntLogicalTypeAnnotation
        || annotation instanceof DecimalLogicalTypeAnnotation
        || annotation instanceof UUIDLogicalTypeAnnotation;
  }

  /** Makes sure that Parquet's library can read and write all columns. */
  private void requireReadable() throws UnsupportedSourceException {
    for (ColumnDescriptor column : schema.getColumns()) {
      if (column.getPrimitiveType().getLogicalTypeAnnotation()
          instanceof IntervalLogicalTypeAnnotation) { // taken for "always null"
        throw new UnsupportedSourceException(
            "%s: column %s is an INTERVAL, which cannot be copied; write the file without it, or as"
                + " a string",
            range.file(), String.join(".", column.getPath()));
      }
    }
    for (BlockMetaData group : rowGroups) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        codecs.getDecompressor(chunk.getCodec()); // throws if it is not available
      }
    }
  }

  @Override
  long read() throws IOException {
    while (left == 0) {
      row = null; // frees the row group before reading the next
      rows = null;
      if (nextRowGroup == rowGroups.size()) {
        return 0;
      }
      openRowGroup(rowGroups.get(nextRowGroup++));
    }
    row = rows.read();
    left--;
    record.start(nextRow++);
    for (int i = 0; i < values.length; i++) {
      Group group = columns[i] == null ? null : innermost(columns[i].getPath());
      if (group != null) {
        values[i] = value(group, columns[i].getPrimitiveType(), i);
      }
    }
    return nextRow;
  }

  @Override
  String block() {
    return "row group " + nextRowGroup + " of " + rowGroups.size();
  }

  /** Opens the next row group if it begins in the range and can be read. */
  private void openRowGroup(BlockMetaData group) throws IOException {
    long bytes = requireSound(group);
    if (group.getStartingPos() < range.start() || group.getStartingPos() >= range.end()) {
      nextRow += group.getRowCount();
    } else if (group.getRowCount() > 0) {
      requireMemory(bytes, Runtime.getRuntime().maxMemory() / 3);
      rows =
          new ColumnIOFactory(file.getFileMetaData().getCreatedBy())
              .getColumnIO(rowSchema, schema)
              .getRecordReader(
                  file.readRowGroup(nextRowGroup - 1),
                  new GroupRecordConverter(rowSchema),
                  FilterCompat.NOOP);
      left = group.getRowCount();
    }
  }

  /**
   * Checks that a row group is in the file, and that its columns have one value per row, or more if
   * repeated: Parquet's library reads endlessly past the last value. Returns the row group's length
   * in bytes.
   */
  private long requireSound(BlockMetaData group) throws IOException {
    long count = group.getRowCount();
    if (count < 0 || group.getColumns().isEmpty() || group.getPath() != null) {
      throw new IOException("no rows, no columns or in another file");
    }
    long bytes = 0;
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      long start = chunk.getStartingPos();
      long size = chunk.getTotalSize();
      if (start < 0 || size < 0 || start > range.length() || size > range.length() - start) {
        throw new IOException("beyond the end of the file");
      }
      long valueCount = chunk.getValueCount();
      boolean repeated = schema.getMaxRepetitionLevel(chunk.getPath().toArray()) > 0;
      if (valueCount < count || (valueCount > count && !repeated)) {
        throw new IOException(
            valueCount + " values of column " + chunk.getPath() + " in " + count + " rows");
      }
      bytes += size;
    }
    return bytes;
  }

  /** Returns the group of the row that holds the value of a column, null if there is none. */
  private Group innermost(String[] path) {
    Group group = row;
    for (int i = 0; group.getFieldRepetitionCount(path[i]) > 0; i++) {
      if (i == path.length - 1) {
        return group;
      }
      group = group.getGroup(path[i], 0);
    }
    return null;
  }

  private static byte[] value(Group group, PrimitiveType type, int field) {
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
      return FormatSettings.utf8(decimal ? new BigDecimal(text).toPlainString() : text);
    }
    if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY) {
      return group.getBinary(name, 0).getBytesUnsafe();
    }
    if (annotation instanceof TimestampLogicalTypeAnnotation time && field == FormatSettings.ID) {
      ChronoUnit unit = ChronoUnit.valueOf(time.getUnit().name());
      return FormatSettings.time(group.getLong(name, 0), unit, time.isAdjustedToUTC());
    }
    return FormatSettings.utf8(group.getValueToString(group.getType().getFieldIndex(name), 0));
  }

  @Override
  public ParquetWriter<Group> create(Path path, boolean annotated) throws IOException {
    if (annotated && rowSchema.equals(schema)) {
      throw new IOException(
          "cannot annotate " + range.file() + ": it already has an annotation column");
    }
    return ParquetRecordFile.create(
        settings.conf, path, file.getFooter(), annotated ? rowSchema : schema);
  }

  @Override
  @SuppressWarnings("unchecked") // create has made it
  public void copy(Closeable to, Annotation annotation) throws IOException {
    if (annotation != null) {
      List<String> names = Annotation.FIELDS;
      if (annotation.cluster() != null) {
        row.add(names.get(0), annotation.cluster());
      }
      row.add(names.get(1), annotation.size());
      row.add(names.get(2), annotation.sources());
      row.add(names.get(3), annotation.kept());
    }
    ((ParquetWriter<Group>) to).write(row);
  }

  @Override
  public void close() throws IOException {
    file.close(); // also releases the codecs
  }
}
