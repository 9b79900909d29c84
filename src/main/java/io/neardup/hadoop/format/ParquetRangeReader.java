package io.neardup.hadoop.format;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;

/**
 * Reads the rows of the row groups of a Parquet file that begin in a range. The position of a
 * record is its row in the file, from 0. All columns are decoded even if rows are not copied, so
 * that ingest finds files that cannot be copied.
 */
public final class ParquetRangeReader extends SchemaReader {

  private final ParquetCodecs codecs;
  private final ParquetFileReader file;
  private final List<BlockMetaData> rowGroups;
  private final MessageType schema;
  private final MessageType rowSchema; // with room for an annotation
  private final ParquetFields columns;

  private int nextRowGroup;
  private long nextRow; // in the file
  private long left; // rows of the row group
  private RecordReader<Group> rows;
  private Group row;

  /** Opens a range; see {@link io.neardup.hadoop.corpus.RangeReaders#open}. */
  public ParquetRangeReader(FormatSettings settings, Path path, CorpusRange range)
      throws IOException {
    super(settings, range);
    codecs = new ParquetCodecs(settings.conf());
    FSDataInputStream in = SourceStream.open(settings.conf(), path);
    try {
      ParquetReadOptions options =
          HadoopReadOptions.builder(settings.conf(), path)
              .withCodecFactory(codecs)
              .usePageChecksumVerification()
              .withUseHadoopVectoredIo(false)
              .build();
      FileStatus status = new FileStatus(range.length(), false, 1, 0, 0, path);
      InputFile input = HadoopInputFile.fromStatus(status, settings.conf());
      file = ParquetFileReader.open(input, options, HadoopStreams.wrap(in));
      rowGroups = file.getRowGroups();
      schema = file.getFileMetaData().getSchema();
      rowSchema = ParquetRecordFile.annotated(schema);
      columns = new ParquetFields(schema, settings.fields().wanted(), values);
      setTypes(columns.types());
      requireReadable();
    } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
      in.close();
      throw failure("the footer", e);
    }
  }

  /** Makes sure that Parquet's library can read and write all columns. */
  private void requireReadable() throws UnsupportedSourceException {
    for (ColumnDescriptor column : schema.getColumns()) {
      if (column.getPrimitiveType().getLogicalTypeAnnotation()
          instanceof IntervalLogicalTypeAnnotation) { // taken for "always null"
        throw new UnsupportedSourceException(
            range.file()
                + ": column "
                + String.join(".", column.getPath())
                + " is an INTERVAL, which cannot be copied; write the file without it, or as a"
                + " string");
      }
    }
    for (BlockMetaData group : rowGroups) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        try {
          codecs.getDecompressor(chunk.getCodec());
        } catch (BadConfigurationException e) {
          throw UnsupportedSourceException.of(range.file(), "its codec is not available", e);
        }
      }
    }
  }

  @Override
  protected long read() throws IOException {
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
    columns.read(row);
    return nextRow;
  }

  @Override
  protected String block() {
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

  /** Returns the current row, with room for an annotation. */
  Group row() {
    return row;
  }

  @Override
  public RecordFile create(Path path) throws IOException {
    return new ParquetRecordFile(settings.conf(), path, file.getFooter(), schema);
  }

  @Override
  public RecordFile createAnnotated(Path path) throws IOException {
    if (rowSchema.equals(schema)) {
      throw new IOException(
          "cannot annotate " + range.file() + ": it already has an annotation column");
    }
    return new ParquetRecordFile(settings.conf(), path, file.getFooter(), rowSchema);
  }

  @Override
  public void close() throws IOException {
    file.close(); // also releases the codecs
  }
}
