package io.neardup.hadoop.format.parquet;

import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.SourceStream;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** The metadata at the end of a Parquet file; read once for all ranges of the file. */
final class ParquetFooter {

  private final CorpusRange range; // any of the file
  private final InputFile file;
  private final ParquetMetadata metadata;

  private ParquetFooter(CorpusRange range, InputFile file, ParquetMetadata metadata) {
    this.range = range;
    this.file = file;
    this.metadata = metadata;
  }

  /** Reads the footer of the file of a range. */
  static ParquetFooter read(Configuration conf, Path path, CorpusRange range) throws IOException {
    InputFile file =
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
    ParquetReadOptions options = HadoopReadOptions.builder(conf, path).build();
    try (SeekableInputStream in = file.newStream()) {
      return new ParquetFooter(range, file, ParquetFileReader.readFooter(file, options, in));
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
  static IOException damage(String part, RuntimeException e) {
    return new IOException(part + ": " + (e.getMessage() == null ? e : e.getMessage()), e);
  }

  /** Returns whether this is the footer of the file of another range. */
  boolean isOf(CorpusRange other) {
    return range.file().equals(other.file())
        && range.length() == other.length()
        && range.modified() == other.modified();
  }

  /** Opens the file's row groups. */
  ParquetFileReader open(ParquetReadOptions options) throws IOException {
    return new ParquetFileReader(file, metadata, options, file.newStream());
  }

  MessageType schema() {
    return metadata.getFileMetaData().getSchema();
  }

  String createdBy() {
    return metadata.getFileMetaData().getCreatedBy();
  }

  Map<String, String> keyValues() {
    return metadata.getFileMetaData().getKeyValueMetaData();
  }

  List<BlockMetaData> rowGroups() {
    return metadata.getBlocks();
  }

  /**
   * Returns the byte at which a row group begins.
   *
   * @throws IOException if it is not in the file
   */
  long start(int rowGroup) throws IOException {
    BlockMetaData group = rowGroups().get(rowGroup);
    if (group.getRowCount() < 0 || group.getColumns().isEmpty()) {
      throw new IOException(name(rowGroup) + " has no columns");
    }
    for (ColumnChunkMetaData column : group.getColumns()) {
      long start = column.getStartingPos();
      long size = column.getTotalSize();
      if (start < 0 || size < 0 || start > range.length() || size > range.length() - start) {
        throw new IOException(name(rowGroup) + " goes beyond the end of the file");
      }
    }
    if (group.getPath() != null) {
      throw new IOException(name(rowGroup) + " is in another file");
    }
    return group.getStartingPos();
  }

  /** Returns how a row group is called in messages. */
  String name(int rowGroup) {
    return "row group " + (rowGroup + 1) + " of " + rowGroups().size();
  }
}
