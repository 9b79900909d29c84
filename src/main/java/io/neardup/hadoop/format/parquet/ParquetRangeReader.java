package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;

/**
 * Reads the rows of the row groups of a Parquet file that begin in a range. The position of a
 * record is its row in the file, from 0.
 */
public final class ParquetRangeReader extends RangeReader {

  private final FormatSettings settings;
  private final ParquetCodecs codecs;
  private final ParquetFileReader file;
  private final List<BlockMetaData> rowGroups;
  private final MessageType schema;
  private final MessageType rowSchema; // with room for an annotation
  private final ParquetFields columns;

  private int nextRowGroup;
  private long nextRow; // in the file
  private long left; // rows of the row group
  private PageReadStore pages;
  private RecordReader<Group> rows;
  private Group row;
  private boolean broken;

  /** Opens a range, as {@link io.neardup.hadoop.format.FileFormat#open} says. */
  public ParquetRangeReader(FormatSettings settings, Path path, CorpusRange range)
      throws IOException {
    super(range);
    this.settings = settings;
    codecs = new ParquetCodecs(settings.conf());
    file = open(path);
    try {
      rowGroups = file.getRowGroups();
      schema = file.getFileMetaData().getSchema();
      rowSchema = ParquetRecordFile.annotated(schema);
      columns = new ParquetFields(schema, settings.fields(), range.file());
      requireCopiable();
      requireCodecs();
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private ParquetFileReader open(Path path) throws IOException {
    Configuration conf = settings.conf();
    InputFile input =
        new InputFile() {
          @Override
          public long getLength() {
            return range.length();
          }

          @Override
          public SeekableInputStream newStream() throws IOException {
            return HadoopStreams.wrap(SourceStream.open(conf, path));
          }

          @Override
          public String toString() {
            return range.file();
          }
        };
    try {
      return ParquetFileReader.open(
          input,
          HadoopReadOptions.builder(conf, path)
              .withCodecFactory(codecs)
              .usePageChecksumVerification()
              .withUseHadoopVectoredIo(false)
              .build());
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), "the footer", e);
    } catch (RuntimeException e) {
      throw damage("the footer", e);
    }
  }

  /**
   * Returns the exception to throw for a part of a file that Parquet cannot read. Parquet reports
   * damage with exceptions of many types: its own, null pointers, illegal arguments and states.
   *
   * @param e the exception of a call to Parquet that runs no code of neardup
   */
  private static IOException damage(String part, RuntimeException e) {
    return new IOException(part + ": " + (e.getMessage() == null ? e : e.getMessage()), e);
  }

  /** Refuses columns that Parquet's library reads and writes as another type: "always null". */
  private void requireCopiable() throws UnsupportedSourceException {
    for (ColumnDescriptor column : schema.getColumns()) {
      if (column.getPrimitiveType().getLogicalTypeAnnotation()
          instanceof IntervalLogicalTypeAnnotation) {
        throw new UnsupportedSourceException(
            range.file()
                + ": column "
                + String.join(".", column.getPath())
                + " is an INTERVAL, which cannot be copied; write the file without it, or as a"
                + " string");
      }
    }
  }

  private void requireCodecs() throws UnsupportedSourceException {
    for (BlockMetaData group : rowGroups) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        codecs.requireDecompressor(chunk.getCodec(), range.file());
      }
    }
  }

  @Override
  public boolean next() throws IOException {
    broken = true;
    try {
      while (left == 0) {
        closeRowGroup();
        if (nextRowGroup == rowGroups.size()) {
          broken = false;
          return false;
        }
        openRowGroup(rowGroups.get(nextRowGroup++));
      }
      row = rows.read();
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), rowGroup(), e);
    } catch (RuntimeException e) {
      throw damage(rowGroup(), e);
    }
    broken = false;
    left--;
    record.start(nextRow++);
    settings.fields().take(columns.read(row), record, range.name(), nextRow);
    return true;
  }

  /** Returns how the current row group is called in messages. */
  private String rowGroup() {
    return "row group " + nextRowGroup + " of " + rowGroups.size();
  }

  @Override
  public List<String> fieldNames() {
    return columns.names();
  }

  @Override
  public String typeProblem(String field) {
    return columns.typeProblem(field);
  }

  /** Opens the next row group if it begins in the range and can be read. */
  private void openRowGroup(BlockMetaData group) throws IOException {
    if (group.getRowCount() < 0 || group.getColumns().isEmpty()) {
      throw new IOException(rowGroup() + " has no columns");
    }
    long bytes = 0;
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      long start = chunk.getStartingPos();
      long size = chunk.getTotalSize();
      if (start < 0 || size < 0 || start > range.length() || size > range.length() - start) {
        throw new IOException(rowGroup() + " goes beyond the end of the file");
      }
      bytes += size;
    }
    if (group.getPath() != null) {
      throw new IOException(rowGroup() + " is in another file");
    }
    if (group.getStartingPos() < range.start() || group.getStartingPos() >= range.end()) {
      nextRow += group.getRowCount();
      return;
    }
    if (group.getRowCount() == 0) {
      return;
    }
    requireValues(group);
    requireMemory(bytes);
    pages = file.readRowGroup(nextRowGroup - 1);
    rows =
        new ColumnIOFactory(file.getFileMetaData().getCreatedBy())
            .getColumnIO(rowSchema, schema)
            .getRecordReader(pages, new GroupRecordConverter(rowSchema), FilterCompat.NOOP);
    left = group.getRowCount();
  }

  /**
   * Checks that the columns have values for all rows: one, or several. Past the last Parquet goes
   * on without end.
   */
  private void requireValues(BlockMetaData group) throws IOException {
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      long values = chunk.getValueCount();
      boolean repeated = schema.getMaxRepetitionLevel(chunk.getPath().toArray()) > 0;
      if (values < group.getRowCount() || (values > group.getRowCount() && !repeated)) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: %d values of column %s in %d rows",
                rowGroup(),
                values,
                chunk.getPath(),
                group.getRowCount()));
      }
    }
  }

  /** Checks that a row group of so many bytes can be read, before memory is allocated for it. */
  private void requireMemory(long bytes) throws UnsupportedSourceException {
    long most = Runtime.getRuntime().maxMemory() / 3;
    if (bytes > most) {
      throw new UnsupportedSourceException(
          String.format(
              Locale.ROOT,
              "%s: %s has %,d compressed bytes, more than a task of this memory can read (%,d);"
                  + " give map tasks more memory (mapreduce.map.java.opts), or write the file with"
                  + " smaller row groups",
              range.file(),
              rowGroup(),
              bytes,
              most));
    }
  }

  private void closeRowGroup() {
    rows = null;
    row = null;
    if (pages != null) {
      pages.close();
      pages = null;
    }
  }

  /** Returns the row at which the reader stands, with room for an annotation. */
  Group row() {
    return row;
  }

  @Override
  public RecordFile create(Path path) throws IOException {
    return new ParquetRecordFile(settings.conf(), path, file.getFooter(), false);
  }

  @Override
  public RecordFile createAnnotated(Path path) throws IOException {
    return new ParquetRecordFile(settings.conf(), path, file.getFooter(), true);
  }

  @Override
  public void close() throws IOException {
    closeRowGroup();
    try {
      file.close();
    } finally {
      if (!broken) { // else the pool would get decompressors that may fail for ever
        codecs.release();
      }
    }
  }
}
