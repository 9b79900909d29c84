package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.ByteFormat;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.FileSystems;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.MissingFieldException;
import io.neardup.hadoop.format.NoRecords;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.avro.AvroFormat;
import io.neardup.hadoop.format.csv.CsvFormat;
import io.neardup.hadoop.format.json.JsonFormat;
import io.neardup.hadoop.format.packed.PackedFormat;
import io.neardup.hadoop.format.parquet.ParquetFormat;
import io.neardup.hadoop.format.sequence.SequenceFormats;
import io.neardup.hadoop.format.text.TextFormats;
import io.neardup.hadoop.format.warc.WarcFormat;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Opens the reader of a range of a batch, after checking that its file has not changed since it was
 * ingested. This class maps each format to the factory of its readers.
 */
public final class RangeReaders {

  private final FileSystems fileSystems;
  private final Path base;
  private final SourceFormat sourceFormat;
  private final FileFormat format;

  /**
   * Makes an opener for the ranges of one batch.
   *
   * @param base the folder at which relative paths of the manifest start
   * @param sourceFormat the format of the sources
   * @param packed whether their records have been packed into SequenceFiles
   * @param settings the settings with which they were ingested
   * @param fields names of the fields that records carry besides id and text
   */
  public RangeReaders(
      Configuration conf,
      Path base,
      SourceFormat sourceFormat,
      boolean packed,
      Settings settings,
      List<String> fields) {
    this.base = base;
    this.sourceFormat = sourceFormat;
    FormatSettings formatSettings = FormatSettings.of(conf, settings, fields);
    this.fileSystems = formatSettings.fileSystems();
    FileFormat sources = format(sourceFormat, formatSettings);
    this.format = packed ? new PackedFormat(conf, (ByteFormat) sources) : sources;
  }

  private static FileFormat format(SourceFormat format, FormatSettings settings) {
    return switch (format) {
      case TSV, LINES, FILES -> TextFormats.of(format, settings);
      case JSONL -> new JsonFormat(settings);
      case CSV -> new CsvFormat(settings);
      case WARC -> new WarcFormat(settings);
      case AVRO -> new AvroFormat(settings);
      case PARQUET -> new ParquetFormat(settings);
      case SEQUENCE, SETS -> SequenceFormats.of(format, settings);
    };
  }

  /**
   * Returns a reader positioned before the range's first record; its records can be copied.
   *
   * @throws CorpusChangedException if the file's length or modification time has changed
   * @throws MissingFieldException if the file lacks a field that the configuration names
   * @throws UnsupportedSourceException if a codec is missing or memory is too small
   */
  public RangeReader open(CorpusRange range) throws IOException {
    return open(range, true);
  }

  /**
   * Returns a reader positioned before the range's first record; its records cannot be copied. It
   * may skip everything but the id, the text and the requested fields, and then does not check it.
   *
   * @throws CorpusChangedException if the file's length or modification time has changed
   */
  public RangeReader openText(CorpusRange range) throws IOException {
    return open(range, false);
  }

  private RangeReader open(CorpusRange range, boolean whole) throws IOException {
    Path file = path(base, range);
    requireUnchanged(fileSystems.of(file), file, range);
    return sourceFormat.isStructured() && range.length() == 0
        ? new NoRecords(range)
        : format.open(file, range, whole);
  }

  /** Returns the path of a range's file, parsed once: it is there for each of many small files. */
  static Path path(Path base, CorpusRange range) {
    Path file = new Path(range.file());
    return file.toUri().getScheme() == null ? new Path(base, file) : file;
  }

  /**
   * Checks that the file of a range has not changed since it was ingested.
   *
   * @param base the folder at which relative paths start
   * @throws CorpusChangedException if its length or modification time has changed
   */
  public static void requireUnchangedIn(Configuration conf, Path base, CorpusRange range)
      throws IOException {
    Path file = path(base, range);
    requireUnchanged(file.getFileSystem(conf), file, range);
  }

  private static void requireUnchanged(FileSystem fs, Path file, CorpusRange range)
      throws IOException {
    FileStatus status;
    try {
      status = fs.getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new CorpusChangedException(file + " has been deleted since it was ingested");
    }
    if (status.getLen() != range.length() || status.getModificationTime() != range.modified()) {
      throw new CorpusChangedException(
          file
              + " has changed since it was ingested (then "
              + Quantity.of(range.length(), "byte")
              + " of "
              + Instant.ofEpochMilli(range.modified())
              + ", now "
              + Quantity.of(status.getLen(), "byte")
              + " of "
              + Instant.ofEpochMilli(status.getModificationTime())
              + "); put it back as it was, or make the corpus again");
    }
  }
}
