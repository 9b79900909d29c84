package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.DocumentFields;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.RecordFile;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntervalLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;

/**
 * Reads the rows of the row groups of a Parquet file that begin in a range. The position of a
 * record is its row in the file, from 0.
 */
final class ParquetRangeReader extends RangeReader {

  private final Configuration conf;
  private final ParquetFooter footer;
  private final DocumentFields fields;
  private final MessageType schema;
  private final ParquetFields columns;
  private final ParquetCodecs codecs;
  private final ParquetReadOptions options;

  private ParquetFileReader file; // null until a row group is to be read
  private int nextRowGroup;
  private long nextRow; // in the file
  private long left; // rows of the row group
  private PageReadStore pages;
  private RecordReader<Group> rows;
  private Group row;
  private boolean broken;

  ParquetRangeReader(
      Configuration conf, Path path, ParquetFooter footer, CorpusRange range, DocumentFields fields)
      throws IOException {
    super(range);
    this.conf = conf;
    this.footer = footer;
    this.fields = fields;
    schema = footer.schema();
    columns = new ParquetFields(schema, fields, range.file());
    requireCopiable();
    codecs = new ParquetCodecs(conf);
    options =
        HadoopReadOptions.builder(conf, path)
            .withCodecFactory(codecs)
            .usePageChecksumVerification()
            .withUseHadoopVectoredIo(false)
            .build();
    for (CompressionCodecName codec : codecsRead()) {
      codecs.requireDecompressor(codec, range.file());
    }
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

  /** Returns the codecs of the columns that are read, of all row groups of the file. */
  private Set<CompressionCodecName> codecsRead() {
    Set<ColumnPath> read = new HashSet<>();
    schema.getPaths().forEach(path -> read.add(ColumnPath.get(path)));
    Set<CompressionCodecName> found = EnumSet.noneOf(CompressionCodecName.class);
    for (BlockMetaData group : footer.rowGroups()) {
      for (ColumnChunkMetaData chunk : group.getColumns()) {
        if (read.contains(chunk.getPath())) {
          found.add(chunk.getCodec());
        }
      }
    }
    return found;
  }

  @Override
  public boolean next() throws IOException {
    broken = true;
    try {
      while (left == 0) {
        closeRowGroup();
        if (nextRowGroup == footer.rowGroups().size()) {
          broken = false;
          return false;
        }
        openRowGroup(nextRowGroup++);
      }
      row = readRow();
      broken = false;
    } catch (OutOfMemoryError e) {
      throw UnsupportedSourceException.tooLarge(range.file(), footer.name(nextRowGroup - 1), e);
    }
    left--;
    record.start(nextRow++);
    fields.take(columns.read(row), record, range.name(), nextRow);
    return true;
  }

  @Override
  public List<String> fieldNames() {
    return columns.names();
  }

  @Override
  public String typeProblem(String field) {
    return columns.typeProblem(field);
  }

  private Group readRow() throws IOException {
    try {
      return rows.read();
    } catch (RuntimeException e) {
      throw ParquetFooter.damage(footer.name(nextRowGroup - 1), e);
    }
  }

  private void openRowGroup(int index) throws IOException {
    long start = footer.start(index);
    BlockMetaData group = footer.rowGroups().get(index);
    if (start < range.start() || start >= range.end()) {
      nextRow += group.getRowCount();
      return;
    }
    if (group.getRowCount() == 0) {
      return;
    }
    check(index, group);
    if (file == null) {
      file = footer.open(options);
      file.setRequestedSchema(schema);
    }
    try {
      pages = file.readRowGroup(index);
      rows =
          new ColumnIOFactory(footer.createdBy())
              .getColumnIO(schema, footer.schema())
              .getRecordReader(pages, new GroupRecordConverter(schema), FilterCompat.NOOP);
    } catch (RuntimeException e) {
      throw ParquetFooter.damage(footer.name(index), e);
    }
    left = group.getRowCount();
  }

  /** Checks that a row group can be read, before memory is allocated for it. */
  private void check(int index, BlockMetaData group) throws IOException {
    Map<ColumnPath, ColumnDescriptor> read = new HashMap<>();
    for (ColumnDescriptor column : schema.getColumns()) {
      read.put(ColumnPath.get(column.getPath()), column);
    }
    Set<ColumnPath> found = new HashSet<>();
    long bytes = 0;
    for (ColumnChunkMetaData chunk : group.getColumns()) {
      ColumnDescriptor column = read.get(chunk.getPath());
      if (column == null) {
        continue;
      }
      found.add(chunk.getPath());
      bytes += chunk.getTotalSize();
      // A row has one value in a column, or several; past the last Parquet goes on without end.
      if (chunk.getValueCount() < group.getRowCount()
          || (column.getMaxRepetitionLevel() == 0
              && chunk.getValueCount() != group.getRowCount())) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "%s: %d values of column %s in %d rows",
                footer.name(index),
                chunk.getValueCount(),
                chunk.getPath(),
                group.getRowCount()));
      }
    }
    if (found.size() < read.size()) {
      throw new IOException(footer.name(index) + " has not all columns");
    }
    long most = Runtime.getRuntime().maxMemory() / 3;
    if (bytes > most) {
      throw new UnsupportedSourceException(
          String.format(
              Locale.ROOT,
              "%s: %s has %,d compressed bytes, more than a task of this memory can read (%,d);"
                  + " give map tasks more memory (mapreduce.map.java.opts), or write the file with"
                  + " smaller row groups",
              range.file(),
              footer.name(index),
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

  /** Returns the row at which the reader stands. */
  Group row() {
    return row;
  }

  @Override
  public RecordFile create(Path path) throws IOException {
    return new ParquetRecordFile(conf, path, layout(), false);
  }

  @Override
  public RecordFile createAnnotated(Path path) throws IOException {
    return new ParquetRecordFile(conf, path, layout(), true);
  }

  private ParquetRecordFile.Layout layout() {
    Map<ColumnPath, CompressionCodecName> codecOf = new HashMap<>();
    CompressionCodecName codec = CompressionCodecName.UNCOMPRESSED;
    if (!footer.rowGroups().isEmpty()) {
      BlockMetaData first = footer.rowGroups().get(0);
      codec = ParquetCodecs.written(first.getColumns().get(0).getCodec());
      first
          .getColumns()
          .forEach(chunk -> codecOf.put(chunk.getPath(), ParquetCodecs.written(chunk.getCodec())));
    }
    return new ParquetRecordFile.Layout(schema, footer.keyValues(), codecOf, codec);
  }

  @Override
  public void close() throws IOException {
    closeRowGroup();
    try {
      if (file != null) {
        file.close();
      }
    } finally {
      if (!broken) { // else the pool would get decompressors that may fail for ever
        codecs.release();
      }
    }
  }
}
