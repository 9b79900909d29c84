package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FileFormat;
import io.neardup.hadoop.format.FileSystems;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.UnsupportedSourceException;
import io.neardup.hadoop.format.avro.AvroRangeReader;
import io.neardup.hadoop.format.csv.CsvRangeReader;
import io.neardup.hadoop.format.json.JsonRangeReader;
import io.neardup.hadoop.format.parquet.ParquetRangeReader;
import io.neardup.hadoop.format.text.TextRangeReader;
import io.neardup.hadoop.format.text.WholeFileReader;
import io.neardup.hadoop.format.warc.WarcRangeReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Opens the reader of a range of the sources of a batch. This class maps each format to the factory
 * of its readers.
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
   * @param settings the settings with which they were ingested
   * @param fields names of the fields that records carry besides id and text
   */
  public RangeReaders(
      Configuration conf,
      Path base,
      SourceFormat sourceFormat,
      Settings settings,
      List<String> fields) {
    this.base = base;
    this.sourceFormat = sourceFormat;
    FormatSettings formatSettings = FormatSettings.of(conf, settings, fields);
    this.fileSystems = formatSettings.fileSystems();
    this.format = format(sourceFormat, formatSettings);
  }

  private static FileFormat format(SourceFormat format, FormatSettings settings) {
    return switch (format) {
      case TSV -> (file, range) -> new TextRangeReader(settings, range, false).open(file);
      case LINES -> (file, range) -> new TextRangeReader(settings, range, true).open(file);
      case FILES -> (file, range) -> new WholeFileReader(settings, range).open(file);
      case JSONL -> (file, range) -> new JsonRangeReader(settings, range).open(file);
      case CSV -> (file, range) -> new CsvRangeReader(settings, range).open(file);
      case WARC -> (file, range) -> new WarcRangeReader(settings, range).open(file);
      case AVRO -> (file, range) -> new AvroRangeReader(settings, file, range);
      case PARQUET -> (file, range) -> new ParquetRangeReader(settings, file, range);
      case SETS -> (file, range) -> new SetRangeReader(settings.conf(), file, range);
    };
  }

  /**
   * Returns a reader positioned before the range's first record.
   *
   * @throws CorpusChangedException if the file is missing or has another length
   * @throws UnsupportedSourceException if the file lacks a field that the configuration names, if a
   *     codec is missing, or if memory is too small
   */
  public RangeReader open(CorpusRange range) throws IOException {
    Path file = path(base, range);
    requireLength(fileSystems.of(file), file, range);
    return sourceFormat.isStructured() && range.length() == 0
        ? RangeReader.ofNothing(range)
        : format.open(file, range);
  }

  /** Returns the path of a range's file, parsed once: it is there for each of many small files. */
  public static Path path(Path base, CorpusRange range) {
    Path file = new Path(range.file());
    return file.toUri().getScheme() == null ? new Path(base, file) : file;
  }

  /**
   * Checks that the file of a range exists and has its length.
   *
   * @param base the folder at which relative paths start
   * @throws CorpusChangedException if it does not
   */
  static void requireThere(Configuration conf, Path base, CorpusRange range) throws IOException {
    Path file = path(base, range);
    requireLength(file.getFileSystem(conf), file, range);
  }

  private static void requireLength(FileSystem fs, Path file, CorpusRange range)
      throws IOException {
    long length;
    try {
      length = fs.getFileStatus(file).getLen();
    } catch (FileNotFoundException e) {
      throw new CorpusChangedException(file + " has been deleted since it was ingested");
    }
    if (length != range.length()) {
      throw new CorpusChangedException(
          String.format(
              Locale.ROOT,
              "%s has changed since it was ingested (then %s, now %s); put it back as it was, or"
                  + " ingest it again",
              file,
              Quantity.of(range.length(), "byte"),
              Quantity.of(length, "byte")));
    }
  }
}
