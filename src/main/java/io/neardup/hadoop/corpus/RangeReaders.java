package io.neardup.hadoop.corpus;

import io.neardup.config.Quantity;
import io.neardup.config.Settings;
import io.neardup.hadoop.format.CorpusRange;
import io.neardup.hadoop.format.FormatSettings;
import io.neardup.hadoop.format.RangeReader;
import io.neardup.hadoop.format.SourceFormat;
import io.neardup.hadoop.format.StorageException;
import io.neardup.hadoop.format.UnsupportedSourceException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Opens the ranges of the sources of a batch, each with the reader of the batch's format. */
public final class RangeReaders {

  private final Configuration conf;
  private final Path base;
  private final SourceFormat format;
  private final FormatSettings settings;
  private FileStatus status; // of the file opened last

  /**
   * Makes an opener for the ranges of one batch: the folder at which relative paths start, format
   * and settings with which it was ingested, and the fields besides id and text.
   */
  public RangeReaders(
      Configuration conf, Path base, SourceFormat format, Settings settings, List<String> fields) {
    this.conf = conf;
    this.base = base;
    this.format = format;
    this.settings = new FormatSettings(conf, settings, fields);
  }

  /** Makes an opener for the ranges of a batch. */
  public static RangeReaders of(Configuration conf, CorpusBatch batch, List<String> fields) {
    Settings settings = Settings.read(batch.settings().entrySet());
    return new RangeReaders(conf, batch.folderPath(), batch.format(), settings, fields);
  }

  /** Returns whether ids say where in a file a record stands, so that they change with copying. */
  public boolean idsArePlaces() {
    return format == SourceFormat.LINES || (format.hasFields() && settings.numbersRecords());
  }

  /**
   * Returns a reader positioned before the range's first record.
   *
   * @throws CorpusChangedException if the file is missing or has another length
   * @throws UnsupportedSourceException if the file lacks a field that the settings name, if a codec
   *     is missing, or if memory is too small
   * @throws StorageException if the storage fails
   * @throws IOException if the file is damaged
   */
  public RangeReader open(CorpusRange range) throws IOException {
    Path file = path(base, range);
    status = requireThere(conf, file, range);
    return format == SourceFormat.SETS
        ? new SetRangeReader(conf, file, range)
        : settings.open(format, file, range);
  }

  /** Returns the status of the file opened last. */
  public FileStatus status() {
    return status;
  }

  /**
   * Returns the path of a range's file. Parses it only once: there may be millions of small files.
   */
  public static Path path(Path base, CorpusRange range) {
    Path file = new Path(range.file());
    return file.toUri().getScheme() == null ? new Path(base, file) : file;
  }

  /** Checks that the file of a range exists and has its length; CorpusChangedException if not. */
  static FileStatus requireThere(Configuration conf, Path file, CorpusRange range)
      throws IOException {
    FileStatus found;
    try {
      found = file.getFileSystem(conf).getFileStatus(file);
    } catch (FileNotFoundException e) {
      throw new CorpusChangedException("%s has been deleted since it was ingested", file);
    }
    if (found.getLen() != range.length()) {
      throw new CorpusChangedException(
          "%s has changed since it was ingested (then %s, now %s); restore it, or ingest it again",
          file, Quantity.of(range.length(), "byte"), Quantity.of(found.getLen(), "byte"));
    }
    return found;
  }
}
